"""Cluster first, then name the clusters: each gets the class that most of its rows have."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free, seed
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest


class ClusterClassifier(ClassifierMixin, Learner):
    """Predict the commonest class of the cluster whose center is nearest.

    Clusters are found without a look at the classes, and only the centers are kept. It is right where classes
    are clumps; more clusters than classes let a class have several. There are no more clusters than rows.

    Attributes
    ----------
    classes_ : the classes
    clusters_ : the fitted KMeans
    counts_ : the weight of each class (column) in each cluster (row)
    labels_ : the class that each cluster predicts

    Examples
    --------
    >>> from gnomon import ClusterClassifier
    >>> X, y = [[0.0], [1.0], [8.0], [9.0], [20.0], [21.0]], ["a", "a", "b", "b", "a", "a"]
    >>> ClusterClassifier(n_clusters=3).fit(X, y).predict([[2.0], [7.0], [19.0]])
    array(['a', 'b', 'a'], dtype='<U1')
    """

    n_clusters: int = between(
        1, inf, whole=True, default=8, kw_only=False, help="how many clusters", grid=(4, 8, 16)
    )
    init: Any = free(
        default="k-means++", help="where centers begin, as for KMeans", kind="str, array or callable"
    )
    n_init: Any = free(default="auto", help="how many starts, as for KMeans", kind="int or 'auto'")
    random_state: Any = seed(default=0)
    predicts_most_probable = True

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Clusters of the rows, and the classes in each."""
        n_rows = data.X.shape[0] if data.weight is None else int(np.count_nonzero(data.weight))
        k = min(self.n_clusters, n_rows)
        self.clusters_ = KMeans(k, init=self.init, n_init=self.n_init, random_state=self.random_state).fit(
            data.X, sample_weight=data.weight
        )
        labels = Labels.of(data.y)
        cell = self.clusters_.labels_.astype(np.int64) * labels.n_classes + labels.codes
        counts = np.bincount(cell, data.weight, minlength=k * labels.n_classes).reshape(k, -1)
        present = counts.sum(axis=0) > 0
        self.classes_, self.counts_ = labels.classes[present], counts[:, present].astype(np.float64)
        self._shares = _shares(self.counts_)
        self.labels_ = self.classes_[first_largest(self._shares)]
        return self

    def predict(self, X: Any) -> Array:
        """The class of the nearest center's cluster; the first of equals."""
        check_is_fitted(self)
        return self.labels_[self._cluster(X)]

    def predict_proba(self, X: Any) -> Floats:
        """The shares of the classes in the nearest center's cluster."""
        check_is_fitted(self)
        return self._shares[self._cluster(X)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _cluster(self, X: Any) -> Array:
        return self.clusters_.predict(self.check_examples(X, reset=False))


def _shares(counts: Floats) -> Floats:
    """Shares of the classes in each cluster; in one without weight, those of all rows."""
    total = counts.sum(axis=1, keepdims=True)
    filled = np.where(total > 0, counts, counts.sum(axis=0))
    return np.asarray(filled / filled.sum(axis=1, keepdims=True))


learners.add(
    "ClusterClassifier",
    ClusterClassifier,
    "the commonest class of the nearest cluster",
    task=("classification",),
    family="clusters",
    default=False,
)
