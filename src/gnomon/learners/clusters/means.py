"""The mean of each cluster's rows, of dense tables and sparse ones; what becomes of a center without rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.learners.clusters.distinct import Distinct

ROWS_AT_ONCE = 8192


def as_table(rows: Any) -> Floats:
    """Rows as a dense table of double precision.

    >>> as_table(scipy.sparse.csr_matrix([[0.0, 2.0]]))
    array([[0., 2.]])
    """
    return np.asarray(rows if isinstance(rows, np.ndarray) else rows.toarray(), dtype=np.float64)


def squared_lengths(X: Any) -> Floats:
    """|x|² of each row.

    >>> squared_lengths(np.array([[3.0, 4.0]]))
    array([25.])
    """
    if isinstance(X, np.ndarray):
        return np.einsum("ij,ij->i", X, X, dtype=np.float64)
    square = X.astype(np.float64)
    square.data **= 2
    return np.asarray(square.sum(axis=1), dtype=np.float64).ravel()


def cluster_sums(X: Any, labels: Array, weight: Floats | None, k: int) -> tuple[Floats, Floats]:
    """For each cluster the weighted sum of its rows (k, d), and their weight (k).

    >>> sums, total = cluster_sums(np.array([[1.0], [2.0], [5.0]]), np.array([0, 0, 1]), None, 2)
    >>> sums.ravel(), total
    (array([3., 5.]), array([2., 1.]))
    """
    n = X.shape[0]
    times = np.ones(n) if weight is None else weight
    # One entry a row, so nothing need be sorted.
    members = scipy.sparse.csr_matrix((times, labels, np.arange(n + 1)), (n, k))
    return as_table(members.T @ X), np.bincount(labels, times, minlength=k).astype(np.float64)


def own_distances(X: Any, labels: Array, centers: Floats) -> Floats:
    """|x - c|² of each row from the center of its cluster.

    >>> own_distances(np.array([[1.0], [4.0]]), np.array([0, 0]), np.array([[2.0]]))
    array([1., 4.])
    """
    found = np.empty(X.shape[0])
    for begin in range(0, X.shape[0], ROWS_AT_ONCE):
        some = slice(begin, begin + ROWS_AT_ONCE)
        if isinstance(X, np.ndarray):
            found[some] = np.sum((X[some] - centers[labels[some]]) ** 2, axis=1)
        else:
            of_centers = np.sum(centers**2, axis=1)[labels[some]]
            crossed = np.asarray(X[some].multiply(centers[labels[some]]).sum(axis=1)).ravel()
            found[some] = np.maximum(squared_lengths(X[some]) - 2 * crossed + of_centers, 0.0)
    return found


def new_centers(
    X: Any,
    labels: Array,
    weight: Floats | None,
    centers: Floats,
    *,
    fewest: int = 0,
    orphans: str = "farthest",
    random: np.random.Generator | None = None,
) -> tuple[Floats, int]:
    """The means of the clusters, and how many orphans found a new place.

    A center whose rows weigh no more than `fewest` is an orphan. orphans="farthest" gives each the row
    farthest from its center, which leaves its cluster (equal rows go together); "random" puts it on a row
    drawn at random. An orphan stays where it is if every row is on its center.

    >>> X, centers = np.array([[0.0], [1.0], [9.0]]), np.array([[1.0], [50.0]])
    >>> new_centers(X, np.array([0, 0, 0]), None, centers)[0].ravel()
    array([0.5, 9. ])
    """
    sums, total = cluster_sums(X, labels, weight, len(centers))
    is_orphan = total <= fewest
    places: list[Integers] = []
    if is_orphan.any() and orphans == "random":
        places = _drawn(Distinct.of(X, weight), is_orphan, random or np.random.default_rng())
    elif is_orphan.any():
        places = _farthest(X, labels, weight, centers, int(is_orphan.sum()))
    times = np.ones(X.shape[0]) if weight is None else weight
    for orphan, rows in zip(np.flatnonzero(is_orphan), places):
        taken = as_table(X[rows[:1]])[0]
        if orphans == "farthest":
            sums[labels[rows[0]]] -= times[rows].sum() * taken
            total[labels[rows[0]]] -= times[rows].sum()
        sums[orphan], total[orphan] = times[rows].sum() * taken, times[rows].sum()
    stays = total <= 1e-12 * times.max()
    means = sums / np.where(stays, 1.0, total)[:, None]
    return np.where(stays[:, None], centers, means), len(places)


def _drawn(distinct: Distinct, is_orphan: Flags, random: np.random.Generator) -> list[Integers]:
    return [np.array([distinct.index[place]]) for place in distinct.draw(random, size=int(is_orphan.sum()))]


def _farthest(X: Any, labels: Array, weight: Floats | None, centers: Floats, wanted: int) -> list[Integers]:
    """Rows far from their centers: for each place the number of a row and of all that equal it."""
    distance = own_distances(X, labels, centers)
    if weight is not None:
        distance[weight == 0] = 0.0
    found: list[Integers] = []
    while len(found) < wanted and distance.max() > 0:
        row = int(np.argmax(distance))
        alike = np.flatnonzero(distance == distance[row])
        rows = alike[np.all(as_table(X[alike]) == as_table(X[row : row + 1]), axis=1)]
        found.append(rows)
        distance[rows] = 0.0
    return found
