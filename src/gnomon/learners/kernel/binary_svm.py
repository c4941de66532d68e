"""The binary support vector machine: soft margin (C per row) or hard margin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.quadratic import FINE, Quadratic, Solution, solve, warm_start

FIRST_C = 100.0
MIN_DISTANCE = 1e-6


@dataclass(frozen=True, eq=False)
class BinaryProblem:
    """The rows of a binary problem, the side of each (+1 or -1), its C, and the bias if it is fixed."""

    rows: Integers
    side: Floats
    C: Floats
    bias: float | None = None

    def with_C(self, C: Floats) -> BinaryProblem:
        """The same problem with other C of all rows of the table."""
        return BinaryProblem(self.rows, self.side, C[self.rows], self.bias)

    def dual(self, C: Floats) -> Quadratic:
        """The dual problem: maximize sum |b| - b'Kb / 2 with 0 <= side b <= C (box constraints)."""
        low, high = np.where(self.side > 0, 0.0, -C), np.where(self.side > 0, C, 0.0)
        return Quadratic(self.rows, self.side, low, high, self.bias)


@dataclass(frozen=True, eq=False)
class BinarySVM:
    """A fitted binary support vector machine: the problem and its solution."""

    problem: BinaryProblem
    solution: Solution

    @property
    def dual(self) -> float:
        """The dual objective: sum |b| - |w|² / 2, less bias times sum b, which is 0 where the bias is
        free.
        """
        return self.solution.value - self.solution.bias * float(self.solution.b.sum())

    @property
    def primal(self) -> float:
        """The primal objective: |w|² / 2 + sum of C times hinge loss (without loss for a hard margin)."""
        square = self.solution.square
        loss = np.maximum(self.problem.side * (self.solution.gradient - self.solution.bias), 0.0)
        C = np.where(np.isinf(self.problem.C), 0.0, self.problem.C)
        return square / 2 + float(C @ loss)


def fit_binary_svm(
    rows: KernelRows, problem: BinaryProblem, start: BinarySVM | None = None, *, tol: float, max_iter: int
) -> BinarySVM:
    """Fit; `start` is a solution of the same problem at another C (warm start)."""
    if isinf(problem.C.max()):
        return _hard_margin(rows, problem, tol=tol, max_iter=max_iter)
    if start is not None and _constraints_inactive(start, problem, tol):
        history = start.solution.history[-1:] * np.array([0.0, 1.0, 1.0])
        return BinarySVM(problem, replace(start.solution, steps=0, history=history))
    dual = problem.dual(problem.C)
    begin = warm_start(None if start is None else start.solution, dual)
    return BinarySVM(problem, solve(rows, dual, begin, tol=tol, max_iter=max_iter))


def _constraints_inactive(start: BinarySVM, problem: BinaryProblem, tol: float) -> bool:
    """Whether no box constraint is active (all |b| < C), so that the optimum at a higher C is the same."""
    size = np.abs(start.solution.b)
    is_free = bool((size < start.problem.C).all() and (size <= problem.C).all())
    return is_free and start.solution.gap <= min(tol, FINE)


def _hard_margin(rows: KernelRows, problem: BinaryProblem, *, tol: float, max_iter: int) -> BinarySVM:
    """Hard margin: increase C until no box constraint is active.

    If the convex hulls of the two classes intersect, there is no such C: |w| stays, while the coefficients
    grow, and 2 |w| / sum |b|, an upper bound of the distance of the hulls, goes to 0.
    """
    length = _length(rows, problem)
    is_hard = np.isinf(problem.C)
    C, start = np.where(is_hard, FIRST_C / length**2, problem.C), None
    while True:
        bounded = BinaryProblem(problem.rows, problem.side, C, problem.bias)
        start = fit_binary_svm(rows, bounded, start, tol=tol, max_iter=max_iter)
        size = np.abs(start.solution.b)
        distance = 2 * np.sqrt(max(start.solution.square, 0.0)) / float(size.sum())
        if distance < MIN_DISTANCE * length:
            raise DataError(
                "no hyperplane separates the two classes under this kernel, so there is no hard margin "
                f"(C=inf): their convex hulls are within {distance:.1e} of each other; set a finite C, or "
                "use a kernel that separates them, such as rbf with a larger gamma"
            )
        if (size < C)[is_hard].all() or start.solution.gap > tol:
            return BinarySVM(problem, start.solution)
        C = np.where(is_hard, 100 * C, problem.C)


def _length(rows: KernelRows, problem: BinaryProblem) -> float:
    """The largest norm of a row in feature space."""
    squares = rows.diagonal(problem.rows)
    return float(np.sqrt(max(squares.max(), np.finfo(float).tiny)))
