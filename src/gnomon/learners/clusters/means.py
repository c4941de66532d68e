"""The update step of k-means, for dense and sparse rows: cluster means, and relocation of empty clusters."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.learners.clusters.distinct import Distinct

ROWS_PER_BLOCK = 8192


def as_table(rows: Any) -> Floats:
    """Convert rows to a dense table of double precision.

    >>> as_table(scipy.sparse.csr_matrix([[0.0, 2.0]]))
    array([[0., 2.]])
    """
    return np.asarray(rows if isinstance(rows, np.ndarray) else rows.toarray(), dtype=np.float64)


def squared_lengths(X: Any) -> Floats:
    """Squared norm |x|² of each row.

    >>> squared_lengths(np.array([[3.0, 4.0]]))
    array([25.])
    """
    if isinstance(X, np.ndarray):
        return np.einsum("ij,ij->i", X, X, dtype=np.float64)
    square = X.astype(np.float64)
    square.data **= 2
    return np.asarray(square.sum(axis=1), dtype=np.float64).ravel()


def cluster_sums(X: Any, labels: Array, weight: Floats | None, k: int) -> tuple[Floats, Floats]:
    """Weighted sum of the rows of each cluster (k, d), and their total weight (k).

    >>> sums, total = cluster_sums(np.array([[1.0], [2.0], [5.0]]), np.array([0, 0, 1]), None, 2)
    >>> sums.ravel(), total
    (array([3., 5.]), array([2., 1.]))
    """
    n = X.shape[0]
    times = np.ones(n) if weight is None else weight
    # One entry per row, so no sorting is needed.
    members = scipy.sparse.csr_matrix((times, labels, np.arange(n + 1)), (n, k))
    return as_table(members.T @ X), np.bincount(labels, times, minlength=k).astype(np.float64)


def own_distances(X: Any, labels: Array, centers: Floats) -> Floats:
    """Squared distance |x - c|² of each row from the center of its cluster.

    >>> own_distances(np.array([[1.0], [4.0]]), np.array([0, 0]), np.array([[2.0]]))
    array([1., 4.])
    """
    distances = np.empty(X.shape[0])
    for begin in range(0, X.shape[0], ROWS_PER_BLOCK):
        some = slice(begin, begin + ROWS_PER_BLOCK)
        if isinstance(X, np.ndarray):
            distances[some] = np.sum((X[some] - centers[labels[some]]) ** 2, axis=1)
        else:
            of_centers = np.sum(centers**2, axis=1)[labels[some]]
            crossed = np.asarray(X[some].multiply(centers[labels[some]]).sum(axis=1)).ravel()
            distances[some] = np.maximum(squared_lengths(X[some]) - 2 * crossed + of_centers, 0.0)
    return distances


def new_centers(
    X: Any,
    labels: Array,
    weight: Floats | None,
    centers: Floats,
    *,
    empty_threshold: int = 0,
    empty_clusters: str = "farthest",
    random: np.random.Generator | None = None,
) -> tuple[Floats, int]:
    """Update step: the means of the clusters, and the number of relocated centers.

    A cluster of weight up to `empty_threshold` counts as empty. empty_clusters="farthest" relocates its
    center to the row farthest from its center, which leaves its cluster (with all equal rows); "random" to a
    random row. The center is unchanged if every row is on its center.

    >>> X, centers = np.array([[0.0], [1.0], [9.0]]), np.array([[1.0], [50.0]])
    >>> new_centers(X, np.array([0, 0, 0]), None, centers)[0].ravel()
    array([0.5, 9. ])
    """
    sums, total = cluster_sums(X, labels, weight, len(centers))
    is_empty = total <= empty_threshold
    relocations: list[Integers] = []
    if is_empty.any() and empty_clusters == "random":
        relocations = _random_rows(Distinct.of(X, weight), is_empty, random or np.random.default_rng())
    elif is_empty.any():
        relocations = _farthest(X, labels, weight, centers, int(is_empty.sum()))
    times = np.ones(X.shape[0]) if weight is None else weight
    for empty, rows in zip(np.flatnonzero(is_empty), relocations):
        row = as_table(X[rows[:1]])[0]
        if empty_clusters == "farthest":
            sums[labels[rows[0]]] -= times[rows].sum() * row
            total[labels[rows[0]]] -= times[rows].sum()
        sums[empty], total[empty] = times[rows].sum() * row, times[rows].sum()
    stays = total <= 1e-12 * times.max()
    means = sums / np.where(stays, 1.0, total)[:, None]
    return np.where(stays[:, None], centers, means), len(relocations)


def _random_rows(distinct: Distinct, is_empty: Flags, random: np.random.Generator) -> list[Integers]:
    return [np.array([distinct.index[each]]) for each in distinct.draw(random, size=int(is_empty.sum()))]


def _farthest(X: Any, labels: Array, weight: Floats | None, centers: Floats, n: int) -> list[Integers]:
    """The n rows farthest from their centers, each with the indices of all rows equal to it."""
    distance = own_distances(X, labels, centers)
    if weight is not None:
        distance[weight == 0] = 0.0
    farthest: list[Integers] = []
    while len(farthest) < n and distance.max() > 0:
        row = int(np.argmax(distance))
        alike = np.flatnonzero(distance == distance[row])
        rows = alike[np.all(as_table(X[alike]) == as_table(X[row : row + 1]), axis=1)]
        farthest.append(rows)
        distance[rows] = 0.0
    return farthest
