"""Clusterwise classification: a separate classifier for the rows of each cluster."""

from __future__ import annotations

from dataclasses import field, replace
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, clone
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between, seed
from gnomon.errors import DataError
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest

A_CLASSIFIER = Rule(
    lambda value: value is None or (hasattr(value, "fit") and hasattr(value, "predict_proba")),
    "a classifier with predict_proba (scikit-learn's too), or None for LinearDiscriminantAnalysis",
    "classifier or None",
    "classifier of each cluster",
)


class ClusterwiseClassifier(ClassifierMixin, Learner):
    """Clusterwise classifier (local models): k-means, and a separate classifier for each cluster.

    With linear classifiers the decision boundary is piecewise linear. A cluster with fewer than `min_rows` of
    some class uses the classifier fitted to all rows; a cluster of one class predicts that class.

    Attributes
    ----------
    classes_ : class labels
    clusters_ : the fitted KMeans
    estimators_ : classifier of each cluster; None for a cluster of one class

    Examples
    --------
    >>> from gnomon import ClusterwiseClassifier
    >>> X = [[0.0], [1.0], [2.0], [3.0], [50.0], [51.0], [52.0], [53.0]]
    >>> ClusterwiseClassifier(n_clusters=2).fit(X, list("aabbbbaa")).predict([[0.5], [2.5], [50.5], [52.5]])
    array(['a', 'b', 'b', 'a'], dtype='<U1')
    """

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_CLASSIFIER})
    n_clusters: int = between(1, inf, whole=True, default=2, help="number of clusters", grid=(1, 2, 4))
    min_rows: int = between(
        1,
        inf,
        whole=True,
        default=2,
        help="minimum rows of each of its classes in a cluster for a separate classifier",
        grid=(2, 5),
    )
    random_state: Any = seed(default=0, help="seed of the initialization of k-means")
    predicts_most_probable = True

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the clusters, and a classifier for each."""
        data = replace(data, weight=in_rows(data.weight))
        labels = _present(data)
        self.classes_ = labels.classes
        self.clusters_ = KMeans(self.n_clusters, random_state=self.random_state)
        self.clusters_.fit(data.X, sample_weight=data.weight)
        self._overall = np.bincount(labels.codes, data.weight, minlength=labels.n_classes)
        self._all = self._model(data, labels, np.arange(len(labels)))
        self.estimators_: list[Any] = []
        self._only: list[int] = []
        for cluster in range(self.n_clusters):
            counted = self.clusters_.labels_ == cluster
            counted &= True if data.weight is None else data.weight > 0
            self._add(data, labels, np.flatnonzero(counted))
        return self

    def predict(self, X: Any) -> Array:
        """Predict the most probable class of each row; the first in `classes_` on ties."""
        check_is_fitted(self)
        probability = self.predict_proba(X)
        return self.classes_[first_largest(probability)]

    def predict_proba(self, X: Any) -> Floats:
        """Return probabilities by the classifier of each row's cluster; 0 for classes not in the cluster."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        cluster = self.clusters_.predict(X)
        probability = np.zeros((len(X), len(self.classes_)))
        for each in np.unique(cluster):
            rows = np.flatnonzero(cluster == each)
            model = self.estimators_[each]
            if model is None:
                probability[rows, self._only[each]] = 1.0
            else:
                probability[np.ix_(rows, model.classes_)] = model.predict_proba(X[rows])
        return probability

    def _add(self, data: Rows, labels: Labels, rows: Integers) -> None:
        codes, times = np.unique(labels.codes[rows], return_counts=True)
        if data.weight is not None:
            times = np.bincount(labels.codes[rows], data.weight[rows], minlength=labels.n_classes)[codes]
        self._only.append(int(codes[0]) if len(codes) == 1 else int(first_largest(self._overall)))
        if len(codes) == 1:
            self.estimators_.append(None)
        elif len(codes) == 0 or times.min() < self.min_rows:
            self.estimators_.append(self._all)
        else:
            self.estimators_.append(self._model(data, labels, rows))

    def _model(self, data: Rows, labels: Labels, rows: Integers) -> Any:
        if labels.n_classes == 1:
            return None
        model = LinearDiscriminantAnalysis() if self.estimator is None else clone(self.estimator)
        if data.weight is None:
            return model.fit(data.X[rows], labels.codes[rows])
        if not has_fit_parameter(model, "sample_weight"):
            raise DataError(
                f"{type(model).__name__} does not support sample_weight; drop it, or use another learner"
            )
        return model.fit(data.X[rows], labels.codes[rows], sample_weight=data.weight[rows])


def _present(data: Rows) -> Labels:
    """Labels over the classes of positive weight; rows of weight 0 have any of these."""
    labels = Labels.of(data.y)
    occurs = np.bincount(labels.codes, data.weight, minlength=labels.n_classes) > 0
    codes = np.maximum(np.cumsum(occurs) - 1, 0)[labels.codes]
    return Labels(codes, labels.classes[occurs])


learners.add(
    "ClusterwiseClassifier",
    ClusterwiseClassifier,
    "a separate classifier for each cluster",
    task=("classification",),
    family="clusters",
    default=False,
)
