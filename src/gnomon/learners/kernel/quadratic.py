"""The quadratic problem of support vector machines: solved by pairs and blocks, finished to the last digit.

Maximise p'b - b'Kb / 2 over low <= b <= high, with sum(b) kept (the bias is free) or not (it is given). The
pull p - K b of every place that is off its bounds equals the bias at the maximum; no place at its lower bound
is pulled harder, none at its upper bound less hard.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.learners.kernel.kernel_rows import KernelRows

NO_LIMIT = 2**60
# Threads wait for each other at every step, which costs more than so few rows gain.
MOST_ROWS_ALONE = 1000
MOST_ROWS_TO_FINISH = 1000
# A problem on so small a share of the rows gets them by themselves.
PARTS = 2
MOST_VALUES_TO_FINISH = 2**18
STEPS_BEFORE_NEWTON, NEWTON_TRIALS = 300, 7
FINE, STEPS_A_ROW = 1e-9, 50
SHARE_OF_TOLERANCE = 0.05
MOST_ROUNDS = 200
DIGITS = 1e-13

_stop: ContextVar[native.Stop | None] = ContextVar("gnomon_stop", default=None)


@contextmanager
def stopped_by(stop: native.Stop) -> Iterator[None]:
    """Let a flag end the searches in this block: threads other than the main one do not hear Ctrl-C."""
    token = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(token)


@dataclass(frozen=True, eq=False)
class Quadratic:
    """The problem: p, the bounds, and the training row that each place of b stands for.

    bias: the bias if it is given, None if it is free.
    """

    rows: Integers
    linear: Floats
    low: Floats
    high: Floats
    bias: float | None = None


@dataclass(frozen=True, eq=False)
class Start:
    """Where a search begins: b, its pull if that is known, and how far the pull may be off."""

    b: Floats
    pull: Floats | None = None
    error: float = 0.0


@dataclass(frozen=True, eq=False)
class Solution:
    """b, its pull and bias; the gap left, the steps taken, and steps, gap and value along the way.

    error: how far the pull may be off by rounding, which the gap includes.
    """

    linear: Floats
    b: Floats
    pull: Floats
    bias: float
    gap: float
    steps: int
    history: Floats
    error: float = 0.0

    @property
    def start(self) -> Start:
        """Where a further search of the same problem begins."""
        return Start(self.b, self.pull, self.error)

    @property
    def value(self) -> float:
        """p'b - b'Kb / 2."""
        return float(self.b @ (self.linear + self.pull)) / 2

    @property
    def square(self) -> float:
        """b'Kb: the squared length of w."""
        return float(self.b @ (self.linear - self.pull))


def solve(
    rows: KernelRows,
    problem: Quadratic,
    start: Start,
    *,
    tol: float,
    max_iter: int = -1,
) -> Solution:
    """The maximum, to a gap of tol; where few places are off their bounds, to the last digit.

    Where a search of few rows does not come to rest, Newton's method is tried on what it found so far.
    max_iter: most steps, -1 for any number.
    """
    most, size = NO_LIMIT if max_iter < 0 else max_iter, len(start.b)
    if size > MOST_ROWS_TO_FINISH:
        return _searched(rows, problem, _right_enough(start, tol), tol, most)
    if PARTS * size <= rows.n_rows:
        rows, problem = rows.part(problem.rows), replace(problem, rows=np.arange(size))
    # Systems so small are solved before a second thread would wake.
    with threads.single_blas():
        return _solved_to_the_end(rows, problem, start, tol, most)


def _solved_to_the_end(rows: KernelRows, problem: Quadratic, start: Start, tol: float, most: int) -> Solution:
    size = len(start.b)
    found = _searched(rows, problem, start, tol, min(most, STEPS_BEFORE_NEWTON * size))
    for times in 2 ** np.arange(1, NEWTON_TRIALS):
        if found.gap <= tol or found.steps >= most:
            break
        found = finished(rows, problem, found)
        steps = min(most - found.steps, int(times) * STEPS_BEFORE_NEWTON * size)
        if found.gap > tol:
            found = _joined(found, _searched(rows, problem, found.start, tol, steps))
    if found.gap > tol:
        return found
    found = finished(rows, problem, found)
    if found.gap <= FINE:
        return found
    closer = _searched(rows, problem, found.start, FINE, STEPS_A_ROW * size)
    return finished(rows, problem, _joined(found, closer))


def _joined(first: Solution, second: Solution) -> Solution:
    """The second, with the steps and the history of both."""
    history = np.vstack([first.history, second.history + np.array([first.steps, 0.0, 0.0])])
    return replace(second, steps=first.steps + second.steps, history=history)


def _right_enough(start: Start, tol: float) -> Start:
    """The start, without its pull where that may be off by a good part of the tolerance."""
    return start if start.error <= SHARE_OF_TOLERANCE * tol else Start(start.b)


def _searched(rows: KernelRows, problem: Quadratic, start: Start, tol: float, most: int) -> Solution:
    place, linear, low, high = problem.rows, problem.linear, problem.low, problem.high
    n_threads = threads.count() if len(start.b) > MOST_ROWS_ALONE else 1
    # What will be finished to the last digit needs every digit of its pulls.
    error = start.error if len(start.b) > MOST_ROWS_TO_FINISH else None
    how = problem.bias, tol, most, n_threads, error, _stop.get()
    with threads.single_blas():
        found = rows.gram.solve(place, linear, low, high, start.b, start.pull, *how)
    b, pull, gap, steps, history, error = found
    return Solution(linear, b, pull, bias_of(problem, b, pull), gap, steps, history, error)


