"""Linear support vector machines: the solver for each loss and shape of the table.

================  ==============================  ===============================================
loss              few columns                     many columns
================  ==============================  ===============================================
squared           Newton on support vectors       dual coordinate descent, or Newton-CG
hinge, epsilon    interior point                  dual coordinate descent
================  ==============================  ===============================================

Newton's method on a small table is compiled, for all of its binary problems at once.

Sparse rows with squared loss and many values per column use Newton-CG: all rows are read in order and on all
threads, a few tens of times, while coordinate descent needs as many passes in random order and on one thread,
and converges slowly for large C.
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
from gnomon.learners.kernel.planes.dual_coordinate_descent import dual_coordinate_descent
from gnomon.learners.kernel.planes.interior_point import HingeProblem, interior_point
from gnomon.learners.kernel.planes.l1_penalty import fit_l1
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.small_tables import fit_small, is_small
from gnomon.learners.kernel.planes.squared_loss import (
    MAX_COLUMNS_FOR_HESSIAN,
    SquaredProblem,
    has_hessian,
    minimize,
    squared_epsilon_insensitive,
    squared_hinge,
)
from gnomon.sharing.moments import too_large

MAX_VALUE = 1e100
MAX_COLUMNS_FOR_INTERIOR_POINT = 500
MAX_SPARSE_COLUMNS_FOR_INTERIOR_POINT = 200
MANY_VALUES_PER_COLUMN = 10


@dataclass(frozen=True)
class LinearOptions:
    """Loss, penalty and solver parameters.

    squared: whether losses are squared. width: epsilon of the insensitive tube, None for classification.
    dual: True, False or "auto". bias: the value of the constant column, 0 for no intercept. sparse: whether
    the penalty is L1 (|w|₁) instead of L2 (|w|²/2).
    """

    squared: bool
    width: float | None
    dual: Any
    bias: float
    tol: float
    max_iter: int
    seed: int
    sparse: bool = False


def fit_one(
    X: Any, target: Floats, C: Floats, options: LinearOptions, start: Floats | None = None
) -> LinearFit:
    """Minimize the penalty plus C times the losses; target: sides ±1, or numbers for regression.

    start: w with the intercept's coefficient last, for Newton's method (warm start).

    >>> options = LinearOptions(True, None, "auto", 1.0, 1e-4, 100, 0)
    >>> fit_one(np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), np.ones(2), options).w
    array([0.8])
    """
    return fit_all(X, target[None, :], C, options, [start])[0]


def fit_all(
    X: Any, targets: Floats, C: Floats, options: LinearOptions, starts: Sequence[Floats | None]
) -> list[LinearFit]:
    """One fit for each row of targets, as of `fit_one`."""
    values = X if isinstance(X, np.ndarray) else X.data
    if max(values.max(initial=0.0), -values.min(initial=0.0)) > MAX_VALUE:
        raise DataError(too_large(X))
    refuse_large_target(targets, MAX_VALUE)
    if options.squared and not options.sparse and is_small(X) and _is_primal(X, options):
        return fit_small(
            X,
            targets,
            C,
            width=options.width,
            bias=options.bias,
            starts=starts,
            max_iter=options.max_iter,
        )
    # Many steps with small systems: threads would cost more than they save.
    with threads.single_blas():
        return [_fitted(X, target, C, options, start) for target, start in zip(targets, starts, strict=True)]


def _fitted(X: Any, target: Floats, C: Floats, options: LinearOptions, start: Floats | None) -> LinearFit:
    residual = squared_hinge if options.width is None else squared_epsilon_insensitive(options.width)
    if options.sparse:
        return fit_l1(
            SquaredProblem(X, target, C, residual, options.bias), start, options.tol, options.max_iter
        )
    if _is_primal(X, options):
        if options.squared:
            problem = SquaredProblem(X, target, C, residual, options.bias)
            return minimize(problem, start, options.tol, options.max_iter)
        return interior_point(_hinge(X, target, C, options), options.tol)
    return dual_coordinate_descent(
        _hinge(X, target, C, options),
        squared=options.squared,
        tol=options.tol,
        max_iter=options.max_iter,
        seed=options.seed,
    )


def _is_primal(X: Any, options: LinearOptions) -> bool:
    """Whether to solve the primal (coefficients of columns), not the dual (multipliers of rows)."""
    d = X.shape[1]
    if options.dual == "auto":
        if options.squared:
            return has_hessian(X) or _has_many_values(X)
        return d <= (
            MAX_COLUMNS_FOR_INTERIOR_POINT
            if isinstance(X, np.ndarray)
            else MAX_SPARSE_COLUMNS_FOR_INTERIOR_POINT
        )
    if not options.dual and not options.squared and d > MAX_COLUMNS_FOR_HESSIAN:
        raise ParameterError(
            f"dual=False: a loss that is not squared is not differentiable, and {d} columns are too many "
            "for the interior-point method; use dual='auto' or a squared loss"
        )
    return not options.dual


def _has_many_values(X: Any) -> bool:
    return not isinstance(X, np.ndarray) and X.nnz >= MANY_VALUES_PER_COLUMN * X.shape[1]


def _hinge(X: Any, target: Floats, C: Floats, options: LinearOptions) -> HingeProblem:
    """The epsilon-insensitive loss is two hinges: below target - epsilon, and above target + epsilon."""
    if options.width is None:
        return HingeProblem(X, target, np.ones(len(target)), C, options.bias)
    both: Any = [X, X]
    twice = np.concatenate(both) if isinstance(X, np.ndarray) else scipy.sparse.vstack(both, format="csr")
    ones = np.ones(len(target))
    return HingeProblem(
        twice,
        np.concatenate([ones, -ones]),
        np.concatenate([target - options.width, -target - options.width]),
        np.concatenate([C, C]),
        options.bias,
    )
