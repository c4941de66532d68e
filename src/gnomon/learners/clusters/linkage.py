"""Hierarchical clustering as a function: rows, or distances between them, become a tree of clusters."""

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
MOST_WEIGHT = 1e15
BETWEEN_MEANS = ("ward", "centroid", "median")


def linkage(X: Any, method: str = "ward", metric: Metric = "euclidean", weight: Any = None) -> Dendrogram:
    """The tree that grows by always joining the two nearest clusters.

    method: how far two clusters are apart. "single": their nearest rows; "complete": their farthest rows;
    "average": the mean over all pairs; "weighted": the mean of a cluster's two parts; "centroid": their
    means; "median": the midpoints of their parts; "ward": by how much joining them raises the sum of squared
    distances from the mean, as a distance (R's ward.D2). metric: a name of METRICS, or a function of two
    rows; "precomputed": X holds the distances (n, n). weight: how many equal rows each row stands for.

    Of equal distances the chain of nearest neighbors takes the one it came from, else the lowest row; with
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
        raise DataError(
            f"X must be a table of numbers ({problem}); give categories as numbers first"
        ) from None


def _of_rows(X: Floats, metric: str, method: str, sizes: Floats | None) -> Floats:
    if X.ndim != 2 or 0 in X.shape:
        raise DataError(f"X has shape {X.shape}; give rows of at least one column")
    if not np.isfinite(X).all():
        row, column = np.argwhere(~np.isfinite(X))[0]
        raise DataError(f"X has {X[row, column]} in column {column}, row {row}; impute or drop it first")
    if np.abs(X).max() > LARGEST:
        raise DataError(too_large(X))
    # About their mean, rows far from the origin keep their digits.
    centered = np.ascontiguousarray(X - X.mean(axis=0))
    return native.linkage_of_rows(centered, metric, method, sizes, threads.count())


def _checked_weight(weight: Any, n_rows: int) -> Floats:
    sizes = np.ascontiguousarray(weight, dtype=np.float64)
    if sizes.shape != (n_rows,) or not np.isfinite(sizes).all() or not (sizes > 0).all():
        raise DataError(
            f"weight must be {n_rows} numbers above 0, one for each row; drop rows that weigh nothing"
        )
    if not 1 / MOST_WEIGHT <= sizes.min() <= sizes.max() <= MOST_WEIGHT:
        raise DataError(
            f"weight goes from {sizes.min():.0e} to {sizes.max():.0e}; it counts rows, so {MOST_WEIGHT:.0e} "
            "of them, or that part of one, must do"
        )
    return sizes
