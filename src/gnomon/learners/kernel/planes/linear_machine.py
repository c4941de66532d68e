"""The linear support vector machine of one plane: which solver fits the loss, the table and the wish.

================  ==============================  ===============================================
loss              few columns                     many columns
================  ==============================  ===============================================
squared           Newton over the rows that count dual descent, or Newton by conjugate gradients
hinge, tube       interior point                  dual descent
================  ==============================  ===============================================

Newton's steps on a small table are compiled, for all planes of it in one go.

Sparse rows under a squared loss take conjugate gradients where they hold many values a column: all rows are
read in order and on all threads, a few tens of times, while descent takes as many passes in random order and
on one, and with a large price does not come to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import threads
from gnomon.arrays import Floats
from gnomon.data.large_target import refuse_large_target
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.planes.dual_descent import descend
from gnomon.learners.kernel.planes.interior_point import HingeProblem, interior_point
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.planes.small_planes import is_small, small_planes
from gnomon.learners.kernel.planes.sparse_plane import sparse_plane
from gnomon.learners.kernel.planes.squared_loss import (
    MOST_COLUMNS_FOR_HESSIAN,
    SquaredProblem,
    has_hessian,
    minimize,
    squared_hinge,
    squared_tube,
)
from gnomon.sharing.moments import too_large

LARGEST = 1e100
MOST_COLUMNS_FOR_POINT = 500
MOST_SPARSE_COLUMNS_FOR_POINT = 200
MANY_VALUES_A_COLUMN = 10


@dataclass(frozen=True)
class LinearRule:
    """How a plane is fitted.

    squared: whether losses are squared. width: of the tube without loss about each target, None for classes.
    dual: True, False or "auto". bias: the value of the constant column, 0 for none. sparse: whether the price
    is on |w|₁ instead of |w|²/2.
    """

    squared: bool
    width: float | None
    dual: Any
    bias: float
    tol: float
    most: int
    seed: int
    sparse: bool = False


def fit_plane(
    X: Any, target: Floats, price: Floats, rule: LinearRule, start: Floats | None = None
) -> PlaneFit:
    """The plane of least price on w plus priced losses; target: sides ±1, or numbers if there is a tube.

    start: w with the constant's coefficient last, for Newton's method.

    >>> rule = LinearRule(True, None, "auto", 1.0, 1e-4, 100, 0)
    >>> fit_plane(np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.ones(2), rule).w
    array([0.8])
    """
    return fit_planes(X, target[None, :], price, rule, [start])[0]


def fit_planes(
    X: Any, targets: Floats, price: Floats, rule: LinearRule, starts: Sequence[Floats | None]
) -> list[PlaneFit]:
    """The plane of each row of targets, as `fit_plane` finds it."""
    values = X if isinstance(X, np.ndarray) else X.data
    if max(values.max(initial=0.0), -values.min(initial=0.0)) > LARGEST:
        raise DataError(too_large(X))
    refuse_large_target(targets, LARGEST)
    if rule.squared and not rule.sparse and is_small(X) and _by_columns(X, rule):
        return small_planes(
            X, targets, price, width=rule.width, bias=rule.bias, starts=starts, most=rule.most
        )
    # Steps are many and their systems small: handing them to threads takes longer than solving them.
    with threads.single_blas():
        return [_fitted(X, target, price, rule, start) for target, start in zip(targets, starts, strict=True)]


def _fitted(X: Any, target: Floats, price: Floats, rule: LinearRule, start: Floats | None) -> PlaneFit:
    residual = squared_hinge if rule.width is None else squared_tube(rule.width)
    if rule.sparse:
        return sparse_plane(SquaredProblem(X, target, price, residual, rule.bias), start, rule.tol, rule.most)
    if _by_columns(X, rule):
        if rule.squared:
            problem = SquaredProblem(X, target, price, residual, rule.bias)
            return minimize(problem, start, rule.tol, rule.most)
        return interior_point(_hinge(X, target, price, rule), rule.tol)
    return descend(
        _hinge(X, target, price, rule), squared=rule.squared, tol=rule.tol, most=rule.most, seed=rule.seed
    )


def _by_columns(X: Any, rule: LinearRule) -> bool:
    """Whether to solve for the coefficients of columns, not for the multipliers of rows."""
    d = X.shape[1]
    if rule.dual == "auto":
        if rule.squared:
            return has_hessian(X) or _holds_many_values(X)
        return d <= (MOST_COLUMNS_FOR_POINT if isinstance(X, np.ndarray) else MOST_SPARSE_COLUMNS_FOR_POINT)
    if not rule.dual and not rule.squared and d > MOST_COLUMNS_FOR_HESSIAN:
        raise ParameterError(
            f"dual=False: a loss that is not squared has no gradient to follow over {d} columns; "
            "use dual='auto' or a squared loss"
        )
    return not rule.dual


def _holds_many_values(X: Any) -> bool:
    return not isinstance(X, np.ndarray) and X.nnz >= MANY_VALUES_A_COLUMN * X.shape[1]


def _hinge(X: Any, target: Floats, price: Floats, rule: LinearRule) -> HingeProblem:
    """A tube is two hinges: a score may be below its target less the width, or above it plus the width."""
    if rule.width is None:
        return HingeProblem(X, target, np.ones(len(target)), price, rule.bias)
    both: Any = [X, X]
    twice = np.concatenate(both) if isinstance(X, np.ndarray) else scipy.sparse.vstack(both, format="csr")
    ones = np.ones(len(target))
    return HingeProblem(
        twice,
        np.concatenate([ones, -ones]),
        np.concatenate([target - rule.width, -target - rule.width]),
        np.concatenate([price, price]),
        rule.bias,
    )
