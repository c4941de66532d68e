"""Learning from mistakes: passes of the perceptron's rule over the rows, and what they leave.

A row on the wrong side of the plane w x + b = 0 is added to w (or taken off it), and 1 to b, times a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import numpy as np

from gnomon import native
from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError

MOST_ROWS_IN_PAIRS = 8_000

Start = tuple[Floats, float]
Log = tuple[Integers, Floats, Integers]


@dataclass(frozen=True)
class MistakeRule:
    """rate: the step. constant: whether b moves. strict: a row on the plane is a mistake whatever its side.

    by_distance: the step is in proportion to the row's distance from the plane.
    """

    rate: float = 1.0
    constant: bool = True
    strict: bool = False
    by_distance: bool = False


@dataclass(frozen=True, eq=False)
class Pass:
    """One pass over the rows. state: w after it, or, by dot products, the scores w x of all rows.

    order: the rows as they were visited. visits: the places in it of the mistakes. amounts: what multiple of
    those rows was added.
    """

    state: Floats
    b: float
    order: Integers
    visits: Integers
    amounts: Floats

    @property
    def rows(self) -> Integers:
        """The rows that were mistaken."""
        return self.order[self.visits]


@dataclass(frozen=True, eq=False)
class Learned:
    """What passes leave.

    w, b: the last plane. total: the multiple of each row that w holds. share: that of the mean plane, over
    all visits. history: mistakes of each pass. period: passes after which the plane came back to where it had
    been, 0 if it did not. log: rows, amounts and visits (from the first pass on) of all mistakes, if kept.
    """

    w: Floats
    b: float
    total: Floats
    share: Floats
    history: list[int]
    period: int
    n_visits: int
    log: Log | None = None


def passes(
    X: Any,
    side: Floats,
    rule: MistakeRule,
    start: Start,
    *,
    gram: Floats | None = None,
    random: np.random.Generator | None = None,
) -> Iterator[Pass]:
    """Pass over the rows without end; side is +1 or -1 for each.

    gram: the dot products of all pairs of rows, to look at rows through them alone. random: shuffles the rows
    anew for each pass.

    >>> X, side = np.array([[1.0], [-2.0]]), np.array([1.0, -1.0])
    >>> [each.state.tolist() for each in islice(passes(X, side, MistakeRule(), (np.zeros(1), 0.0)), 2)]
    [[1.0], [1.0]]
    """
    visit_each = _kernel(X, gram)
    order, (w, b) = np.arange(X.shape[0]), start
    square = float(w @ w)
    state = w if gram is None else np.asarray(X @ w)
    while True:
        if random is not None:
            order = random.permutation(X.shape[0])
        state, b, square, visits, amounts = visit_each(
            side, order, state, b, square, rule.rate, rule.constant, rule.strict, rule.by_distance
        )
        yield Pass(state, b, order, visits, amounts)


def learn(
    X: Any,
    side: Floats,
    rule: MistakeRule,
    start: Start,
    most: int,
    *,
    gram: Floats | None = None,
    random: np.random.Generator | None = None,
    keep_log: bool = False,
) -> Learned:
    """Pass over the rows until none is mistaken, or `most` times.

    >>> X, side = np.array([[1.0], [3.0], [-2.0]]), np.array([1.0, 1.0, -1.0])
    >>> found = learn(X, side, MistakeRule(), (np.zeros(1), 0.0), 10)
    >>> found.w, found.b, found.history
    (array([1.]), 1.0, [1, 0])
    """
    n = X.shape[0]
    total, late = np.zeros(n), np.zeros(n)
    history: list[int] = []
    log: list[Log] = []
    recurrence = _Recurrence()
    for number, each in enumerate(islice(passes(X, side, rule, start, gram=gram, random=random), most)):
        rows, visits = each.rows, number * n + each.visits
        total[rows] += each.amounts
        late[rows] += each.amounts * visits
        history.append(len(rows))
        if keep_log:
            log.append((rows, each.amounts, visits))
        if not len(rows):
            break
        if random is None:
            recurrence.see(each)
    w = each.state if gram is None else start[0] + X.T @ total
    n_visits = n * len(history)
    whole = tuple(np.concatenate(column) for column in zip(*log)) if keep_log else None
    return Learned(
        w,
        each.b,
        total,
        total - late / n_visits,
        history,
        recurrence.period,
        n_visits,
        cast("Log | None", whole),
    )


def dot_products(X: Any) -> Floats:
    """X X', of dense or sparse rows.

    >>> dot_products(np.array([[1.0, 2.0], [3.0, 0.0]]))
    array([[5., 3.],
           [3., 9.]])
    """
    n = X.shape[0]
    if n > MOST_ROWS_IN_PAIRS:
        raise DataError(
            f"the dot products of all pairs of {n} rows would take {8 * n * n / 2**30:.1f} GiB; "
            "use form='primal'"
        )
    gram = X @ X.T
    return np.ascontiguousarray(gram if isinstance(gram, np.ndarray) else gram.toarray())


class _Recurrence:
    """Whether a plane comes back to where it was, by Brent's (1980) method: one plane in mind at a time."""

    def __init__(self) -> None:
        self.period = 0
        self._kept: Pass | None = None
        self._age, self._span = 0, 1

    def see(self, each: Pass) -> None:
        """Compare with the plane in mind; keep this one instead whenever twice as many have been seen."""
        self._age += 1
        kept = self._kept
        if (
            not self.period
            and kept is not None
            and kept.b == each.b
            and np.array_equal(kept.state, each.state)
        ):
            self.period = self._age
        if self._age == self._span:
            self._kept, self._age, self._span = each, 0, 2 * self._span


def _kernel(X: Any, gram: Floats | None) -> Callable[..., tuple[Floats, float, float, Integers, Floats]]:
    if gram is not None:
        return lambda *rest: native.gram_perceptron(gram, *rest)
    if isinstance(X, np.ndarray):
        return lambda *rest: native.perceptron(X, *rest)
    columns, begin = X.indices.astype(np.int32, copy=False), X.indptr.astype(np.int32, copy=False)
    return lambda *rest: native.sparse_perceptron(X.data, columns, begin, *rest)
