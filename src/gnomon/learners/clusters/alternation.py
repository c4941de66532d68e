"""The two half-steps of k-means for any distance and any kind of middle."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.errors import NumericsWarning
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.starts import starting_centers
from gnomon.learners.clusters.steps import Run
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest

Distances = Callable[[Floats, Floats], Floats]
Middle = Callable[[Floats, Floats | None], Floats]


def alternate(
    data: Rows, centers: Floats, distances: Distances, middle: Middle, most: int
) -> tuple[Run, Floats]:
    """Steps from these centers until no row changes its cluster, and the sum of distances after each.

    distances: from rows to centers. middle: of some rows and their weights. A center without rows takes the
    row farthest from its own.

    >>> from scipy.spatial.distance import cdist
    >>> X = np.array([[0.0], [1.0], [8.0], [9.0], [40.0]])
    >>> done, sums = alternate(Rows(X), X[:2], cdist, lambda rows, weight: np.median(rows, axis=0), 100)
    >>> done.centers.ravel(), done.inertia
    (array([0.5, 9. ]), 33.0)
    """
    centers = centers.copy()
    everyone = np.arange(len(data.X))
    times = np.ones(len(data.X)) if data.weight is None else data.weight
    labels: Array = np.full(len(data.X), -1, dtype=np.int32)
    moved: list[int] = []
    shift: list[float] = []
    sums: list[float] = []
    while len(moved) < most:
        found = distances(data.X, centers)
        new = _without_orphans(first_smallest(found).astype(np.int32), found, times)
        moved.append(int(np.count_nonzero((new != labels) & (times > 0))))
        labels, old = new, centers.copy()
        for cluster in np.unique(labels[times > 0]):
            rows = np.flatnonzero((labels == cluster) & (times > 0))
            centers[cluster] = middle(data.X[rows], None if data.weight is None else times[rows])
        shift.append(float(np.sum((centers - old) ** 2)))
        sums.append(float(times @ distances(data.X, centers)[everyone, labels]))
        if moved[-1] == 0:
            break
    found = distances(data.X, centers)
    settled = moved[-1] == 0
    labels = labels if settled else first_smallest(found).astype(np.int32)
    inertia = float(times @ found[everyone, labels])
    return Run(labels, centers, inertia, settled, settled, np.array(moved), np.array(shift)), np.array(sums)


def best_of(learner: Any, data: Rows, distances: Distances, middle: Middle) -> tuple[list[Run], Run, Floats]:
    """All starts that a learner's init and n_init ask for, the best of them, and its sums after each step."""
    distinct = Distinct.of(data.X, data.weight)
    n_starts = learner.n_init if isinstance(learner.init, str) else 1
    root = seeds.sequence(learner.random_state)
    found = []
    for place in range(n_starts):
        random = seeds.generator(seeds.child(root, place))
        centers = starting_centers(data.X, distinct, learner.n_clusters, learner.init, random)
        found.append(alternate(data, centers, distances, middle, learner.max_iter))
    best, sums = min(found, key=lambda each: each[0].inertia)
    if not best.stopped:
        warnings.warn(
            f"{type(learner).__name__} stopped after max_iter={learner.max_iter} steps, before its clusters "
            "had settled; raise max_iter",
            NumericsWarning,
            stacklevel=4,
        )
    return [each for each, _ in found], best, sums


def _without_orphans(labels: Array, distances: Floats, times: Floats) -> Array:
    """A cluster without rows gets the row that is farthest from its center, and all at the same place."""
    k = distances.shape[1]
    total = np.bincount(labels, times, minlength=k)
    far = np.where(times > 0, distances[np.arange(len(labels)), labels], 0.0)
    for orphan in np.flatnonzero(total == 0):
        row = int(np.argmax(far))
        if far[row] == 0:
            break
        alike = np.flatnonzero((labels == labels[row]) & np.all(distances == distances[row], axis=1))
        labels[alike], far[alike] = orphan, 0.0
    return labels
