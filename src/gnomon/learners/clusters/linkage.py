"""Linkage: hierarchical agglomerative clustering as a function."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.distance_table import (
    ALIASES,
    LARGEST,
    METRICS,
    Metric,
    checked_distances,
    distances_between,
)
from gnomon.sharing.moments import too_large

LINKAGES = ("ward", "complete", "average", "single", "weighted", "centroid", "median")
MAX_WEIGHT = 1e15
BETWEEN_MEANS = ("ward", "centroid", "median")


def linkage(X: Any, method: str = "ward", metric: Metric = "euclidean", weight: Any = None) -> Dendrogram:
    """Hierarchical agglomerative clustering: the dendrogram of repeatedly merging the two nearest clusters.

    method: distance between clusters. "single": minimum over pairs of rows; "complete": maximum; "average"
    (UPGMA): mean; "weighted" (WPGMA): mean over a cluster's two parts; "centroid" (UPGMC): between centroids;
    "median" (WPGMC): between midpoints; "ward": increase of the within-cluster sum of squares, as a distance
    (R's ward.D2). metric: a name of METRICS, or a function of two rows; "precomputed": X is the distance
    matrix (n, n). weight: number of equal rows that each row represents.

    Ties are broken by the nearest-neighbor chain: the previous cluster, else the lowest row. Other programs
    may break ties differently, and average linkage may then have other heights.

    >>> linkage([[0.0], [1.0], [5.0]], "single").matrix
    array([[0., 1., 1., 2.],
           [2., 3., 4., 3.]])
    """
    if method not in LINKAGES:
        raise ParameterError(f"method={method!r}: it must be one of {', '.join(LINKAGES)}")
    metric = ALIASES.get(metric, metric) if isinstance(metric, str) else metric
    if method in BETWEEN_MEANS and metric not in ("euclidean", "precomputed"):
        raise ParameterError(
            f"method={method!r} is defined for Euclidean distances only, not metric={metric!r}; use "
            "metric='euclidean', or another method"
        )
    if isinstance(metric, str) and metric not in METRICS:
        raise ParameterError(f"metric={metric!r}: it must be one of {', '.join(METRICS)}, or a function")
    table = _numbers(X)
    sizes = None if weight is None else _checked_weight(weight, len(table))
    if metric in ("euclidean", "manhattan"):
        return Dendrogram(_of_rows(table, str(metric), method, sizes))
    distances = (
        checked_distances(table) if metric == "precomputed" else distances_between(table, None, metric)
    )
    return Dendrogram(native.linkage_of_distances(distances, method, sizes, threads.count()))


def _numbers(X: Any) -> Floats:
    try:
        return np.ascontiguousarray(X, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(f"X must be numeric ({problem}); encode categorical columns first") from None


def _of_rows(X: Floats, metric: str, method: str, sizes: Floats | None) -> Floats:
    if X.ndim != 2 or 0 in X.shape:
        raise DataError(f"X has shape {X.shape}; pass a 2-D table of at least one row and one column")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise DataError(f"X has {X[row, column]} in column {column}, row {row}; impute or drop it first")
    if np.abs(X).max() > LARGEST:
        raise DataError(too_large(X))
    # Centered, as rows far from the origin lose precision.
    centered = np.ascontiguousarray(X - X.mean(axis=0))
    return native.linkage_of_rows(centered, metric, method, sizes, threads.count())


def _checked_weight(weight: Any, n_rows: int) -> Floats:
    sizes = np.ascontiguousarray(weight, dtype=np.float64)
    if sizes.shape != (n_rows,) or not np.isfinite(sizes).all() or not (sizes > 0).all():
        raise DataError(f"weight must be {n_rows} finite numbers above 0, one per row; drop rows of weight 0")
    if not 1 / MAX_WEIGHT <= sizes.min() <= sizes.max() <= MAX_WEIGHT:
        raise DataError(
            f"weight is from {sizes.min():.0e} to {sizes.max():.0e}; it must be from {1 / MAX_WEIGHT:.0e} to "
            f"{MAX_WEIGHT:.0e}: rescale it"
        )
    return sizes
