"""Linear support vector machines with squared loss on small tables: all steps in one compiled call.

The method is that of `squared_loss`. A step takes microseconds, less than the overhead of NumPy calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.squared_loss import MAX_GAP, MIN_ROWS_FOR_SUBSAMPLE
from gnomon.sharing.moments import too_large

MAX_VALUES = 2**18
MAX_COLUMNS = 200


def is_small(X: Any) -> bool:
    """Whether a table is dense and small enough for the processor's cache.

    >>> is_small(np.zeros((100, 20))), is_small(np.zeros((20_000, 20)))
    (True, False)
    """
    return (
        isinstance(X, np.ndarray)
        and X.size <= MAX_VALUES
        and X.shape[1] <= MAX_COLUMNS
        and X.shape[0] < MIN_ROWS_FOR_SUBSAMPLE
    )


def fit_small(
    X: Floats,
    targets: Floats,
    C: Floats,
    *,
    width: float | None,
    bias: float,
    starts: Sequence[Floats | None],
    max_iter: int,
) -> list[LinearFit]:
    """One fit for each row of targets; width and bias are those of `LinearOptions`.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([[1.0, -1.0]])
    >>> fit_small(X, side, np.ones(2), width=None, bias=0.0, starts=[None], max_iter=10)[0].w
    array([0.8])
    """
    begin = np.zeros((len(targets), X.shape[1] + 1))
    for line, start in zip(begin, starts, strict=True):
        line[:] = 0.0 if start is None else start
    table = np.ascontiguousarray(X, dtype=np.float64)
    fits = native.squared_planes(table, np.ascontiguousarray(targets), C, width, bias, begin, max_iter)
    return [_as_fit(X, bias, *fit) for fit in fits]


def _as_fit(
    X: Floats, bias: float, w: Floats, history: Floats, primal: float, dual: float, converged: bool
) -> LinearFit:
    if not np.isfinite(history[-1]):
        raise DataError(too_large(X))
    fit = LinearFit(w[:-1], bias * float(w[-1]), primal, dual, history.tolist(), converged)
    # Overflowing rows, where no step decreases the objective, look converged too.
    fit.converged = converged and fit.gap <= MAX_GAP
    return fit
