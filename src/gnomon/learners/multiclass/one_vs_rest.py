"""One-vs-rest: a binary classifier for each class against all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.learners.multiclass.binary_problems import confidence, present_classes
from gnomon.learners.multiclass.two_class_models import BinaryReduction
from gnomon.registry import learners
from gnomon.ties import first_largest

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _if_probabilities(method: _Method) -> _Method:
    """A method that is available if the binary classifier has predict_proba."""
    return available_if(lambda self: hasattr(self.binary_estimator, "predict_proba"))(method)


class OneVsRestClassifier(BinaryReduction):
    """One-vs-rest (one-vs-all) multiclass classifier: one binary classifier per class; highest score wins.

    The binary problems are imbalanced for many classes. Two classes need one model only.

    Attributes
    ----------
    classes_, estimators_ : class labels, and the model of each class

    Examples
    --------
    >>> from gnomon import OneVsRestClassifier, Perceptron
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [5.0, 1.0], [0.0, 6.0], [1.0, 7.0]], list("aabbcc")
    >>> OneVsRestClassifier(Perceptron()).fit(X, y).predict([[0.0, 0.5], [6.0, 1.0], [0.0, 8.0]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit a model for each class in y."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        positive = present[1:] if len(present) == 2 else present
        codes = np.full((len(positive), labels.n_classes), -1)
        codes[:, present] = 0
        codes[np.arange(len(positive)), positive] = 1
        self._fit_problems(data, labels, codes)
        return self

    def predict(self, X: Any) -> Array:
        """Predict the class of the highest confidence; the first in `classes_` on ties."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if len(self.estimators_) == 1:
            return self.classes_[self.estimators_[0].predict(X)]
        return self.classes_[first_largest(self._confidences(X))]

    def decision_function(self, X: Any) -> Floats:
        """Return the confidence of each model; for two classes that of the second."""
        check_is_fitted(self)
        scores = self._confidences(self.check_examples(X, reset=False))
        return scores[:, 0] if scores.shape[1] == 1 else scores

    @_if_probabilities
    def predict_proba(self, X: Any) -> Floats:
        """Return the normalized probabilities of the models; uniform where all are 0."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        each = np.column_stack([model.predict_proba(X)[:, 1] for model in self.estimators_])
        if each.shape[1] == 1:
            return np.hstack([1 - each, each])
        each[each.sum(axis=1) == 0] = 1.0
        return each / each.sum(axis=1, keepdims=True)

    def _confidences(self, X: Any) -> Floats:
        return np.column_stack([confidence(model, X) for model in self.estimators_])


learners.add(
    "OneVsRestClassifier",
    OneVsRestClassifier,
    "one-vs-rest multiclass classifier",
    task=("classification",),
    family="multiclass",
)
