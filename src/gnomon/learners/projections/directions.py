"""Projection onto given directions, and the variance along them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Projected:
    """Rows projected onto directions.

    coordinates: (rows, directions). variance: along each direction, normalized to length 1. share: its share
    of the total variance.
    """

    coordinates: Floats
    variance: Floats
    share: Floats

    def frame(self) -> pd.DataFrame:
        """One row per direction: its variance, and its share in percent."""
        import pandas as pd

        return pd.DataFrame({"variance": self.variance, "percent": 100 * self.share})

    def __str__(self) -> str:
        return "\n".join(
            f"direction {index}: variance {variance:.6g}, {100 * share:.2f} % of the total"
            for index, (variance, share) in enumerate(zip(self.variance, self.share, strict=True))
        )


def project_onto(X: Any, directions: Any, *, center: bool = True, ddof: int = 0) -> Projected:
    """Project rows onto directions: coordinates X W, and the variance along each direction.

    directions: one direction (d numbers) or several (d, k). center: whether to subtract the mean first. ddof:
    delta degrees of freedom of the variance. Coordinates use the directions without normalization, variances
    directions of length 1.

    >>> projected = project_onto([[0.0, 0.0], [2.0, 2.0], [4.0, 1.0]], [1.0, 0.0])
    >>> projected.coordinates[:, 0], projected.variance.round(4), projected.share.round(4)
    (array([-2.,  0.,  2.]), array([2.6667]), array([0.8]))
    """
    table = check_array(X, dtype=np.float64)
    W = np.asarray(directions, dtype=np.float64)
    W = W[:, None] if W.ndim == 1 else W
    if W.ndim != 2 or W.shape[0] != table.shape[1] or not np.isfinite(W).all():
        raise ParameterError(
            f"directions of shape {np.shape(directions)} do not match {table.shape[1]} columns; pass one "
            "finite number per column for each direction"
        )
    lengths = np.linalg.norm(W, axis=0)
    if not lengths.all():
        raise ParameterError(f"direction {int(lengths.argmin())} is all zeros; pass a nonzero direction")
    if len(table) <= ddof:
        raise DataError(f"{len(table)} rows have no variance with ddof={ddof}; pass more rows")
    centered = table - table.mean(axis=0)
    divisor = len(table) - ddof
    variance = np.sum((centered @ (W / lengths)) ** 2, axis=0) / divisor
    total = float(np.sum(centered**2)) / divisor
    share = variance / total if total > 0 else np.zeros_like(variance)
    return Projected((centered if center else table) @ W, variance, share)
