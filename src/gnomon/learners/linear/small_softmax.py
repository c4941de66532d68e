"""L-BFGS for softmax regression on a table that fits the processor's cache, in one compiled call.

The method is that of `quasi_newton` with the blocks of `curvature`. A step takes a tenth of a millisecond,
less than the overhead of NumPy calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.learners.linear.logistic_loss import ManyRows
from gnomon.learners.linear.newton import ROUNDING, Fit, Penalty
from gnomon.learners.linear.quasi_newton import spread_of

MAX_VALUES = 2**18
MAX_COLUMNS = 200


def fits_cache(X: Any) -> bool:
    """Whether a table is dense and small enough for the processor's cache.

    >>> fits_cache(np.zeros((1000, 64))), fits_cache(np.zeros((100_000, 64)))
    (True, False)
    """
    return isinstance(X, np.ndarray) and X.size <= MAX_VALUES and X.shape[1] <= MAX_COLUMNS


def small_softmax(
    X: Floats,
    rows: ManyRows,
    penalty: Penalty,
    fit_intercept: bool,
    start: tuple[Floats, Floats],
    tol: float,
    max_iter: int,
) -> Fit:
    """Minimize the loss with an L2 penalty over w (classes x columns) and b (classes)."""
    begin = np.column_stack(start)
    codes = np.ascontiguousarray(rows.codes, dtype=np.int64)
    # Products so small finish before a second thread would start.
    with threads.single_blas():
        theta, history, gradient, steps, converged = native.softmax_minimum(
            np.ascontiguousarray(X),
            codes,
            np.ascontiguousarray(rows.weight, dtype=np.float64),
            penalty.l2,
            fit_intercept,
            begin,
            spread_of(X),
            tol,
            ROUNDING,
            max_iter,
        )
    w, b = np.ascontiguousarray(theta[:, :-1]), np.ascontiguousarray(theta[:, -1])
    return Fit(w, b, history.tolist(), gradient, steps, converged)