def carried(start: Solution | None, problem: Quadratic) -> Start:
    """A start from the solution at other prices, and its pull: longer by the factor that is best along it.

    p'b / b'Kb is the best; no coefficient passes its bound. All zeros without a start.
    """
    nothing = Start(np.zeros(len(problem.linear)))
    if start is None:
        return nothing
    bias = 0.0 if problem.bias is None else problem.bias
    best = float((problem.linear - bias) @ start.b) / start.square if start.square > 0 else 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        bound = np.where(start.b > 0, problem.high, problem.low)
        room = np.where(start.b == 0, np.inf, bound / start.b)
    length = min(best, float(room.min(initial=np.inf)))
    if not np.isfinite(length) or length <= 0:
        return nothing
    b = np.clip(length * start.b, problem.low, problem.high)
    return Start(b, problem.linear - length * (start.linear - start.pull), length * start.error)


def finished(rows: KernelRows, problem: Quadratic, found: Solution) -> Solution:
    """Newton's method on the places off their bounds: the same maximum wherever the search came from.

    Each round solves K d = pull - bias on them, goes along d as far as the bounds let it, and lets places at
    a bound go that pull away from it. What does not narrow the gap is not taken.
    """
    b, pull = found.b.copy(), found.pull.copy()
    columns = _Columns(rows, problem.rows)
    is_free = (b > problem.low) & (b < problem.high)
    for _ in range(MOST_ROUNDS):
        if not is_free.any():
            is_free = _astray(problem, b, pull, is_free)
        free = np.flatnonzero(is_free)
        if len(free) == 0 or len(free) * len(b) > MOST_VALUES_TO_FINISH:
            break
        along = _newton_direction(columns.of(free)[free], pull[free], problem.bias)
        length, stopped = _room(b[free], along, problem.low[free], problem.high[free])
        b[free] += length * along
        pull -= columns.of(free) @ (length * along)
        if len(stopped):
            at = free[stopped]
            b[at] = np.where(along[stopped] > 0, problem.high[at], problem.low[at])
            is_free[at] = False
            continue
        astray = _astray(problem, b, pull, is_free)
        if not astray.any():
            break
        is_free |= astray
    gap = gap_of(problem, b, pull)
    if not gap <= found.gap:
        return found
    return replace(found, b=b, pull=pull, bias=bias_of(problem, b, pull), gap=max(gap, 0.0))


def gap_of(problem: Quadratic, b: Floats, pull: Floats) -> float:
    """How far a place that may rise pulls harder than one that may fall, or than the given bias."""
    most = np.max(pull[b < problem.high], initial=-np.inf)
    least = np.min(pull[b > problem.low], initial=np.inf)
    if problem.bias is not None:
        return float(max(most - problem.bias, problem.bias - least))
    return float(most - least)


def bias_of(problem: Quadratic, b: Floats, pull: Floats) -> float:
    """The mean pull of places off their bounds; if there are none, the middle of what the others allow."""
    if problem.bias is not None:
        return problem.bias
    is_free = (b > problem.low) & (b < problem.high)
    if is_free.any():
        return float(pull[is_free].mean())
    most = np.max(pull[b < problem.high], initial=-np.inf)
    least = np.min(pull[b > problem.low], initial=np.inf)
    ends = [end for end in (most, least) if np.isfinite(end)]
    return float(np.mean(ends)) if ends else 0.0


class _Columns:
    """Columns of K, of all places with some of them, kept from round to round."""

    def __init__(self, rows: KernelRows, place_rows: Integers) -> None:
        self._rows = rows
        self._place_rows = place_rows
        self._known = np.empty(0, dtype=np.int64)
        self._values = np.empty((len(place_rows), 0))

    def of(self, places: Integers) -> Floats:
        new = np.setdiff1d(places, self._known)
        if len(new):
            more = self._rows.values(self._place_rows, self._place_rows[new])
            self._values = np.hstack([self._values, more])
            self._known = np.concatenate([self._known, new])
        order = np.argsort(self._known)
        return self._values[:, order[np.searchsorted(self._known, places, sorter=order)]]


def _newton_direction(K: Floats, pull: Floats, bias: float | None) -> Floats:
    """d with K d = pull - bias; if the bias is free, with sum(d) = 0 and whatever bias that needs."""
    if bias is None:
        # Both sides about their means: a constant that all of K shares would cost digits.
        K = K - K.mean(axis=0)
        K = K - K.mean(axis=1, keepdims=True)
        target = pull - pull.mean()
    else:
        target = pull - bias
    size = max(float(np.abs(K.diagonal()).max()), np.finfo(float).tiny)
    ridge = DIGITS * size
    while True:
        try:
            found = cho_solve(cho_factor(K + ridge * np.eye(len(K))), target)
        except LinAlgError:
            ridge *= 100
            continue
        return found - found.mean() if bias is None else found


def _room(b: Floats, along: Floats, low: Floats, high: Floats) -> tuple[float, Integers]:
    """How far along a direction the bounds allow, at most 1, and who is then at a bound."""
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(along > 0, (high - b) / along, np.where(along < 0, (low - b) / along, np.inf))
    length = float(np.min(room, initial=np.inf))
    if length > 1:
        return 1.0, np.empty(0, dtype=np.int64)
    length = max(length, 0.0)
    return length, np.flatnonzero(room <= length * (1 + 1e-12))


def _astray(problem: Quadratic, b: Floats, pull: Floats, is_free: Flags) -> Flags:
    """Places at a bound that pull away from it, by more than rounding."""
    bias = float(pull[is_free].mean()) if is_free.any() else bias_of(problem, b, pull)
    bias = bias if problem.bias is None else problem.bias
    slack = 1e-11 * max(1.0, float(np.abs(pull).max()))
    rises = (b < problem.high) & (pull > bias + slack)
    falls = (b > problem.low) & (pull < bias - slack)
    return ~is_free & (rises | falls)
