"""Classification by clustering: each cluster predicts the majority class of its rows."""

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
    """Cluster classifier: predict the majority class of the nearest k-means cluster.

    Clusters are fitted without the classes. It suits classes that form compact clusters; more clusters than
    classes let a class have several. The number of clusters is at most the number of rows.

    Attributes
    ----------
    classes_ : class labels
    clusters_ : the fitted KMeans
    counts_ : weight of each class (column) in each cluster (row)
    labels_ : predicted class of each cluster

    Examples
    --------
    >>> from gnomon import ClusterClassifier
    >>> X, y = [[0.0], [1.0], [8.0], [9.0], [20.0], [21.0]], ["a", "a", "b", "b", "a", "a"]
    >>> ClusterClassifier(n_clusters=3).fit(X, y).predict([[2.0], [7.0], [19.0]])
    array(['a', 'b', 'a'], dtype='<U1')
    """

    n_clusters: int = between(
        1, inf, whole=True, default=8, kw_only=False, help="number of clusters", grid=(4, 8, 16)
    )
    init: Any = free(default="k-means++", help="initialization, as for KMeans", kind="str, array or callable")
    n_init: Any = free(default="auto", help="number of initializations, as for KMeans", kind="int or 'auto'")
    random_state: Any = seed(default=0)
    predicts_most_probable = True

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the clusters, and count the classes in each."""
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
        self._frequencies = _frequencies(self.counts_)
        self.labels_ = self.classes_[first_largest(self._frequencies)]
        return self

    def predict(self, X: Any) -> Array:
        """Predict the majority class of the nearest cluster; the first in `classes_` on ties."""
        check_is_fitted(self)
        return self.labels_[self._cluster(X)]

    def predict_proba(self, X: Any) -> Floats:
        """Return the class frequencies in the nearest cluster."""
        check_is_fitted(self)
        return self._frequencies[self._cluster(X)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _cluster(self, X: Any) -> Array:
        return self.clusters_.predict(self.check_examples(X, reset=False))


def _frequencies(counts: Floats) -> Floats:
    """Class frequencies in each cluster; in an empty one, those of all rows."""
    total = counts.sum(axis=1, keepdims=True)
    filled = np.where(total > 0, counts, counts.sum(axis=0))
    return np.asarray(filled / filled.sum(axis=1, keepdims=True))


learners.add(
    "ClusterClassifier",
    ClusterClassifier,
    "majority class of the nearest cluster",
    task=("classification",),
    family="clusters",
    default=False,
)
