"""One against one: for each pair of classes a model that tells them apart; the class with most votes wins."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.learners.multiclass.binary_problems import confidence, present_classes
from gnomon.learners.multiclass.two_class_models import TwoClassModels
from gnomon.registry import learners
from gnomon.ties import first_largest


class OneVsOneClassifier(TwoClassModels):
    """Fit a model on the rows of each pair of K classes, K (K - 1) / 2 of them, and let them vote.

    Equal votes are decided by the sum of the models' confidence, then by the order of classes.

    Attributes
    ----------
    classes_, pairs_, estimators_ : the classes, the two of each model (codes), and the models

    Examples
    --------
    >>> from gnomon import OneVsOneClassifier, NearestMean
    >>> X, y = [[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]], list("aabbcc")
    >>> OneVsOneClassifier(NearestMean()).fit(X, y).predict([[0.4], [4.4], [8.0]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """A model for each pair of classes that occur."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        self.pairs_ = np.array(list(combinations(range(len(present)), 2)))
        sides = np.full((len(self.pairs_), labels.n_classes), -1)
        for side, (first, second) in zip(sides, present[self.pairs_]):
            side[first], side[second] = 0, 1
        self._fit_problems(data, labels, sides)
        return self

    def predict(self, X: Any) -> Array:
        """The class with most votes."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if len(self.estimators_) == 1:
            return self.classes_[self.estimators_[0].predict(X)]
        return self.classes_[first_largest(self._votes(X))]

    def decision_function(self, X: Any) -> Floats:
        """Votes of each class, and less than 1/3 for confidence; for two classes how sure of the second."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return confidence(self.estimators_[0], X) if len(self.estimators_) == 1 else self._votes(X)

    def _votes(self, X: Any) -> Floats:
        votes, sure = np.zeros((2, X.shape[0], len(self.classes_)))
        for (first, second), model in zip(self.pairs_, self.estimators_):
            chosen = model.predict(X)
            votes[:, first] += chosen == 0
            votes[:, second] += chosen == 1
            each = confidence(model, X)
            sure[:, first] -= each
            sure[:, second] += each
        return votes + sure / (3 * (np.abs(sure) + 1))


learners.add(
    "OneVsOneClassifier",
    OneVsOneClassifier,
    "many classes by a vote of models for each pair",
    task=("classification",),
    family="multiclass",
)
