"""Distance matrices: computed by a metric, or precomputed and checked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError

METRICS = ("euclidean", "manhattan", "cosine", "precomputed")
LARGEST = 1e150
ALIASES = {"l2": "euclidean", "l1": "manhattan", "cityblock": "manhattan"}

Metric = str | Callable[[Floats, Floats], float]


def distances_between(A: Array, B: Array | None, metric: Metric) -> Floats:
    """Pairwise distances between the rows of A and those of B, or of A.

    >>> distances_between(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]), "euclidean")
    array([[5.]])
    """
    metric = ALIASES.get(metric, metric) if isinstance(metric, str) else metric
    if metric == "euclidean":
        # scikit-learn expands the square, which loses digits far from the origin.
        return np.asarray(cdist(A, A if B is None else B))
    distances = np.asarray(pairwise_distances(A, B, metric=metric), dtype=np.float64)
    return checked_distances(distances) if B is None else distances


def checked_distances(distances: Floats) -> Floats:
    """Check a distance matrix: square, finite, nonnegative, symmetric, with zero diagonal.

    >>> checked_distances(np.array([[0.0, -1.0], [-1.0, 0.0]]))
    Traceback (most recent call last):
    gnomon.errors.DataError: distances[0, 1] is -1.0; distances must not be negative
    """
    if distances.ndim != 2 or distances.shape[0] != distances.shape[1]:
        raise DataError(f"a distance matrix must be square; its shape is {distances.shape}")
    if not np.isfinite(distances).all():
        row, column = np.argwhere(~np.isfinite(distances))[0]
        raise DataError(f"distances[{row}, {column}] is {distances[row, column]}; all must be finite numbers")
    if (distances < 0).any():
        row, column = np.argwhere(distances < 0)[0]
        raise DataError(
            f"distances[{row}, {column}] is {distances[row, column]}; distances must not be negative"
        )
    if distances.max(initial=0.0) > LARGEST:
        raise DataError(
            f"distances go up to {distances.max():.0e}, whose squares overflow a float; rescale them"
        )
    uneven = np.abs(distances - distances.T) > 1e-9 * np.maximum(distances, distances.T)
    if uneven.any():
        row, column = np.argwhere(uneven)[0]
        raise DataError(
            f"distances[{row}, {column}] is {distances[row, column]} and distances[{column}, {row}] is "
            f"{distances[column, row]}; make the matrix symmetric, such as by (D + D.T) / 2"
        )
    if np.diag(distances).any():
        row = int(np.flatnonzero(np.diag(distances))[0])
        raise DataError(f"distances[{row}, {row}] is {distances[row, row]}; the diagonal must be 0")
    return np.ascontiguousarray((distances + distances.T) / 2)
