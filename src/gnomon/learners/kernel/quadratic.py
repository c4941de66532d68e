"""The quadratic problem of support vector machines: solved by pairs and blocks, finished to the last digit.

Maximize p'b - b'Kb / 2 over low <= b <= high, with sum(b) kept (the bias is free) or not (it is given). The
pull p - K b of every place that is off its bounds equals the bias at the maximum; no place at its lower bound
is pulled harder, none at its upper bound less hard.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats, Integers
from gnomon.learners.kernel.kernel_rows import KernelRows, PartOfRows

NO_LIMIT = 2**60
# So few rows are solved on one thread, as threads wait for each other at every step, and to the last digit.
MOST_ROWS_TO_FINISH = 1000
# A problem on so small a share of the rows gets them by themselves.
PARTS = 2
FINE = 1e-9
SHARE_OF_TOLERANCE = 0.05

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
    if PARTS * size > rows.n_rows:
        with threads.single_blas():
            return _solved_to_the_end(rows, problem, start, tol, most)
    alone = replace(problem, rows=np.arange(size))
    return _solved_to_the_end(rows.part(problem.rows), alone, start, tol, most)


def _solved_to_the_end(
    rows: KernelRows | PartOfRows, problem: Quadratic, start: Start, tol: float, most: int
) -> Solution:
    bounds = problem.linear, problem.low, problem.high
    found = rows.gram.solve_to_the_end(
        problem.rows, *bounds, start.b, start.pull, problem.bias, tol, most, _stop.get()
    )
    return Solution(problem.linear, *found)


def _right_enough(start: Start, tol: float) -> Start:
    """The start, without its pull where that may be off by a good part of the tolerance."""
    return start if start.error <= SHARE_OF_TOLERANCE * tol else Start(start.b)


def _searched(rows: KernelRows, problem: Quadratic, start: Start, tol: float, most: int) -> Solution:
    place, linear, low, high = problem.rows, problem.linear, problem.low, problem.high
    n_threads = threads.count()
    how = problem.bias, tol, most, n_threads, start.error, _stop.get()
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
