"""Lloyd's steps from given centers to their end, with what becomes of orphaned centers on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.clusters.means import new_centers, own_distances, squared_lengths
from gnomon.ties import first_smallest

ROWS_AT_ONCE = 8192
Course = tuple[Array, Floats, float, bool, bool, Integers, Floats, Integers]


@dataclass(frozen=True)
class Rule:
    """How steps go: when they stop, and what an orphan is and does.

    tolerance: the squared moves of all centers at which to stop. most: steps. bounded: whether rows that
    provably keep their center are passed over.
    """

    tolerance: float
    most: int
    bounded: bool = True
    orphans: str = "farthest"
    fewest: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Run:
    """Where steps came to: centers, the nearest of them for each row, and the way there.

    settled: whether the last step left every row with its center. stopped: whether it ended by this or by the
    tolerance. moved, shift: rows that changed their center in each step, and the squared moves of all
    centers. n_orphans: how often an orphan found a new place.
    """

    labels: Array
    centers: Floats
    inertia: float
    settled: bool
    stopped: bool
    moved: Integers
    shift: Floats
    n_orphans: int = 0


@dataclass
class _Way:
    moved: list[Integers] = field(default_factory=list)
    shift: list[Floats] = field(default_factory=list)
    n_orphans: int = 0

    @property
    def n_steps(self) -> int:
        return sum(len(each) for each in self.moved)


def run(X: Any, weight: Floats | None, centers: Floats, rule: Rule, random: np.random.Generator) -> Run:
    """Steps from these centers until none moves.

    >>> X, start = np.array([[0.0], [1.0], [8.0], [9.0]]), np.array([[0.0], [1.0]])
    >>> done = run(X, None, start, Rule(0.0, 100), np.random.default_rng(0))
    >>> done.centers.ravel(), done.inertia, done.moved.tolist()
    (array([0.5, 8.5]), 1.0, [4, 1, 0])
    """
    way, before, fewest = _Way(), None, rule.fewest
    while True:
        most = rule.most - way.n_steps
        labels, found, inertia, settled, orphaned, moved, shift, _ = walk(
            X, weight, centers, before, rule, most, fewest
        )
        way.moved.append(moved)
        way.shift.append(shift)
        if not orphaned:
            moved, shift = np.concatenate(way.moved), np.concatenate(way.shift)
            stopped = settled or bool(len(shift) and shift[-1] <= rule.tolerance)
            return Run(labels, found, inertia, settled, stopped, moved, shift, way.n_orphans)
        centers, n_placed = new_centers(
            X, labels, weight, found, fewest=fewest, orphans=rule.orphans, random=random
        )
        way.moved.append(np.array([count_moved(labels, before, weight)]))
        way.shift.append(np.array([np.sum((centers - found) ** 2)]))
        way.n_orphans += n_placed
        before, fewest = labels, fewest if n_placed else -1


def walk(
    X: Any, weight: Floats | None, centers: Floats, before: Array | None, rule: Rule, most: int, fewest: int
) -> Course:
    """Steps as far as they go without an orphan: what `native.lloyd` gives, for sparse rows too."""
    if isinstance(X, np.ndarray):
        tolerance = rule.tolerance
        return native.lloyd(X, centers, weight, before, tolerance, most, rule.bounded, fewest, rule.threads)
    return _sparse_walk(X, weight, centers, before, rule, most, fewest)


def count_moved(labels: Array, before: Array | None, weight: Floats | None) -> int:
    """How many rows of positive weight have another center than before; all, if they had none.

    >>> count_moved(np.array([0, 1, 1]), np.array([0, 0, 0]), None)
    2
    """
    has_moved = np.ones(len(labels), dtype=bool) if before is None else labels != before
    return int(np.count_nonzero(has_moved if weight is None else has_moved & (weight > 0)))


def _sparse_walk(
    X: Any, weight: Floats | None, centers: Floats, before: Array | None, rule: Rule, most: int, fewest: int
) -> Course:
    moved: list[int] = []
    shift: list[float] = []
    settled = orphaned = False
    labels = before
    for _ in range(most):
        old, labels = labels, nearest_centers(X, centers)
        times = np.ones(len(labels)) if weight is None else weight
        orphaned = bool(np.any(np.bincount(labels, times, minlength=len(centers)) <= fewest))
        if orphaned:
            break
        used, (centers, _) = centers, new_centers(X, labels, weight, centers, fewest=-1)
        moved.append(count_moved(labels, old, weight))
        shift.append(float(np.sum((centers - used) ** 2)))
        settled = moved[-1] == 0
        if settled or shift[-1] <= rule.tolerance:
            break
    if labels is None or not (settled or orphaned):
        labels = nearest_centers(X, centers)
    gaps = own_distances(X, labels, centers)
    inertia = float(gaps.sum() if weight is None else gaps @ weight)
    course = np.array(moved, dtype=np.int64), np.array(shift), np.full(len(moved), X.shape[0])
    return labels, centers, inertia, settled, orphaned, *course


def nearest_centers(X: Any, centers: Floats) -> Array:
    """The nearest center of each sparse row, the first of those as near but for rounding.

    >>> import scipy.sparse
    >>> nearest_centers(scipy.sparse.csr_matrix([[0.0], [5.0]]), np.array([[4.0], [1.0]]))
    array([1, 0], dtype=int32)
    """
    half = squared_lengths(centers) / 2
    blocks = range(0, X.shape[0], ROWS_AT_ONCE)
    parts = [half - X[each : each + ROWS_AT_ONCE] @ centers.T for each in blocks]
    nearest = [first_smallest(part, scale=half.max() + np.abs(part).max(axis=1)) for part in parts]
    return np.concatenate(nearest).astype(np.int32)
