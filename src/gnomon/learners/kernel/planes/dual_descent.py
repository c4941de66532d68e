"""Linear support vector machines by descent over the rows' multipliers, with a certificate.

The kernel keeps w = sum of a_i y_i x_i and visits a row at a time; here its rows are made ready, and what it
found is measured: both objectives are computed afresh from the multipliers, in double precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.interior_point import HingeProblem
from gnomon.learners.kernel.planes.plane_fit import PlaneFit

SMALLEST_TOLERANCE_FOR_FLOATS = 1e-5
LARGEST_FLOAT = 1e15
MOST_VALUES = 2**31 - 1
SHARE_OF_TOLERANCE = 1e-4


def descend(problem: HingeProblem, *, squared: bool, tol: float, most: int, seed: int) -> PlaneFit:
    """The plane of least |w|²/2 + sum of price times the (squared) hinge of side z below its margin.

    It stops once the widest pull of a row is below tol, or the duality gap below a ten-thousandth of it.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> problem = HingeProblem(X, side, np.ones(2), np.ones(2), 0.0)
    >>> fit = descend(problem, squared=False, tol=1e-6, most=10, seed=0)
    >>> fit.w, fit.primal, fit.dual
    (array([1.]), 0.5, 0.5)
    """
    X = problem.X
    stop = (tol, SHARE_OF_TOLERANCE * tol, most)
    rule = (problem.side, problem.margin, problem.price, squared, problem.bias, *stop, seed)
    if isinstance(X, np.ndarray):
        alpha, _, _, history, converged = native.svm_dual(X, *rule)
    else:
        values, columns, begin, width = _compressed(X, tol)
        alpha, _, _, history, converged = native.sparse_svm_dual(values, columns, begin, width, *rule)
    return _certified(problem, alpha, squared, list(history), converged)


def _compressed(X: Any, tol: float) -> tuple[Array, Array, Array, int]:
    """Sparse rows as the kernel takes them: 32 bits a place."""
    if X.nnz > MOST_VALUES:
        raise DataError(
            f"the rows hold {X.nnz} values, and descent over rows numbers at most {MOST_VALUES}; fit on "
            "fewer rows, or use dual=False"
        )
    columns, begin = (places.astype(np.int32, copy=False) for places in (X.indices, X.indptr))
    return _values(X.data, tol), columns, begin, X.shape[1]


def _values(values: Floats, tol: float) -> Array:
    """In single precision, at half the memory, where its rounding is far below the tolerance."""
    sizes = np.abs(values)
    largest, smallest = sizes.max(initial=0.0), sizes.min(initial=1.0, where=sizes > 0)
    short = tol >= SMALLEST_TOLERANCE_FOR_FLOATS and largest < LARGEST_FLOAT and smallest > 1 / LARGEST_FLOAT
    return values.astype(np.float32) if short else values


def _certified(
    problem: HingeProblem, alpha: Floats, squared: bool, history: list[float], converged: bool
) -> PlaneFit:
    w = problem.combined(alpha * problem.side)
    primal, dual = problem.primal(w), problem.dual(alpha)
    if squared:
        missing = np.maximum(problem.margin - problem.side * problem.scores(w), 0.0)
        primal = float(w @ w) / 2 + float(problem.price @ (missing * missing))
        dual -= float(np.sum(alpha * alpha / (4 * problem.price)))
    return PlaneFit(w[:-1], problem.bias * float(w[-1]), primal, dual, history, converged)
