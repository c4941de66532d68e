"""Perceptron training: epochs of the perceptron rule over the rows.

A misclassified row (on the wrong side of w x + b = 0) is added to w (or subtracted), and 1 to b, times a
step.
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

MAX_ROWS_OF_GRAM = 8_000

Start = tuple[Floats, float]
Log = tuple[Integers, Floats, Integers]


@dataclass(frozen=True)
class MistakeRule:
    """rate: learning rate. constant: whether to update b. strict: a row on the hyperplane is a mistake.

    by_distance: the step is proportional to the row's distance from the hyperplane.
    """

    rate: float = 1.0
    constant: bool = True
    strict: bool = False
    by_distance: bool = False


@dataclass(frozen=True, eq=False)
class Pass:
    """One epoch over the rows. state: w after it, or, in the dual form, the scores w x of all rows.

    order: the rows in the order of their visits. visits: the positions of the mistakes in it. amounts: the
    multiple of those rows that was added.
    """

    state: Floats
    b: float
    order: Integers
    visits: Integers
    amounts: Floats

    @property
    def rows(self) -> Integers:
        """The misclassified rows."""
        return self.order[self.visits]


@dataclass(frozen=True, eq=False)
class Training:
    """The result of training.

    w, b: the last weights. total: the coefficient of each row in w (dual). average: that in the weights
    averaged over all visits. history: mistakes of each epoch. period: epochs after which the weights
    recurred, 0 if they did not. log: rows, amounts and visits (from the first epoch on) of all mistakes, if
    requested.
    """

    w: Floats
    b: float
    total: Floats
    average: Floats
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
    """Epochs over the rows without end; side is +1 or -1 for each.

    gram: the Gram matrix of the rows, for the dual form. random: generator that shuffles the rows before each
    epoch.

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


def train(
    X: Any,
    side: Floats,
    rule: MistakeRule,
    start: Start,
    max_iter: int,
    *,
    gram: Floats | None = None,
    random: np.random.Generator | None = None,
    with_log: bool = False,
) -> Training:
    """Train until an epoch makes no mistake, for at most `max_iter` epochs.

    >>> X, side = np.array([[1.0], [3.0], [-2.0]]), np.array([1.0, 1.0, -1.0])
    >>> run = train(X, side, MistakeRule(), (np.zeros(1), 0.0), 10)
    >>> run.w, run.b, run.history
    (array([1.]), 1.0, [1, 0])
    """
    n = X.shape[0]
    total, late = np.zeros(n), np.zeros(n)
    history: list[int] = []
    log: list[Log] = []
    cycles = _CycleDetector()
    for number, each in enumerate(islice(passes(X, side, rule, start, gram=gram, random=random), max_iter)):
        rows, visits = each.rows, number * n + each.visits
        total[rows] += each.amounts
        late[rows] += each.amounts * visits
        history.append(len(rows))
        if with_log:
            log.append((rows, each.amounts, visits))
        if not len(rows):
            break
        if random is None:
            cycles.compare(each)
    w = each.state if gram is None else start[0] + X.T @ total
    n_visits = n * len(history)
    whole = tuple(np.concatenate(column) for column in zip(*log)) if with_log else None
    return Training(
        w,
        each.b,
        total,
        total - late / n_visits,
        history,
        cycles.period,
        n_visits,
        cast("Log | None", whole),
    )


def dot_products(X: Any) -> Floats:
    """The Gram matrix X X', of dense or sparse rows.

    >>> dot_products(np.array([[1.0, 2.0], [3.0, 0.0]]))
    array([[5., 3.],
           [3., 9.]])
    """
    n = X.shape[0]
    if n > MAX_ROWS_OF_GRAM:
        raise DataError(
            f"the Gram matrix of {n} rows would need {8 * n * n / 2**30:.1f} GiB of memory; use form='primal'"
        )
    gram = X @ X.T
    return np.ascontiguousarray(gram if isinstance(gram, np.ndarray) else gram.toarray())


class _CycleDetector:
    """Detects a cycle of the weights by Brent's (1980) method, with one stored epoch at a time."""

    def __init__(self) -> None:
        self.period = 0
        self._stored: Pass | None = None
        self._age, self._span = 0, 1

    def compare(self, each: Pass) -> None:
        """Compare with the stored epoch; store this one instead whenever twice as many have passed."""
        self._age += 1
        stored = self._stored
        if (
            not self.period
            and stored is not None
            and stored.b == each.b
            and np.array_equal(stored.state, each.state)
        ):
            self.period = self._age
        if self._age == self._span:
            self._stored, self._age, self._span = each, 0, 2 * self._span


def _kernel(X: Any, gram: Floats | None) -> Callable[..., tuple[Floats, float, float, Integers, Floats]]:
    if gram is not None:
        return lambda *rest: native.gram_perceptron(gram, *rest)
    if isinstance(X, np.ndarray):
        return lambda *rest: native.perceptron(X, *rest)
    columns, begin = X.indices.astype(np.int32, copy=False), X.indptr.astype(np.int32, copy=False)
    return lambda *rest: native.sparse_perceptron(X.data, columns, begin, *rest)
