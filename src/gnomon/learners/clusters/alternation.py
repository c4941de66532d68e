"""The two alternating steps of k-means (assignment and update) for any distance and any center."""

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
Center = Callable[[Floats, Floats | None], Floats]


def alternate(
    data: Rows, centers: Floats, distances: Distances, center: Center, max_iter: int
) -> tuple[Run, Floats]:
    """Lloyd's algorithm from these centers until labels are constant; also the inertia of each iteration.

    distances: from rows to centers. center: of some rows and their weights. The center of an empty cluster is
    relocated to the row farthest from its center.

    >>> from scipy.spatial.distance import cdist
    >>> X = np.array([[0.0], [1.0], [8.0], [9.0], [40.0]])
    >>> result, _ = alternate(Rows(X), X[:2], cdist, lambda rows, weight: np.median(rows, axis=0), 100)
    >>> result.centers.ravel(), result.inertia
    (array([0.5, 9. ]), 33.0)
    """
    centers = centers.copy()
    all_rows = np.arange(len(data.X))
    times = np.ones(len(data.X)) if data.weight is None else data.weight
    labels: Array = np.full(len(data.X), -1, dtype=np.int32)
    moved: list[int] = []
    shift: list[float] = []
    sums: list[float] = []
    while len(moved) < max_iter:
        to_centers = distances(data.X, centers)
        new = _without_empty_clusters(first_smallest(to_centers).astype(np.int32), to_centers, times)
        moved.append(int(np.count_nonzero((new != labels) & (times > 0))))
        labels, old = new, centers.copy()
        for cluster in np.unique(labels[times > 0]):
            rows = np.flatnonzero((labels == cluster) & (times > 0))
            centers[cluster] = center(data.X[rows], None if data.weight is None else times[rows])
        shift.append(float(np.sum((centers - old) ** 2)))
        sums.append(float(times @ distances(data.X, centers)[all_rows, labels]))
        if moved[-1] == 0:
            break
    to_centers = distances(data.X, centers)
    converged = moved[-1] == 0
    labels = labels if converged else first_smallest(to_centers).astype(np.int32)
    inertia = float(times @ to_centers[all_rows, labels])
    run = Run(labels, centers, inertia, converged, converged, np.array(moved), np.array(shift))
    return run, np.array(sums)


def best_of(learner: Any, data: Rows, distances: Distances, center: Center) -> tuple[list[Run], Run, Floats]:
    """The runs from all initializations of a learner, the best of them, and its inertia by iteration."""
    distinct = Distinct.of(data.X, data.weight)
    n_starts = learner.n_init if isinstance(learner.init, str) else 1
    root = seeds.sequence(learner.random_state)
    runs = []
    for start in range(n_starts):
        random = seeds.generator(seeds.child(root, start))
        centers = starting_centers(data.X, distinct, learner.n_clusters, learner.init, random)
        runs.append(alternate(data, centers, distances, center, learner.max_iter))
    best, sums = min(runs, key=lambda each: each[0].inertia)
    if not best.stopped:
        warnings.warn(
            f"{type(learner).__name__} did not converge in max_iter={learner.max_iter} iterations; increase "
            "max_iter",
            NumericsWarning,
            stacklevel=4,
        )
    return [each for each, _ in runs], best, sums


def _without_empty_clusters(labels: Array, distances: Floats, times: Floats) -> Array:
    """Assign to each empty cluster the row farthest from its center, and all rows equal to it."""
    k = distances.shape[1]
    total = np.bincount(labels, times, minlength=k)
    far = np.where(times > 0, distances[np.arange(len(labels)), labels], 0.0)
    for empty in np.flatnonzero(total == 0):
        row = int(np.argmax(far))
        if far[row] == 0:
            break
        alike = np.flatnonzero((labels == labels[row]) & np.all(distances == distances[row], axis=1))
        labels[alike], far[alike] = empty, 0.0
    return labels
