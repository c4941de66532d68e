"""One against the rest: for each class a model that tells it from all others; the surest one wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Self, TypeVar

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import Rule, free
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.multiclass.binary_problems import Problems, confidence, prepared, present_classes
from gnomon.registry import learners
from gnomon.sharing.learner import Learner

_Method = TypeVar("_Method", bound=Callable[..., Any])

A_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a learner of two classes (any scikit-learn classifier), or None for LinearDiscriminantAnalysis",
    "classifier or None",
    "what learns each problem",
)


def the_learner(estimator: Any) -> Any:
    """The learner of two classes: the one given, or linear discriminant analysis.

    >>> the_learner(None)
    LinearDiscriminantAnalysis()
    """
    return LinearDiscriminantAnalysis() if estimator is None else estimator


def _if_probabilities(method: _Method) -> _Method:
    """A method that is there if the learner of two classes gives probabilities."""
    return available_if(lambda self: hasattr(the_learner(self.estimator), "predict_proba"))(method)


class OneVsRestClassifier(ClassifierMixin, Learner):
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

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_LEARNER})
    n_jobs: Any = free(default=None, help="models fitted at a time, as joblib counts", kind="int or None")
    shared_by = ("estimator",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(the_learner(self.estimator)).input_tags
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """The rows, or what the learner of two classes can share between folds."""
        return prepared(the_learner(self.estimator), X, y, weight)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """A model for each class that occurs."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        positive = present[1:] if len(present) == 2 else present
        sides = np.full((len(positive), labels.n_classes), -1)
        sides[:, present] = 0
        sides[np.arange(len(positive)), positive] = 1
        self.estimators_ = Problems.of(the_learner(self.estimator), data, labels, self.n_jobs).fit(sides)
        return self

    def predict(self, X: Any) -> Array:
        """The class whose model is surest; the first of equals."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if len(self.estimators_) == 1:
            return self.classes_[self.estimators_[0].predict(X)]
        return self.classes_[self._confidences(X).argmax(axis=1)]

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
