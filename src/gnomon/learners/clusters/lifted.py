"""k-means in the lifted space of a kernel, where means are never formed: only sums of the kernel matrix.

|phi(x_n) - mean_k|² = k(x_n, x_n) - 2 G_kn / W_k + S_k / W_k², with G_kn = sum_m w_m k(x_m, x_n) and
S_k = sum_m w_m G_km over the members m of cluster k, and W_k their weight.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import Kernel
from gnomon.ties import first_smallest

MOST_EXACT_ROWS = 4096
MOST_ROWS = 60_000
ROWS_AT_ONCE = 256


@dataclass(frozen=True)
class Lifted:
    """Rows known by the kernel of all pairs.

    gram: the kernel matrix (n, n), in single precision above 4096 rows. diagonal: k(x, x). weight: (n).
    """

    gram: Array
    diagonal: Floats
    weight: Floats

    @classmethod
    def of(cls, X: Any, kernel: Kernel, weight: Floats | None) -> Lifted:
        """The kernel of all pairs of these rows."""
        n = X.shape[0]
        if n > MOST_ROWS:
            raise DataError(
                f"the kernel matrix of {n} rows takes {4 * n * n / 2**30:.0f} GiB; use some of the rows and "
                "predict the others, or Nystroem and then KMeans"
            )
        times = np.ones(n) if weight is None else weight
        if n <= MOST_EXACT_ROWS or kernel.reads == "tables":
            gram = kernel(X)
            return cls(gram, np.diagonal(gram).astype(np.float64), times)
        gram = np.empty((n, n), dtype=np.float32)

        def fill(begin: int) -> None:
            # The other half is its mirror image.
            end = begin + ROWS_AT_ONCE
            gram[begin:end, begin:] = kernel(X[begin:end], X[begin:])
            gram[end:, begin:end] = gram[begin:end, end:].T

        n_threads = threads.count()
        with threads.limited(1), ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(fill, range(0, n, ROWS_AT_ONCE)))
        return cls(gram, kernel.diagonal(X), times)

    def apart(self, row: int) -> Floats:
        """The squared distance of every row from one; 0 for rows that are lifted to the same point."""
        square = self.diagonal[row] - 2.0 * self.gram[row].astype(np.float64) + self.diagonal
        rounding = 1e-12 if self.gram.dtype == np.float64 else 1e-6
        return np.where(square <= rounding * (self.diagonal[row] + self.diagonal), 0.0, square)

    def member_sums(self, rows: Integers, clusters: Integers, weight: Floats, k: int) -> Floats:
        """G (k, n): for each cluster the weighted sum of its members' lines of the kernel matrix."""
        members = np.zeros((k, len(rows)), dtype=self.gram.dtype)
        members[clusters, np.arange(len(rows))] = weight
        lines = self.gram if len(rows) == len(self.gram) else self.gram[rows]
        return np.asarray(members @ lines, dtype=np.float64)


@dataclass(frozen=True)
class LiftedRun:
    """Where steps came to: labels, and what it takes to place other rows.

    within: S_k / W_k², by cluster. total: W_k. moved, objective: of each step, the rows that changed their
    cluster, and the sum of squared distances from the means before it.
    """

    labels: Array
    inertia: float
    within: Floats
    total: Floats
    stopped: bool
    moved: Integers
    objective: Floats
    labels_by_step: tuple[Array, ...]


def lifted_run(data: Lifted, labels: Array, k: int, most: int, keep_steps: bool = False) -> LiftedRun:
    """Steps from these labels until no row changes its cluster.

    keep_steps: whether to keep the labels after every step.

    >>> from gnomon.learners.kernel.kernels import LinearKernel
    >>> X = np.array([[0.0], [1.0], [8.0], [9.0]])
    >>> done = lifted_run(Lifted.of(X, LinearKernel(), None), np.array([0, 1, 0, 1]), 2, 100)
    >>> done.labels.tolist(), done.inertia
    ([0, 0, 1, 1], 1.0)
    """
    everyone = np.arange(len(labels))
    sums = data.member_sums(everyone, labels, data.weight, k)
    moved: list[int] = []
    objective: list[float] = []
    steps = [labels]
    for _ in range(most):
        distances, _, _ = _distances(data, sums, labels, k)
        # The terms of a distance cancel, so rounding is a share of them.
        nearest = first_smallest(distances, axis=0, scale=np.abs(data.diagonal))
        new = _without_orphans(data, nearest, distances)
        objective.append(float(data.weight @ distances[labels, everyone]))
        has_moved = new != labels
        moved.append(int(np.count_nonzero(has_moved & (data.weight > 0))))
        if not has_moved.any():
            break
        sums = _updated(data, sums, labels, new)
        labels = new
        if keep_steps:
            steps.append(labels)
    distances, total, within = _distances(data, sums, labels, k)
    inertia = float(data.weight @ np.maximum(distances[labels, everyone], 0.0))
    stopped = bool(moved and moved[-1] == 0)
    return LiftedRun(
        labels, inertia, within, total, stopped, np.array(moved), np.array(objective), tuple(steps)
    )


def _distances(data: Lifted, sums: Floats, labels: Array, k: int) -> tuple[Floats, Floats, Floats]:
    """|phi(x_n) - mean_k|² (k, n), W_k and S_k / W_k²; an empty cluster is infinitely far."""
    total = np.bincount(labels, data.weight, minlength=k).astype(np.float64)
    own = sums[labels, np.arange(len(labels))]
    scale = np.where(total > 0, total, 1.0)
    within = np.bincount(labels, data.weight * own, minlength=k) / scale**2
    distances = data.diagonal - 2 * sums / scale[:, None] + within[:, None]
    return np.where(total[:, None] > 0, distances, np.inf), total, within


def _without_orphans(data: Lifted, labels: Array, distances: Floats) -> Array:
    """Each cluster without rows gets the row farthest from its mean, and all that are lifted to its point."""
    k = len(distances)
    total = np.bincount(labels, data.weight, minlength=k)
    if (total > 0).all():
        return labels
    labels = labels.copy()
    far = np.where(data.weight > 0, distances[labels, np.arange(len(labels))], -np.inf)
    for orphan in np.flatnonzero(total == 0):
        row = int(np.argmax(far))
        alike = np.flatnonzero(data.apart(row) == 0)
        if far[row] <= 0 or total[labels[row]] <= data.weight[alike].sum():
            break
        total[labels[row]] -= data.weight[alike].sum()
        labels[alike], far[alike] = orphan, -np.inf
    return labels


def _updated(data: Lifted, sums: Floats, old: Array, new: Array) -> Floats:
    """The sums of the new members: of those that moved alone, unless most did."""
    rows = np.flatnonzero(old != new)
    weight, k = data.weight[rows], len(sums)
    if 3 * len(rows) > len(old):
        return data.member_sums(np.arange(len(old)), new, data.weight, k)
    lines = data.gram[rows]
    change = np.zeros((k, len(rows)), dtype=lines.dtype)
    change[new[rows], np.arange(len(rows))] = weight
    change[old[rows], np.arange(len(rows))] = -weight
    return sums + change @ lines
