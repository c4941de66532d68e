"""The quadratic program (QP) of support vector machines: SMO decomposition, then an exact finish.

Maximize p'b - b'Kb / 2 over low <= b <= high, with sum(b) fixed (the bias is free) or not (it is fixed).
At the maximum the gradient p - K b equals the bias for every coefficient off its bounds, is at most the bias
at a lower bound and at least the bias at an upper bound (Karush-Kuhn-Tucker conditions).
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
# So few rows are solved on one thread, as threads would wait for each other at every step, and exactly.
MAX_ROWS_TO_FINISH = 1000
# A problem on less than this fraction (1 / PARTS) of the rows gets a submatrix of its own.
PARTS = 2
FINE = 1e-9
FRACTION_OF_TOLERANCE = 0.05

_stop: ContextVar[native.Stop | None] = ContextVar("gnomon_stop", default=None)


@contextmanager
def stopped_by(stop: native.Stop) -> Iterator[None]:
    """Let a flag stop the solvers in this block: only the main thread receives Ctrl-C."""
    token = _stop.set(stop)
    try:
        yield
    finally:
        _stop.reset(token)


@dataclass(frozen=True, eq=False)
class Quadratic:
    """The quadratic program: p, the box constraints, and the training row of each coefficient of b.

    bias: the bias if it is fixed, None if it is free.
    """

    rows: Integers
    linear: Floats
    low: Floats
    high: Floats
    bias: float | None = None


@dataclass(frozen=True, eq=False)
class Start:
    """Initial point of the solver: b, its gradient if known, and the error of that gradient."""

    b: Floats
    gradient: Floats | None = None
    error: float = 0.0


@dataclass(frozen=True, eq=False)
class Solution:
    """b, its gradient and bias; the remaining gap, the number of steps, and steps, gap and value during them.

    error: bound of the rounding error of the gradient, which the gap includes.
    """

    linear: Floats
    b: Floats
    gradient: Floats
    bias: float
    gap: float
    steps: int
    history: Floats
    error: float = 0.0

    @property
    def start(self) -> Start:
        """Initial point for further steps on the same problem."""
        return Start(self.b, self.gradient, self.error)

    @property
    def value(self) -> float:
        """p'b - b'Kb / 2."""
        return float(self.b @ (self.linear + self.gradient)) / 2

    @property
    def square(self) -> float:
        """b'Kb: the squared length of w."""
        return float(self.b @ (self.linear - self.gradient))


def solve(
    rows: KernelRows,
    problem: Quadratic,
    start: Start,
    *,
    tol: float,
    max_iter: int = -1,
) -> Solution:
    """The maximum, to a gap of tol; exactly where few coefficients are off their bounds.

    Where a small problem does not converge, Newton's method is tried from the last point.
    max_iter: maximum number of steps, -1 for no limit.
    """
    limit, size = NO_LIMIT if max_iter < 0 else max_iter, len(start.b)
    if size > MAX_ROWS_TO_FINISH:
        return _decomposition(rows, problem, _accurate_start(start, tol), tol, limit)
    if PARTS * size > rows.n_rows:
        with threads.single_blas():
            return _exact(rows, problem, start, tol, limit)
    submatrix = replace(problem, rows=np.arange(size))
    return _exact(rows.part(problem.rows), submatrix, start, tol, limit)


def _exact(
    rows: KernelRows | PartOfRows, problem: Quadratic, start: Start, tol: float, max_iter: int
) -> Solution:
    bounds = problem.linear, problem.low, problem.high
    result = rows.gram.solve_exactly(
        problem.rows, *bounds, start.b, start.gradient, problem.bias, tol, max_iter, _stop.get()
    )
    return Solution(problem.linear, *result)


def _accurate_start(start: Start, tol: float) -> Start:
    """The start, without its gradient where that may be off by a large part of the tolerance."""
    return start if start.error <= FRACTION_OF_TOLERANCE * tol else Start(start.b)


def _decomposition(rows: KernelRows, problem: Quadratic, start: Start, tol: float, max_iter: int) -> Solution:
    indices, linear, low, high = problem.rows, problem.linear, problem.low, problem.high
    n_threads = threads.count()
    options = problem.bias, tol, max_iter, n_threads, start.error, _stop.get()
    with threads.single_blas():
        result = rows.gram.solve(indices, linear, low, high, start.b, start.gradient, *options)
    b, gradient, gap, steps, history, error = result
    return Solution(linear, b, gradient, bias_of(problem, b, gradient), gap, steps, history, error)


def warm_start(start: Solution | None, problem: Quadratic) -> Start:
    """A warm start from the solution at another C, scaled to maximize the objective.

    That factor is p'b / b'Kb, limited so that no coefficient exceeds its bound. All zeros without a start.
    """
    zeros = Start(np.zeros(len(problem.linear)))
    if start is None:
        return zeros
    bias = 0.0 if problem.bias is None else problem.bias
    best = float((problem.linear - bias) @ start.b) / start.square if start.square > 0 else 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        bound = np.where(start.b > 0, problem.high, problem.low)
        max_factor = np.where(start.b == 0, np.inf, bound / start.b)
    length = min(best, float(max_factor.min(initial=np.inf)))
    if not np.isfinite(length) or length <= 0:
        return zeros
    b = np.clip(length * start.b, problem.low, problem.high)
    return Start(b, problem.linear - length * (start.linear - start.gradient), length * start.error)


def gap_of(problem: Quadratic, b: Floats, gradient: Floats) -> float:
    """The KKT violation: largest gradient that may increase less the smallest that may decrease, or the
    bias.
    """
    upper = np.max(gradient[b < problem.high], initial=-np.inf)
    lower = np.min(gradient[b > problem.low], initial=np.inf)
    if problem.bias is not None:
        return float(max(upper - problem.bias, problem.bias - lower))
    return float(upper - lower)


def bias_of(problem: Quadratic, b: Floats, gradient: Floats) -> float:
    """The mean gradient of free coefficients; if there are none, the middle of the interval the others
    allow.
    """
    if problem.bias is not None:
        return problem.bias
    is_free = (b > problem.low) & (b < problem.high)
    if is_free.any():
        return float(gradient[is_free].mean())
    upper = np.max(gradient[b < problem.high], initial=-np.inf)
    lower = np.min(gradient[b > problem.low], initial=np.inf)
    ends = [end for end in (upper, lower) if np.isfinite(end)]
    return float(np.mean(ends)) if ends else 0.0
