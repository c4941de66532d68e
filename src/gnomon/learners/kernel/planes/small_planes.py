"""Planes under a squared loss for a table that the processor keeps close: every step in one compiled call.

The method is that of `squared_loss`. Its steps take microseconds here, less than handing them to NumPy does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.planes.squared_loss import LARGEST_GAP, LEAST_ROWS_FOR_SAMPLE
from gnomon.sharing.moments import too_large

MOST_VALUES = 2**18
MOST_COLUMNS = 200


def is_small(X: Any) -> bool:
    """Whether a table is dense and small enough to be read again and again.

    >>> is_small(np.zeros((100, 20))), is_small(np.zeros((20_000, 20)))
    (True, False)
    """
    return (
        isinstance(X, np.ndarray)
        and X.size <= MOST_VALUES
        and X.shape[1] <= MOST_COLUMNS
        and X.shape[0] < LEAST_ROWS_FOR_SAMPLE
    )


def small_planes(
    X: Floats,
    targets: Floats,
    price: Floats,
    *,
    width: float | None,
    bias: float,
    starts: Sequence[Floats | None],
    most: int,
) -> list[PlaneFit]:
    """The plane of each row of targets; width and bias are those of `LinearRule`.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([[1.0, -1.0]])
    >>> small_planes(X, side, np.ones(2), width=None, bias=0.0, starts=[None], most=10)[0].w
    array([0.8])
    """
    begin = np.zeros((len(targets), X.shape[1] + 1))
    for line, start in zip(begin, starts, strict=True):
        line[:] = 0.0 if start is None else start
    table = np.ascontiguousarray(X, dtype=np.float64)
    fits = native.squared_planes(table, np.ascontiguousarray(targets), price, width, bias, begin, most)
    return [_plane(X, bias, *fit) for fit in fits]


def _plane(
    X: Floats, bias: float, w: Floats, history: Floats, primal: float, dual: float, converged: bool
) -> PlaneFit:
    if not np.isfinite(history[-1]):
        raise DataError(too_large(X))
    fit = PlaneFit(w[:-1], bias * float(w[-1]), primal, dual, history.tolist(), converged)
    # Rows so large that no step helps look like the end, too.
    fit.converged = converged and fit.gap <= LARGEST_GAP
    return fit
