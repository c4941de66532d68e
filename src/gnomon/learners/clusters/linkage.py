"""Hierarchical clustering as a function: rows, or distances between them, become a tree of clusters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.metrics import pairwise_distances

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.sharing.moments import too_large

LINKAGES = ("ward", "complete", "average", "single", "weighted", "centroid", "median")
BETWEEN_MEANS = ("ward", "centroid", "median")
METRICS = ("euclidean", "manhattan", "cosine", "precomputed")
ALIASES = {"l2": "euclidean", "l1": "manhattan", "cityblock": "manhattan"}
LARGEST = 1e150

Metric = str | Callable[[Floats, Floats], float]


def linkage(X: Any, method: str = "ward", metric: Metric = "euclidean", weight: Any = None) -> Dendrogram:
    """The tree that grows by always joining the two nearest clusters.

    method: how far two clusters are apart. "single": their nearest rows; "complete": their farthest rows;
    "average": the mean over all pairs; "weighted": the mean of a cluster's two parts; "centroid": their
    means; "median": the midpoints of their parts; "ward": by how much joining them raises the sum of squared
    distances from the mean, as a distance (R's ward.D2). metric: a name of METRICS, or a function of two
    rows; "precomputed": X holds the distances (n, n). weight: how many equal rows each row stands for.

    Of equal distances the chain of nearest neighbours takes the one it came from, else the lowest row; with
    ties, other programs may join in another order, and then average linkage may end at other heights.

    >>> linkage([[0.0], [1.0], [5.0]], "single").matrix
    array([[0., 1., 1., 2.],
           [2., 3., 4., 3.]])
    """
    if method not in LINKAGES:
        raise ParameterError(f"method={method!r}: it must be one of {', '.join(LINKAGES)}")
    metric = ALIASES.get(metric, metric) if isinstance(metric, str) else metric
    if method in BETWEEN_MEANS and metric not in ("euclidean", "precomputed"):
        raise ParameterError(
            f"method={method!r} measures between means, so metric={metric!r} does not go with it; "
            "use 'euclidean', or another method"
        )
    if isinstance(metric, str) and metric not in METRICS:
        raise ParameterError(f"metric={metric!r}: it must be one of {', '.join(METRICS)}, or a function")
    table = np.ascontiguousarray(X, dtype=np.float64)
    sizes = None if weight is None else _checked_weight(weight, len(table))
    if metric in ("euclidean", "manhattan"):
        return Dendrogram(_of_rows(table, str(metric), method, sizes))
    distances = (
        checked_distances(table) if metric == "precomputed" else distances_between(table, None, metric)
    )
    return Dendrogram(native.linkage_of_distances(distances, method, sizes, threads.count()))


def distances_between(A: Array, B: Array | None, metric: Metric) -> Floats:
    """Distances between the rows of A and those of B, or of A.

    >>> distances_between(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]), "euclidean")
    array([[5.]])
    """
    metric = ALIASES.get(metric, metric) if isinstance(metric, str) else metric
    if metric == "euclidean":
        # scikit-learn expands the square, which loses digits far from the origin.
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(A, A if B is None else B))
    found = np.asarray(pairwise_distances(A, B, metric=metric), dtype=np.float64)
    return checked_distances(found) if B is None else found


def checked_distances(distances: Floats) -> Floats:
    """A table of distances, if it is one: square, finite, not negative, symmetric, zero on its diagonal.

    >>> checked_distances(np.array([[0.0, -1.0], [-1.0, 0.0]]))
    Traceback (most recent call last):
    gnomon.errors.DataError: distances[0, 1] is -1.0; distances must not be negative
    """
    if distances.ndim != 2 or distances.shape[0] != distances.shape[1]:
        raise DataError(f"a table of distances must be square, and this one has shape {distances.shape}")
    if not np.isfinite(distances).all():
        row, column = np.argwhere(~np.isfinite(distances))[0]
        raise DataError(f"distances[{row}, {column}] is {distances[row, column]}; all must be finite numbers")
    if (distances < 0).any():
        row, column = np.argwhere(distances < 0)[0]
        raise DataError(
            f"distances[{row}, {column}] is {distances[row, column]}; distances must not be negative"
        )
    uneven = np.abs(distances - distances.T) > 1e-9 * np.maximum(distances, distances.T)
    if uneven.any():
        row, column = np.argwhere(uneven)[0]
        raise DataError(
            f"distances[{row}, {column}] is {distances[row, column]} and distances[{column}, {row}] is "
            f"{distances[column, row]}; make them equal, say by (D + D.T) / 2"
        )
    if np.diag(distances).any():
        row = int(np.flatnonzero(np.diag(distances))[0])
        raise DataError(
            f"distances[{row}, {row}] is {distances[row, row]}; a row is at distance 0 from itself"
        )
    return np.ascontiguousarray((distances + distances.T) / 2)


def _of_rows(X: Floats, metric: str, method: str, sizes: Floats | None) -> Floats:
    if X.ndim != 2 or 0 in X.shape:
        raise DataError(f"X has shape {X.shape}; give rows of at least one column")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise DataError(f"X has {X[row, column]} in column {column}, row {row}; impute or drop it first")
    if np.abs(X).max() > LARGEST:
        raise DataError(too_large(X))
    # About their mean, rows far from the origin keep their digits.
    centred = np.ascontiguousarray(X - X.mean(axis=0))
    return native.linkage_of_rows(centred, metric, method, sizes, threads.count())


def _checked_weight(weight: Any, n_rows: int) -> Floats:
    sizes = np.ascontiguousarray(weight, dtype=np.float64)
    if sizes.shape != (n_rows,) or not np.isfinite(sizes).all() or not (sizes > 0).all():
        raise DataError(
            f"weight must be {n_rows} numbers above 0, one for each row; drop rows that weigh nothing"
        )
    return sizes
