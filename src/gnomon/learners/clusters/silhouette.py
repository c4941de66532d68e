"""Silhouette coefficients of all rows, in blocks, without the distance matrix in memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.learners.clusters.means import squared_lengths

PAIRS_PER_BLOCK = 1_000_000


def silhouette_samples(X: Any, labels: Any, weight: Any | None = None) -> Floats:
    """Silhouette coefficient of each row: (b - a) / max(a, b) (Rousseeuw 1987).

    a: mean distance to its own cluster; b: to the nearest other one. 0 for a cluster of one row, and if there
    is only one cluster.

    >>> silhouette_samples(np.array([[0.0], [1.0], [5.0]]), np.array([0, 0, 1])).round(2)
    array([0.8 , 0.75, 0.  ])
    """
    X, labels = np.asarray(X, dtype=np.float64), np.unique(np.asarray(labels), return_inverse=True)[1]
    times = np.ones(len(X)) if weight is None else np.asarray(weight, dtype=np.float64)
    total = np.bincount(labels, times).astype(np.float64)
    if np.count_nonzero(total) < 2:
        return np.zeros(len(X))
    members = np.zeros((len(X), len(total)))
    members[np.arange(len(X)), labels] = times
    X = X - X.mean(axis=0)
    lengths = squared_lengths(X)
    step = max(1, PAIRS_PER_BLOCK // len(X))

    def one(begin: int) -> Floats:
        rows = slice(begin, begin + step)
        square = lengths[rows, None] + lengths - 2 * (X[rows] @ X.T)
        index = np.arange(begin, min(begin + step, len(X)))
        square[index - begin, index] = 0.0
        sums = np.sqrt(np.maximum(square, 0.0, out=square), out=square) @ members
        return _of_sums(sums, labels[rows], total)

    n_threads = threads.count()
    with threads.limited(1), ThreadPoolExecutor(n_threads) as pool:
        return np.concatenate(list(pool.map(one, range(0, len(X), step))))


def _of_sums(sums: Floats, own: Array, total: Floats) -> Floats:
    """Silhouettes from the sums of distances to every cluster."""
    index = np.arange(len(own))
    others = np.divide(sums, total, out=np.full_like(sums, np.inf), where=total > 0)
    others[index, own] = np.inf
    nearest = others.min(axis=1)
    # A row of weight w has w - 1 copies in its cluster, at distance 0.
    rest = total[own] - 1
    inside = np.divide(sums[index, own], rest, out=np.zeros(len(own)), where=rest > 0)
    larger = np.maximum(inside, nearest)
    value = np.divide(nearest - inside, larger, out=np.zeros(len(own)), where=larger > 0)
    return np.where(rest > 0, value, 0.0)
