"""Linear support vector machines by dual coordinate descent, with an optimality certificate.

The compiled loop maintains w = sum of a_i y_i x_i and updates one multiplier at a time; here the rows are
converted, and both objectives are recomputed from the multipliers in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.interior_point import HingeProblem
from gnomon.learners.kernel.planes.linear_fit import LinearFit

MIN_TOL_FOR_SINGLE_PRECISION = 1e-5
MAX_SINGLE_PRECISION = 1e15
MAX_VALUES = 2**31 - 1
GAP_FRACTION = 1e-4


def dual_coordinate_descent(
    problem: HingeProblem, *, squared: bool, tol: float, max_iter: int, seed: int
) -> LinearFit:
    """Minimize |w|²/2 + sum of C times the (squared) hinge loss of side z below its margin.

    It stops once the largest projected gradient is below tol, or the duality gap below a ten-thousandth of
    it.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> problem = HingeProblem(X, side, np.ones(2), np.ones(2), 0.0)
    >>> fit = dual_coordinate_descent(problem, squared=False, tol=1e-6, max_iter=10, seed=0)
    >>> fit.w, fit.primal, fit.dual
    (array([1.]), 0.5, 0.5)
    """
    X = problem.X
    stop = (tol, GAP_FRACTION * tol, max_iter)
    rule = (problem.side, problem.margin, problem.C, squared, problem.bias, *stop, seed)
    if isinstance(X, np.ndarray):
        alpha, _, _, history, converged = native.svm_dual(X, *rule)
    else:
        values, columns, begin, width = _compressed(X, tol)
        alpha, _, _, history, converged = native.sparse_svm_dual(values, columns, begin, width, *rule)
    return _certified(problem, alpha, squared, list(history), converged)


def _compressed(X: Any, tol: float) -> tuple[Array, Array, Array, int]:
    """Sparse rows (CSR) with 32-bit indices, as the compiled loop needs them."""
    if X.nnz > MAX_VALUES:
        raise DataError(
            f"the rows have {X.nnz} values, and dual coordinate descent supports at most {MAX_VALUES}; fit "
            "on fewer rows, or set dual=False"
        )
    columns, begin = (indices.astype(np.int32, copy=False) for indices in (X.indices, X.indptr))
    return _values(X.data, tol), columns, begin, X.shape[1]


def _values(values: Floats, tol: float) -> Array:
    """In single precision, with half the memory, where its rounding error is far below the tolerance."""
    sizes = np.abs(values)
    largest, smallest = sizes.max(initial=0.0), sizes.min(initial=1.0, where=sizes > 0)
    is_single = (
        tol >= MIN_TOL_FOR_SINGLE_PRECISION
        and largest < MAX_SINGLE_PRECISION
        and smallest > 1 / MAX_SINGLE_PRECISION
    )
    return values.astype(np.float32) if is_single else values


def _certified(
    problem: HingeProblem, alpha: Floats, squared: bool, history: list[float], converged: bool
) -> LinearFit:
    w = problem.weighted_sum(alpha * problem.side)
    primal, dual = problem.primal(w), problem.dual(alpha)
    if squared:
        slack = np.maximum(problem.margin - problem.side * problem.scores(w), 0.0)
        primal = float(w @ w) / 2 + float(problem.C @ (slack * slack))
        dual -= float(np.sum(alpha * alpha / (4 * problem.C)))
    return LinearFit(w[:-1], problem.bias * float(w[-1]), primal, dual, history, converged)
