"""Agglomerative (bottom-up) hierarchical clustering."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import a_function, between, one_of, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.distance_table import (
    ALIASES,
    METRICS,
    Metric,
    checked_distances,
    distances_between,
)
from gnomon.learners.clusters.linkage import BETWEEN_MEANS, LINKAGES, linkage
from gnomon.registry import learners
from gnomon.ties import first_smallest

ROWS_PER_BLOCK = 256


@dataclass(frozen=True, eq=False)
class Leaves:
    """The rows of a hierarchical clustering, or their distance matrix; subsets of rows can be taken.

    >>> Leaves(np.arange(9.0).reshape(3, 3), is_distances=True).rows(np.array([0, 2])).table
    array([[0., 2.],
           [6., 8.]])
    """

    table: Floats
    is_distances: bool = False
    exact = True

    def rows(self, index: Integers) -> Leaves:
        """Subset of these rows."""
        some = self.table[np.ix_(index, index)] if self.is_distances else self.table[index]
        return Leaves(some, self.is_distances)

    def examples(self, index: Integers) -> Floats:
        """These rows in the form that `predict` accepts."""
        return self.table[index]


class AgglomerativeClustering(Clusterer):
    """Agglomerative clustering: repeatedly merge the two nearest clusters (hierarchical, bottom-up).

    One dendrogram has the clusters of every number and height: hyperparameters that differ only in the cut
    share it. Sample weights are not supported (use the function `linkage`). Memory: O(n) for ward and single
    linkage, else up to n²/2 numbers (centroid and median: n²) in double precision.

    Attributes
    ----------
    labels_ : cluster of each training row, numbered in the order of their first rows
    n_clusters_ : number of clusters
    tree_ : the Dendrogram
    children_, distances_ : the two clusters of each merge, and their distance
    n_leaves_ : number of training rows

    Examples
    --------
    >>> from gnomon import AgglomerativeClustering
    >>> model = AgglomerativeClustering(n_clusters=2).fit([[0.0], [1.0], [8.0], [9.5]])
    >>> model.labels_, model.distances_.round(3)
    (array([0, 0, 1, 1]), array([ 1.   ,  1.5  , 11.667]))
    """

    n_clusters: int | None = between(
        1, inf, whole=True, optional=True, default=2, kw_only=False, help="number of clusters"
    )
    metric: Metric = one_of_or(
        a_function,
        *METRICS,
        *ALIASES,
        default="euclidean",
        help="distance between rows; precomputed: X is a distance matrix",
    )
    linkage: str = one_of(*LINKAGES, default="ward", help="linkage: distance between clusters")
    distance_threshold: float | None = between(
        0,
        inf,
        optional=True,
        default=None,
        help="height of the cut: only merges below it are made; n_clusters must be None",
    )
    shared_by = ("metric",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Build the dendrogram of rows X, or of the distance matrix X, and cut it; y is ignored."""
        return super().fit(X, y)

    def fit_predict(self, X: Any, y: Any = None) -> Integers:  # type: ignore[override]
        """Fit, and return the cluster of each row."""
        return self.fit(X, y).labels_

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Leaves:
        """Convert rows to double precision, or check their distance matrix."""
        table = np.asarray(X, dtype=np.float64)
        return Leaves(checked_distances(table), True) if self.metric == "precomputed" else Leaves(table)

    def fit_prepared(self, data: Leaves, start: Self | None = None) -> Self:
        """Build the dendrogram, unless the warm start has it, and cut it."""
        self._check_cut(len(data.table))
        self.tree_: Dendrogram = self._tree(data, start)
        self.prepared_: Leaves = data
        self.n_leaves_ = self.tree_.n_leaves
        self.children_, self.distances_ = self.tree_.children, self.tree_.heights
        self.labels_ = self.tree_.cut(n_clusters=self.n_clusters, height=self.distance_threshold)
        self.n_clusters_ = int(self.labels_.max()) + 1
        return self

    def predict(self, X: Any) -> Integers:
        """Assign new rows to the nearest cluster by the linkage distance; the first on ties.

        X: rows or, with metric="precomputed", distances to each training row. A training row may be assigned
        to another cluster than in `labels_`, as merges are greedy.
        """
        check_is_fitted(self)
        X = np.asarray(self.check_examples(X, reset=False), dtype=np.float64)
        parts = [X[first : first + ROWS_PER_BLOCK] for first in range(0, len(X), ROWS_PER_BLOCK)]
        return np.concatenate([first_smallest(self._cluster_distances(part)) for part in parts])

    def cophenetic_correlation(self) -> float:
        """Cophenetic correlation: of the heights of the dendrogram with the distances between rows.

        >>> model = AgglomerativeClustering(linkage="average").fit([[0.0], [1.0], [5.0]])
        >>> round(model.cophenetic_correlation(), 4)
        0.9707
        """
        check_is_fitted(self)
        data = self.prepared_
        return self.tree_.cophenetic_correlation(
            data.table if data.is_distances else distances_between(data.table, None, self.metric)
        )

    def _tree(self, data: Leaves, start: Self | None) -> Dendrogram:
        if start is not None and start.prepared_ is data and start.linkage == self.linkage:
            return start.tree_
        return linkage(data.table, self.linkage, self.metric)

    def _check_cut(self, n_rows: int) -> None:
        if (self.n_clusters is None) == (self.distance_threshold is None):
            raise ParameterError(
                f"AgglomerativeClustering(n_clusters={self.n_clusters}, distance_threshold="
                f"{self.distance_threshold}): set one of the two, and the other to None"
            )
        if self.n_clusters is not None and self.n_clusters > n_rows:
            raise DataError(
                f"n_samples={n_rows} is less than n_clusters={self.n_clusters}; reduce n_clusters"
            )

    def _cluster_distances(self, X: Floats) -> Floats:
        """Distance of each row from each cluster; squared, for linkages between centroids."""
        membership = self._membership()
        if self.linkage in BETWEEN_MEANS:
            return self._distances_to_means(X, membership)
        data = self.prepared_
        distances = X if data.is_distances else distances_between(X, data.table, self.metric)
        if self.linkage in ("average", "weighted"):
            return distances @ membership
        order = np.argsort(self.labels_, kind="stable")
        begin = np.searchsorted(self.labels_[order], np.arange(self.n_clusters_))
        reduce = np.minimum if self.linkage == "single" else np.maximum
        return reduce.reduceat(distances[:, order], begin, axis=1)

    def _distances_to_means(self, X: Floats, membership: Floats) -> Floats:
        data = self.prepared_
        if data.is_distances:
            # |x - m|² = sum_i s_i |x - x_i|² - sum_ij s_i s_j |x_i - x_j|² / 2
            within = np.einsum("ic,ij,jc->c", membership, data.table**2, membership, optimize=True)
            square = X**2 @ membership - within / 2
        else:
            square = distances_between(X, membership.T @ data.table, "euclidean") ** 2
        if self.linkage == "ward":
            size = np.bincount(self.labels_)
            square = square * (2 * size / (size + 1))
        return square

    def _membership(self) -> Floats:
        """Weight of each training row in its cluster (n, k): equal, or halved at every merge above it."""
        n = len(self.labels_)
        membership = np.zeros((n, self.n_clusters_))
        membership[np.arange(n), self.labels_] = 1.0
        if self.linkage in ("weighted", "median"):
            membership *= self._halved()[:, None]
        return membership / membership.sum(axis=0)

    def _halved(self) -> Floats:
        n = len(self.labels_)
        depth = np.zeros(2 * n - 1)
        for step in range(n - 2, -1, -1):
            depth[self.children_[step]] = depth[n + step] + 1
        min_depth = np.full(self.n_clusters_, np.inf)
        np.minimum.at(min_depth, self.labels_, depth[:n])
        halved: Array = 0.5 ** (depth[:n] - min_depth[self.labels_])
        return halved


learners.add(
    "AgglomerativeClustering",
    AgglomerativeClustering,
    "agglomerative hierarchical clustering",
    task=("clustering",),
    family="clusters",
)
