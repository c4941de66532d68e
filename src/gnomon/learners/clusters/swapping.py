"""Search for medoids on a distance matrix: BUILD, FasterPAM swaps, and alternation."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.ties import first_largest, first_smallest

# A swap must lower the sum by more than the rounding error.
MIN_GAIN = 1e-12


def build(distances: Floats, weight: Floats, k: int) -> Integers:
    """BUILD (Kaufman & Rousseeuw 1990): greedy medoids, each the row that lowers the sum of distances most.

    >>> apart = np.abs(np.subtract.outer([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 9.0]))
    >>> build(apart, np.ones(4), 2).tolist()
    [1, 3]
    """
    nearest = np.full(len(distances), np.inf)
    chosen: list[int] = []
    is_free = weight > 0
    for _ in range(k):
        sums = np.minimum(distances, nearest) @ weight if chosen else distances @ weight
        sums = np.where(is_free, sums, np.inf)
        best = int(first_smallest(sums))
        chosen.append(best)
        is_free[best] = False
        nearest = np.minimum(nearest, distances[best])
    return np.array(chosen)


def swap(
    distances: Floats, weight: Floats, medoids: Integers, max_iter: int
) -> tuple[Integers, bool, Floats]:
    """PAM: swap a medoid for another row while this lowers the sum; medoids, convergence, sums by iteration.

    FasterPAM (Schubert & Rousseeuw 2021): the gains of swapping each medoid m for row x are computed in one
    pass. Rows of m move to x or to their second nearest medoid, others to x if it is nearer.

    >>> apart = np.abs(np.subtract.outer([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 9.0]))
    >>> swap(apart, np.ones(4), np.array([0, 1]), 100)[0].tolist()
    [3, 1]
    """
    medoids = medoids.copy()
    own, first, second = _two_nearest(distances, medoids)
    sums = [float(weight @ first)]
    for _ in range(max_iter):
        improved = False
        for row in np.flatnonzero(weight > 0):
            if row in medoids:
                continue
            gain = _gains(distances[row], weight, own, first, second, len(medoids))
            best = int(first_largest(gain))
            if gain[best] > MIN_GAIN * max(sums[0], 1e-300):
                medoids[best], improved = row, True
                own, first, second = _two_nearest(distances, medoids)
        sums.append(float(weight @ first))
        if not improved:
            return medoids, True, np.array(sums)
    return medoids, False, np.array(sums)


def alternate_medoids(
    distances: Floats, weight: Floats, medoids: Integers, max_iter: int
) -> tuple[Integers, bool, Floats]:
    """Alternation (Voronoi iteration): assign rows to the nearest medoid, update the medoid of each cluster.

    >>> apart = np.abs(np.subtract.outer([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 9.0]))
    >>> alternate_medoids(apart, np.ones(4), np.array([0, 3]), 100)[0].tolist()
    [1, 3]
    """
    medoids = medoids.copy()
    sums = []
    for _ in range(max_iter):
        labels = first_smallest(distances[:, medoids])
        labels[medoids] = np.arange(len(medoids))
        old = medoids.copy()
        for cluster in range(len(medoids)):
            rows = np.flatnonzero((labels == cluster) & (weight > 0))
            within = distances[np.ix_(rows, rows)] @ weight[rows]
            stays = int(np.flatnonzero(rows == medoids[cluster])[0])
            best = int(first_smallest(within))
            medoids[cluster] = rows[best if within[best] < within[stays] else stays]
        sums.append(float(weight @ distances[:, medoids].min(axis=1)))
        if np.array_equal(old, medoids):
            return medoids, True, np.array(sums)
    return medoids, False, np.array(sums)


def _two_nearest(distances: Floats, medoids: Integers) -> tuple[Integers, Floats, Floats]:
    """For each row the index of its nearest medoid, the distance to it, and to the second nearest."""
    to_medoids = distances[:, medoids]
    own = first_smallest(to_medoids)
    rows = np.arange(len(to_medoids))
    first = to_medoids[rows, own]
    if len(medoids) == 1:
        return own, first, np.full(len(to_medoids), np.inf)
    to_medoids[rows, own] = np.inf
    return own, first, to_medoids.min(axis=1)


def _gains(to_row: Floats, weight: Floats, own: Integers, first: Floats, second: Floats, k: int) -> Floats:
    """Decrease of the sum if this row replaces each medoid."""
    shared = weight @ np.maximum(first - to_row, 0.0)
    # A row of the removed medoid moves to the nearer of this row and its second nearest medoid.
    extra = np.maximum(first, np.minimum(to_row, second)) - first
    return np.asarray(shared - np.bincount(own, weight * extra, minlength=k))
