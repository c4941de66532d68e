"""Divisive (top-down) hierarchical clustering: bisecting k-means and DIANA."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Flags, Floats, Integers
from gnomon.check import between, one_of, seed
from gnomon.errors import DataError, DataWarning
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.distance_table import distances_between
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows

MAX_ITER = 300


class DivisiveClustering(Clusterer):
    """Divisive clustering (top-down): repeatedly split the least cohesive cluster in two.

    bisecting: the cluster with the largest within-cluster sum of squares is split by 2-means (Steinbach,
    Karypis & Kumar 2000). diana: in the cluster of the largest diameter, the row farthest on average from the
    others starts a splinter group, joined by all rows that are on average nearer to it (Kaufman & Rousseeuw
    1990); it needs the distance matrix, n² numbers. Sample weights are not supported.

    Attributes
    ----------
    labels_ : cluster of each training row, numbered in the order of their first rows
    n_clusters_ : number of clusters; less than n_clusters if equal rows cannot be split
    tree_ : the Dendrogram of the clusters; heights are the sum of squares or the diameter before each split
    history_ : these heights in the order of the splits

    Examples
    --------
    >>> from gnomon import DivisiveClustering
    >>> model = DivisiveClustering(n_clusters=3, method="diana").fit([[0.0], [1.0], [8.0], [9.5]])
    >>> model.labels_, model.history_
    (array([0, 0, 1, 2]), array([9.5, 1.5]))
    """

    n_clusters: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=2,
        kw_only=False,
        help="number of clusters; None for one per row",
    )
    method: str = one_of("bisecting", "diana", default="bisecting", help="splitting method")
    n_init: int = between(1, inf, whole=True, default=1, help="k-means initializations per split")
    random_state: Any = seed(default=0)

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Split rows X; y is ignored."""
        return super().fit(X, y)

    def fit_predict(self, X: Any, y: Any = None) -> Integers:  # type: ignore[override]
        """Fit, and return the cluster of each row."""
        return self.fit(X, y).labels_

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Split from the top; a warm start has no effect."""
        X = np.asarray(data.X, dtype=np.float64)
        wanted = len(X) if self.n_clusters is None else self.n_clusters
        if wanted > len(X):
            raise DataError(f"n_samples={len(X)} is less than n_clusters={wanted}; reduce n_clusters")
        splitter = _Bisecting(X, self) if self.method == "bisecting" else _Diana(X)
        clusters, splits = _split_all(splitter, len(X), wanted)
        self._rows = X
        self.history_ = np.array([each.height for each in splits])
        self.labels_, self.tree_ = _numbered(clusters, splits, len(X))
        self.n_clusters_ = len(clusters)
        if self.n_clusters is not None and self.n_clusters_ < wanted:
            warnings.warn(
                f"X has {self.n_clusters_} distinct rows, fewer than n_clusters={wanted}; equal rows are not "
                "split",
                DataWarning,
                stacklevel=3,
            )
        return self

    def predict(self, X: Any) -> Integers:
        """Assign each row to the nearer branch of every split from the root; the left one on ties.

        Distance is to the mean of a branch (bisecting), or the average over its rows (diana).
        """
        check_is_fitted(self)
        X = np.asarray(self.check_examples(X, reset=False), dtype=np.float64)
        size = np.bincount(self.labels_).astype(np.float64)
        member = np.equal.outer(self.labels_, np.arange(self.n_clusters_)).astype(np.float64)
        bisects = self.method == "bisecting"
        sums = member.T @ self._rows if bisects else distances_between(X, self._rows, "euclidean") @ member

        def distance(clusters: Integers, rows: Integers) -> Floats:
            total = size[clusters].sum()
            if bisects:
                return np.linalg.norm(X[rows] - sums[clusters].sum(axis=0) / total, axis=1)
            return sums[np.ix_(rows, clusters)].sum(axis=1) / total

        return _descend(self.tree_, len(X), distance)


@dataclass(frozen=True)
class _Split:
    node: int
    left: int
    right: int
    height: float


class _Bisecting:
    """Splits by 2-means."""

    def __init__(self, X: Floats, learner: DivisiveClustering) -> None:
        self.X, self.learner, self.root = X, learner, seeds.sequence(learner.random_state)
        self.n_splits = 0

    def height(self, rows: Integers) -> float:
        some = self.X[rows]
        if (some == some[0]).all():
            return 0.0
        return float(((some - some.mean(axis=0)) ** 2).sum())

    def splinter(self, rows: Integers) -> Flags:
        self.n_splits += 1
        child = seeds.generator(seeds.child(self.root, self.n_splits))
        means = KMeans(2, n_init=self.learner.n_init, max_iter=MAX_ITER, random_state=child)
        return np.asarray(means.fit_predict(self.X[rows]) == 1)


class _Diana:
    """Splits by a splinter group."""

    def __init__(self, X: Floats) -> None:
        self.distances = distances_between(X, None, "euclidean")

    def height(self, rows: Integers) -> float:
        return float(self.distances[np.ix_(rows, rows)].max())

    def splinter(self, rows: Integers) -> Flags:
        table = self.distances[np.ix_(rows, rows)]
        is_splinter = np.zeros(len(rows), dtype=np.bool_)
        to_rest, to_splinter = table.sum(axis=1), np.zeros(len(rows))
        while (~is_splinter).sum() > 1:
            n_others = (~is_splinter).sum() - 1
            gain = to_rest / n_others - (to_splinter / is_splinter.sum() if is_splinter.any() else 0.0)
            first = int(np.argmax(np.where(is_splinter, -inf, gain)))
            if gain[first] <= 0:
                break
            is_splinter[first] = True
            to_rest -= table[first]
            to_splinter += table[first]
        return is_splinter


def _split_all(splitter: Any, n_rows: int, wanted: int) -> tuple[dict[int, Integers], list[_Split]]:
    """Final clusters, by node number, and the splits in order; node 0 has all rows."""
    clusters = {0: np.arange(n_rows)}
    heights = {0: splitter.height(clusters[0])}
    splits: list[_Split] = []
    while len(clusters) < wanted:
        node = max(heights, key=lambda each: heights[each])
        if heights[node] <= 0:
            break
        rows = clusters.pop(node)
        is_splinter = splitter.splinter(rows)
        left, right = 2 * len(splits) + 1, 2 * len(splits) + 2
        splits.append(_Split(node, left, right, heights.pop(node)))
        for child, part in ((left, rows[~is_splinter]), (right, rows[is_splinter])):
            clusters[child], heights[child] = part, splitter.height(part)
    return clusters, splits


def _numbered(
    clusters: dict[int, Integers], splits: list[_Split], n_rows: int
) -> tuple[Integers, Dendrogram]:
    """Labels in the order of first rows, and the splits, last first, as merges of those clusters."""
    order = sorted(clusters, key=lambda node: int(clusters[node][0]))
    number = {node: label for label, node in enumerate(order)}
    labels, size = np.empty(n_rows, dtype=np.int64), np.zeros(2 * len(order) - 1)
    for node, label in number.items():
        labels[clusters[node]] = label
        size[label] = len(clusters[node])
    matrix = np.empty((len(splits), 4))
    for step, split in enumerate(reversed(splits)):
        made = len(order) + step
        pair = sorted((number[split.left], number[split.right]))
        size[made] = size[pair[0]] + size[pair[1]]
        matrix[step] = *pair, split.height, size[made]
        number[split.node] = made
    return labels, Dendrogram(matrix)


def _descend(tree: Dendrogram, n_rows: int, distance: Callable[[Integers, Integers], Floats]) -> Integers:
    k, children = tree.n_leaves, tree.children
    below = [np.array([cluster]) for cluster in range(k)]
    for left, right in children:
        below.append(np.concatenate([below[left], below[right]]))
    at = np.full(n_rows, 2 * k - 2)
    for step in range(k - 2, -1, -1):
        here = np.flatnonzero(at == k + step)
        left, right = children[step]
        at[here] = np.where(distance(below[left], here) <= distance(below[right], here), left, right)
    return at


learners.add(
    "DivisiveClustering",
    DivisiveClustering,
    "divisive hierarchical clustering",
    task=("clustering",),
    family="clusters",
)
