"""One against the rest: for each class a model that tells it from all others; the surest one wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

import numpy as np
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.learners.multiclass.binary_problems import confidence, present_classes
from gnomon.learners.multiclass.two_class_models import TwoClassModels
from gnomon.registry import learners
from gnomon.ties import first_largest

_Method = TypeVar("_Method", bound=Callable[..., Any])


def _if_probabilities(method: _Method) -> _Method:
    """A method that is there if the learner of two classes gives probabilities."""
    return available_if(lambda self: hasattr(self.learner_of_two, "predict_proba"))(method)


class OneVsRestClassifier(TwoClassModels):
    """Fit one model a class, its rows against all others, and predict the class whose model is surest.

    Each model sees few rows of its class and many others. Two classes need one model only.

    Attributes
    ----------
    classes_, estimators_ : the classes, and the model of each

    Examples
    --------
    >>> from gnomon import OneVsRestClassifier, Perceptron
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [5.0, 1.0], [0.0, 6.0], [1.0, 7.0]], list("aabbcc")
    >>> OneVsRestClassifier(Perceptron()).fit(X, y).predict([[0.0, 0.5], [6.0, 1.0], [0.0, 8.0]])
    array(['a', 'b', 'c'], dtype='<U1')
    """

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """A model for each class that occurs."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        positive = present[1:] if len(present) == 2 else present
        sides = np.full((len(positive), labels.n_classes), -1)
        sides[:, present] = 0
        sides[np.arange(len(positive)), positive] = 1
        self._fit_problems(data, labels, sides)
        return self

    def predict(self, X: Any) -> Array:
        """The class whose model is surest; the first of equals."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if len(self.estimators_) == 1:
            return self.classes_[self.estimators_[0].predict(X)]
        return self.classes_[first_largest(self._confidences(X))]

    def decision_function(self, X: Any) -> Floats:
        """How sure each model is, or for two classes how sure of the second."""
        check_is_fitted(self)
        scores = self._confidences(self.check_examples(X, reset=False))
        return scores[:, 0] if scores.shape[1] == 1 else scores

    @_if_probabilities
    def predict_proba(self, X: Any) -> Floats:
        """The models' probabilities of their classes, made to sum to 1; all equal where all are 0."""
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
    "many classes by a model for each against the rest",
    task=("classification",),
    family="multiclass",
)
