"""The search for medoids over a matrix of distances: a greedy start, swaps, and steps by turns."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.ties import first_largest, first_smallest

# A swap must lower the sum by more than rounding can.
LEAST_GAIN = 1e-12


def build(distances: Floats, weight: Floats, k: int) -> Integers:
    """Medoids one by one, each the row that lowers the sum of distances most (Kaufman & Rousseeuw 1990).

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


def swap(distances: Floats, weight: Floats, medoids: Integers, most: int) -> tuple[Integers, bool, Floats]:
    """Swap a medoid for another row while that lowers the sum: medoids, whether none is left, sums by pass.

    What the swap of medoid m for row x gains is found for all m in one look at the rows (Schubert &
    Rousseeuw 2021, FasterPAM): rows of m go to x or to their second medoid, others go to x if it is nearer.

    >>> apart = np.abs(np.subtract.outer([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 9.0]))
    >>> swap(apart, np.ones(4), np.array([0, 1]), 100)[0].tolist()
    [3, 1]
    """
    medoids = medoids.copy()
    own, first, second = _two_nearest(distances, medoids)
    sums = [float(weight @ first)]
    for _ in range(most):
        gained = False
        for row in np.flatnonzero(weight > 0):
            if row in medoids:
                continue
            gain = _gains(distances[row], weight, own, first, second, len(medoids))
            best = int(first_largest(gain))
            if gain[best] > LEAST_GAIN * max(sums[0], 1e-300):
                medoids[best], gained = row, True
                own, first, second = _two_nearest(distances, medoids)
        sums.append(float(weight @ first))
        if not gained:
            return medoids, True, np.array(sums)
    return medoids, False, np.array(sums)


def by_turns(
    distances: Floats, weight: Floats, medoids: Integers, most: int
) -> tuple[Integers, bool, Floats]:
    """Rows to their nearest medoid, each medoid to the best row of its cluster, until none moves.

    >>> apart = np.abs(np.subtract.outer([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 9.0]))
    >>> by_turns(apart, np.ones(4), np.array([0, 3]), 100)[0].tolist()
    [1, 3]
    """
    medoids = medoids.copy()
    sums = []
    for _ in range(most):
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
    """For each row the place of its nearest medoid, the distance to it, and to the second."""
    found = distances[:, medoids]
    own = first_smallest(found)
    rows = np.arange(len(found))
    first = found[rows, own]
    if len(medoids) == 1:
        return own, first, np.full(len(found), np.inf)
    found[rows, own] = np.inf
    return own, first, found.min(axis=1)


def _gains(to_row: Floats, weight: Floats, own: Integers, first: Floats, second: Floats, k: int) -> Floats:
    """What the sum loses if this row takes the place of each medoid."""
    shared = weight @ np.maximum(first - to_row, 0.0)
    # A row whose medoid goes does not stay at `first`: it moves to the nearer of this row and its second.
    extra = np.maximum(first, np.minimum(to_row, second)) - first
    return np.asarray(shared - np.bincount(own, weight * extra, minlength=k))
