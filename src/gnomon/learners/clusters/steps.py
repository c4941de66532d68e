"""Lloyd's algorithm from initial centers to convergence, with relocation of empty clusters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.clusters.means import new_centers, own_distances, squared_lengths
from gnomon.ties import first_smallest

ROWS_PER_BLOCK = 8192
Iterations = tuple[Array, Floats, float, bool, bool, Integers, Floats, Integers]


@dataclass(frozen=True)
class Options:
    """Options of Lloyd's algorithm: stopping criteria, and handling of empty clusters.

    tolerance: on the sum of squared shifts of the centers. bounded: whether rows whose label provably does
    not change are skipped. empty_threshold: weight up to which a cluster counts as empty.
    """

    tolerance: float
    max_iter: int
    bounded: bool = True
    empty_clusters: str = "farthest"
    empty_threshold: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Run:
    """Result of one run of k-means: labels, centers, inertia, and the record of its iterations.

    labels_converged: whether no label changed in the last iteration. stopped: whether it converged by this or
    by the tolerance. moved, shift: by iteration, number of changed labels and sum of squared shifts of the
    centers. n_relocated: number of relocations of empty clusters.
    """

    labels: Array
    centers: Floats
    inertia: float
    labels_converged: bool
    stopped: bool
    moved: Integers
    shift: Floats
    n_relocated: int = 0


@dataclass
class _History:
    moved: list[Integers] = field(default_factory=list)
    shift: list[Floats] = field(default_factory=list)
    n_relocated: int = 0

    @property
    def n_iter(self) -> int:
        return sum(len(each) for each in self.moved)


def run(X: Any, weight: Floats | None, centers: Floats, options: Options, random: np.random.Generator) -> Run:
    """Lloyd's algorithm from these centers until convergence.

    >>> X, start = np.array([[0.0], [1.0], [8.0], [9.0]]), np.array([[0.0], [1.0]])
    >>> result = run(X, None, start, Options(0.0, 100), np.random.default_rng(0))
    >>> result.centers.ravel(), result.inertia, result.moved.tolist()
    (array([0.5, 8.5]), 1.0, [4, 1, 0])
    """
    history, before, empty_threshold = _History(), None, options.empty_threshold
    while True:
        max_iter = options.max_iter - history.n_iter
        labels, updated, inertia, converged, has_empty, moved, shift, _ = lloyd_iterations(
            X, weight, centers, before, options, max_iter, empty_threshold
        )
        history.moved.append(moved)
        history.shift.append(shift)
        if not has_empty:
            moved, shift = np.concatenate(history.moved), np.concatenate(history.shift)
            stopped = converged or bool(len(shift) and shift[-1] <= options.tolerance)
            return Run(labels, updated, inertia, converged, stopped, moved, shift, history.n_relocated)
        centers, n_relocated = new_centers(
            X,
            labels,
            weight,
            updated,
            empty_threshold=empty_threshold,
            empty_clusters=options.empty_clusters,
            random=random,
        )
        history.moved.append(np.array([count_moved(labels, before, weight)]))
        history.shift.append(np.array([np.sum((centers - updated) ** 2)]))
        history.n_relocated += n_relocated
        before, empty_threshold = labels, empty_threshold if n_relocated else -1


def lloyd_iterations(
    X: Any,
    weight: Floats | None,
    centers: Floats,
    before: Array | None,
    options: Options,
    max_iter: int,
    empty_threshold: int,
) -> Iterations:
    """Lloyd iterations until convergence or an empty cluster: `native.lloyd`, for sparse rows too."""
    if isinstance(X, np.ndarray):
        return native.lloyd(
            X,
            centers,
            weight,
            before,
            options.tolerance,
            max_iter,
            options.bounded,
            empty_threshold,
            options.threads,
        )
    return _sparse_iterations(X, weight, centers, before, options, max_iter, empty_threshold)


def count_moved(labels: Array, before: Array | None, weight: Floats | None) -> int:
    """Number of rows of positive weight whose label changed; all without previous labels.

    >>> count_moved(np.array([0, 1, 1]), np.array([0, 0, 0]), None)
    2
    """
    has_moved = np.ones(len(labels), dtype=bool) if before is None else labels != before
    return int(np.count_nonzero(has_moved if weight is None else has_moved & (weight > 0)))


def _sparse_iterations(
    X: Any,
    weight: Floats | None,
    centers: Floats,
    before: Array | None,
    options: Options,
    max_iter: int,
    empty_threshold: int,
) -> Iterations:
    moved: list[int] = []
    shift: list[float] = []
    converged = has_empty = False
    labels = before
    for _ in range(max_iter):
        old, labels = labels, nearest_centers(X, centers)
        times = np.ones(len(labels)) if weight is None else weight
        has_empty = bool(np.any(np.bincount(labels, times, minlength=len(centers)) <= empty_threshold))
        if has_empty:
            break
        used, (centers, _) = centers, new_centers(X, labels, weight, centers, empty_threshold=-1)
        moved.append(count_moved(labels, old, weight))
        shift.append(float(np.sum((centers - used) ** 2)))
        converged = moved[-1] == 0
        if converged or shift[-1] <= options.tolerance:
            break
    if labels is None or not (converged or has_empty):
        labels = nearest_centers(X, centers)
    gaps = own_distances(X, labels, centers)
    inertia = float(gaps.sum() if weight is None else gaps @ weight)
    record = np.array(moved, dtype=np.int64), np.array(shift), np.full(len(moved), X.shape[0])
    return labels, centers, inertia, converged, has_empty, *record


def nearest_centers(X: Any, centers: Floats) -> Array:
    """Nearest center of each sparse row; the first on ties up to rounding error.

    >>> import scipy.sparse
    >>> nearest_centers(scipy.sparse.csr_matrix([[0.0], [5.0]]), np.array([[4.0], [1.0]]))
    array([1, 0], dtype=int32)
    """
    half = squared_lengths(centers) / 2
    blocks = range(0, X.shape[0], ROWS_PER_BLOCK)
    parts = [half - X[each : each + ROWS_PER_BLOCK] @ centers.T for each in blocks]
    nearest = [first_smallest(part, scale=half.max() + np.abs(part).max(axis=1)) for part in parts]
    return np.concatenate(nearest).astype(np.int32)
