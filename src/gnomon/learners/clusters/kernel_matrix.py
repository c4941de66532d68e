"""k-means in the feature space of a kernel, by sums of the kernel matrix.

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

MAX_DOUBLE_ROWS = 4096
MAX_ROWS = 60_000
ROWS_PER_BLOCK = 256


@dataclass(frozen=True)
class KernelMatrix:
    """The kernel (Gram) matrix of the rows, and their weights.

    gram: the kernel matrix (n, n), in single precision above 4096 rows. diagonal: k(x, x). weight: (n).
    """

    gram: Array
    diagonal: Floats
    weight: Floats

    @classmethod
    def of(cls, X: Any, kernel: Kernel, weight: Floats | None) -> KernelMatrix:
        """Compute the kernel matrix of these rows."""
        n = X.shape[0]
        if n > MAX_ROWS:
            raise DataError(
                f"the kernel matrix of {n} rows needs {4 * n * n / 2**30:.0f} GiB; fit on a subsample and "
                "predict the rest, or use Nystroem with KMeans"
            )
        times = np.ones(n) if weight is None else weight
        if n <= MAX_DOUBLE_ROWS or kernel.reads == "tables":
            gram = kernel(X)
            return cls(gram, np.diagonal(gram).astype(np.float64), times)
        gram = np.empty((n, n), dtype=np.float32)

        def fill(begin: int) -> None:
            # The matrix is symmetric.
            end = begin + ROWS_PER_BLOCK
            gram[begin:end, begin:] = kernel(X[begin:end], X[begin:])
            gram[end:, begin:end] = gram[begin:end, end:].T

        n_threads = threads.count()
        with threads.limited(1), ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(fill, range(0, n, ROWS_PER_BLOCK)))
        return cls(gram, kernel.diagonal(X), times)

    def squared_distances(self, row: int) -> Floats:
        """Squared distance of every row from one in feature space; 0 for rows mapped to the same point."""
        square = self.diagonal[row] - 2.0 * self.gram[row].astype(np.float64) + self.diagonal
        rounding = 1e-12 if self.gram.dtype == np.float64 else 1e-6
        return np.where(square <= rounding * (self.diagonal[row] + self.diagonal), 0.0, square)

    def member_sums(self, rows: Integers, clusters: Integers, weight: Floats, k: int) -> Floats:
        """G (k, n): for each cluster the weighted sum of the kernel matrix rows of its members."""
        members = np.zeros((k, len(rows)), dtype=self.gram.dtype)
        members[clusters, np.arange(len(rows))] = weight
        lines = self.gram if len(rows) == len(self.gram) else self.gram[rows]
        return np.asarray(members @ lines, dtype=np.float64)


@dataclass(frozen=True)
class KernelRun:
    """Result of a run of kernel k-means: labels, and the terms of distances from the means.

    within: S_k / W_k², by cluster. total: W_k. moved, objective: by iteration, number of changed labels, and
    sum of squared distances from the means before it.
    """

    labels: Array
    inertia: float
    within: Floats
    total: Floats
    stopped: bool
    moved: Integers
    objective: Floats
    labels_by_step: tuple[Array, ...]


def kernel_run(
    data: KernelMatrix, labels: Array, k: int, max_iter: int, store_labels: bool = False
) -> KernelRun:
    """Kernel k-means from these labels until no label changes.

    store_labels: whether to store the labels of every iteration.

    >>> from gnomon.kernels import LinearKernel
    >>> X = np.array([[0.0], [1.0], [8.0], [9.0]])
    >>> result = kernel_run(KernelMatrix.of(X, LinearKernel(), None), np.array([0, 1, 0, 1]), 2, 100)
    >>> result.labels.tolist(), result.inertia
    ([0, 0, 1, 1], 1.0)
    """
    all_rows = np.arange(len(labels))
    sums = data.member_sums(all_rows, labels, data.weight, k)
    moved: list[int] = []
    objective: list[float] = []
    steps = [labels]
    for _ in range(max_iter):
        distances, _, _ = _distances(data, sums, labels, k)
        # The terms of a distance cancel, so its rounding error is relative to them.
        nearest = first_smallest(distances, axis=0, scale=np.abs(data.diagonal))
        new = _without_empty_clusters(data, nearest, distances)
        objective.append(float(data.weight @ distances[labels, all_rows]))
        has_moved = new != labels
        moved.append(int(np.count_nonzero(has_moved & (data.weight > 0))))
        if not has_moved.any():
            break
        sums = _updated(data, sums, labels, new)
        labels = new
        if store_labels:
            steps.append(labels)
    distances, total, within = _distances(data, sums, labels, k)
    inertia = float(data.weight @ np.maximum(distances[labels, all_rows], 0.0))
    stopped = bool(moved and moved[-1] == 0)
    return KernelRun(
        labels, inertia, within, total, stopped, np.array(moved), np.array(objective), tuple(steps)
    )


def _distances(data: KernelMatrix, sums: Floats, labels: Array, k: int) -> tuple[Floats, Floats, Floats]:
    """|phi(x_n) - mean_k|² (k, n), W_k and S_k / W_k²; the distance from an empty cluster is infinite."""
    total = np.bincount(labels, data.weight, minlength=k).astype(np.float64)
    own = sums[labels, np.arange(len(labels))]
    scale = np.where(total > 0, total, 1.0)
    within = np.bincount(labels, data.weight * own, minlength=k) / scale**2
    distances = data.diagonal - 2 * sums / scale[:, None] + within[:, None]
    return np.where(total[:, None] > 0, distances, np.inf), total, within


def _without_empty_clusters(data: KernelMatrix, labels: Array, distances: Floats) -> Array:
    """Assign to each empty cluster the row farthest from its mean, and all rows mapped to the same point."""
    k = len(distances)
    total = np.bincount(labels, data.weight, minlength=k)
    if (total > 0).all():
        return labels
    labels = labels.copy()
    far = np.where(data.weight > 0, distances[labels, np.arange(len(labels))], -np.inf)
    for empty in np.flatnonzero(total == 0):
        row = int(np.argmax(far))
        alike = np.flatnonzero(data.squared_distances(row) == 0)
        if far[row] <= 0 or total[labels[row]] <= data.weight[alike].sum():
            break
        total[labels[row]] -= data.weight[alike].sum()
        labels[alike], far[alike] = empty, -np.inf
    return labels


def _updated(data: KernelMatrix, sums: Floats, old: Array, new: Array) -> Floats:
    """Member sums of the new labels: updated by the changed rows, or recomputed if these are many."""
    rows = np.flatnonzero(old != new)
    weight, k = data.weight[rows], len(sums)
    if 3 * len(rows) > len(old):
        return data.member_sums(np.arange(len(old)), new, data.weight, k)
    lines = data.gram[rows]
    change = np.zeros((k, len(rows)), dtype=lines.dtype)
    change[new[rows], np.arange(len(rows))] = weight
    change[old[rows], np.arange(len(rows))] = -weight
    return sums + change @ lines
