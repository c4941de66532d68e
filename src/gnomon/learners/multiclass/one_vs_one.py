"""One-vs-one: a binary classifier for each pair of classes, with voting."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.learners.multiclass.binary_problems import confidence, present_classes
from gnomon.learners.multiclass.two_class_models import BinaryReduction
from gnomon.registry import learners
from gnomon.ties import first_largest


class OneVsOneClassifier(BinaryReduction):
    """One-vs-one (all-pairs) multiclass classifier: K (K - 1) / 2 binary classifiers vote.

    Each is fitted on the rows of two of the K classes. Ties are broken by the sum of the confidences, then by
    the order of classes.

    Attributes
    ----------
    classes_, pairs_, estimators_ : class labels, codes of the two classes of each model, and the models

    Examples
    --------
    >>> from gnomon import OneVsOneClassifier, NearestMean
    >>> X, y = [[0.0], [1.0], [4.0], [5.0], [9.0], [10.0]], list("aabbcc")
    >>> OneVsOneClassifier(NearestMean()).fit(X, y).predict([[0.4], [4.4], [8.0]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit a model for each pair of classes in y."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        self.pairs_ = np.array(list(combinations(range(len(present)), 2)))
        codes = np.full((len(self.pairs_), labels.n_classes), -1)
        for code, (first, second) in zip(codes, present[self.pairs_]):
            code[first], code[second] = 0, 1
        self._fit_problems(data, labels, codes)
        return self

    def predict(self, X: Any) -> Array:
        """Predict the class with the most votes."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if len(self.estimators_) == 1:
            return self.classes_[self.estimators_[0].predict(X)]
        return self.classes_[first_largest(self._votes(X))]

    def decision_function(self, X: Any) -> Floats:
        """Votes of each class plus a confidence term below 1/3; for two classes the binary confidence."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return confidence(self.estimators_[0], X) if len(self.estimators_) == 1 else self._votes(X)

    def _votes(self, X: Any) -> Floats:
        votes, total = np.zeros((2, X.shape[0], len(self.classes_)))
        for (first, second), model in zip(self.pairs_, self.estimators_):
            chosen = model.predict(X)
            votes[:, first] += chosen == 0
            votes[:, second] += chosen == 1
            each = confidence(model, X)
            total[:, first] -= each
            total[:, second] += each
        return votes + total / (3 * (np.abs(total) + 1))


learners.add(
    "OneVsOneClassifier",
    OneVsOneClassifier,
    "one-vs-one multiclass classifier",
    task=("classification",),
    family="multiclass",
)
