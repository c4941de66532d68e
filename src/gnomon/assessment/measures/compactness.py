"""Internal measures of a clustering, without known classes: inertia and silhouette."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import as_numbers, distinct, mean, measure, weights
from gnomon.errors import DataError, ParameterError

METRICS: dict[str, Any] = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}

# Distances are held for this many pairs of rows at a time.
_PAIRS = 2_000_000


@measure(
    better="lower",
    range=(0, np.inf),
    needs="rows",
    kind="clustering",
    title="Inertia: within-cluster sum of squared distances from the cluster means",
)
def inertia(X: Array, clusters: Array, weight: Array | None = None) -> float:
    """Inertia (within-cluster sum of squares): squared distances of the rows from their cluster's mean.

    >>> inertia([[0.0], [2.0], [10.0]], [0, 0, 1])
    2.0
    """
    X, code, weight = _checked(X, clusters, weight)
    total = np.bincount(code, weight)
    sums = np.zeros((len(total), X.shape[1]))
    np.add.at(sums, code, weight[:, None] * X)
    centered = X - (sums / np.maximum(total, np.finfo(float).tiny)[:, None])[code]
    return float(np.dot(weight, np.sum(centered**2, axis=1)))


@measure(
    better="higher",
    range=(-1, 1),
    needs="rows",
    kind="clustering",
    title="Silhouette: how much nearer rows are to their own cluster than to the next",
)
def silhouette(X: Array, clusters: Array, weight: Array | None = None, *, metric: str = "euclidean") -> float:
    """Silhouette coefficient: the mean over rows of (b - a) / max(a, b) (Rousseeuw 1987).

    a and b are a row's mean distances to its own cluster and to the nearest other one. metric: "euclidean",
    "manhattan" or "cosine". Distances are computed in blocks, so memory is linear in the number of rows.

    >>> silhouette([[0.0], [1.0], [10.0], [11.0]], [0, 0, 1, 1]) > 0.8
    True
    """
    return mean(silhouettes(X, clusters, weight, metric=metric), weight)


def silhouettes(
    X: Array, clusters: Array, weight: Array | None = None, *, metric: str = "euclidean"
) -> Floats:
    """The silhouette coefficient of each row; 0 for a row that is a cluster by itself.

    >>> silhouettes([[0.0], [1.0], [5.0]], [0, 0, 1]).round(2)
    array([0.8 , 0.75, 0.  ])
    """
    if metric not in METRICS:
        raise ParameterError(f"metric={metric!r}: use one of {', '.join(map(repr, METRICS))}")
    X, code, weight = _checked(X, clusters, weight)
    total = np.bincount(code, weight)
    n_clusters = int(np.sum(total > 0))
    if n_clusters < 2:
        raise DataError(f"the silhouette needs at least 2 clusters, and there is {n_clusters}")
    values = []
    for rows, sums in _sums_by_cluster(X, code, weight, metric):
        own = code[rows]
        position = np.arange(len(own))
        others = np.divide(sums, total, out=np.full_like(sums, np.inf), where=total > 0)
        others[position, own] = np.inf
        nearest = others.min(axis=1)
        # A row of weight w counts as w rows: w - 1 copies of itself are in its cluster, at distance 0.
        rest = total[own] - 1
        inside = np.divide(sums[position, own], rest, out=np.zeros(len(own)), where=rest > 0)
        larger = np.maximum(inside, nearest)
        value = np.divide(nearest - inside, larger, out=np.zeros(len(own)), where=larger > 0)
        values.append(np.where(rest > 0, value, 0.0))
    return np.concatenate(values)


def _sums_by_cluster(
    X: Floats, code: Integers, weight: Floats, metric: str
) -> Iterator[tuple[slice, Floats]]:
    """For each block of rows, the sum of the distances of each row to the rows of every cluster."""
    order = np.argsort(code, kind="stable")
    starts = np.searchsorted(code[order], np.arange(int(code.max()) + 1))
    step = max(1, _PAIRS // len(X))
    for first in range(0, len(X), step):
        rows = slice(first, first + step)
        distances = cdist(X[rows], X[order], METRICS[metric]) * weight[order]
        yield rows, np.add.reduceat(distances, starts, axis=1)


def _checked(X: Array, clusters: Array, weight: Array | None) -> tuple[Floats, Integers, Floats]:
    X, clusters = as_numbers("X", X), np.asarray(clusters)
    if X.ndim != 2 or clusters.shape != (len(X),):
        raise DataError(
            f"X has shape {X.shape} and clusters {clusters.shape}; pass a two-dimensional X and one cluster "
            "per row"
        )
    if not np.isfinite(X).all():
        row = int(np.argmin(np.isfinite(X).all(axis=1)))
        raise DataError(f"row {row} has a missing or infinite value; impute it or drop the row")
    checked = weights(weight, len(X))
    return X, distinct("clusters", clusters)[1], checked
