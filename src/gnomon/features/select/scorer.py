"""Scorers `(estimator, X, y) -> float` of a parameter `scoring`: of measures by name, or scikit-learn's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin, is_classifier
from sklearn.metrics import check_scoring, get_scorer_names

from gnomon.arrays import Array
from gnomon.errors import DesignError
from gnomon.registry import measures


def scorer_of(scoring: Any, estimator: Any) -> Any:
    """The scorer of a measure, of a scikit-learn scorer's name, or of None: the estimator's `score`.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array(["a", "a", "b", "b"])
    >>> scorer_of("auc", GaussianNB())(GaussianNB().fit(X, y), X, y)
    1.0
    """
    name = scorer_name(scoring)
    if name is not None or not _is_measure(scoring):
        return check_scoring(estimator, name or scoring)
    return MeasureScorer(measures.find(scoring), is_classifier(estimator))


def name_of_score(scoring: Any, estimator: Any) -> str | None:
    """scikit-learn's name of the scoring, or of the estimator's default `score` if known.

    >>> from sklearn.linear_model import LinearRegression
    >>> name_of_score(None, LinearRegression()), name_of_score("mse", LinearRegression())
    ('r2', 'neg_mean_squared_error')
    """
    if scoring is not None:
        return scorer_name(scoring)
    default_score = getattr(type(estimator), "score", None)
    return {ClassifierMixin.score: "accuracy", RegressorMixin.score: "r2"}.get(default_score)


def scorer_name(scoring: Any) -> str | None:
    """scikit-learn's name of the same scorer, if it has one.

    >>> scorer_name("acc"), scorer_name("rmse"), scorer_name("kappa")
    ('accuracy', 'neg_root_mean_squared_error', None)
    """
    known = get_scorer_names()
    if isinstance(scoring, str) and scoring in known:
        return scoring
    if not _is_measure(scoring):
        return None
    name = measures.find(scoring).name
    return next((each for each in (name, f"neg_{name}") if each in known), None)


@dataclass(frozen=True)
class MeasureScorer:
    """A measure as a scorer; greater is better, so that losses are negated, as in scikit-learn.

    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 5.0])
    >>> model = LinearRegression().fit(X, y)
    >>> round(MeasureScorer(measures.find("rmse"), False)(model, X, y), 3)
    -0.707
    """

    measure: Any
    is_of_classes: bool

    def __post_init__(self) -> None:
        kind = "classification" if self.is_of_classes else "regression"
        if self.measure.kind != kind:
            raise DesignError(
                f"scoring={self.measure.name!r} is a {self.measure.kind} measure, and the estimator is for "
                f"{kind}"
            )

    def __call__(self, estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The measure of the predictions, negated if lower is better."""
        if not self.is_of_classes:
            return float(self.measure.sign * self.measure(np.asarray(y), estimator.predict(X), sample_weight))
        classes = np.asarray(estimator.classes_)
        truth, predicted = _codes(y, classes), self._predicted(estimator, X, classes)
        if self.measure.of_positive or (self.measure.needs == "score" and predicted.ndim == 1):
            truth, predicted = self._of_positive(truth, predicted, classes)
        return float(self.measure.sign * self.measure(truth, predicted, sample_weight))

    def _predicted(self, estimator: Any, X: Any, classes: Array) -> Array:
        """Class codes, probabilities, or scores: one per row for two classes, else one per class."""
        if self.measure.needs == "label":
            return _codes(estimator.predict(X), classes)
        methods = ["predict_proba", "decision_function"][: 2 if self.measure.needs == "score" else 1]
        method = next((each for each in methods if hasattr(estimator, each)), None)
        if method is None:
            raise DesignError(
                f"scoring={self.measure.name!r} needs {' or '.join(methods)}, which "
                f"{type(estimator).__name__} does not have; use a measure of labels, such as 'accuracy'"
            )
        values = np.asarray(getattr(estimator, method)(X))
        return values[:, 1] if self.measure.needs == "score" and values.shape[1:] == (2,) else values

    def _of_positive(self, truth: Array, predicted: Array, classes: Array) -> tuple[Array, Array]:
        """Truth, and labels or scores, of the last of two classes."""
        if len(classes) != 2:
            raise DesignError(
                f"scoring={self.measure.name!r} is a binary measure, but there are {len(classes)} classes; "
                "use one of several classes, such as 'f1_macro' or 'auc'"
            )
        if predicted.ndim == 2:
            return truth == 1, predicted[:, 1]
        return truth == 1, predicted == 1 if self.measure.needs == "label" else predicted


def _is_measure(scoring: Any) -> bool:
    """Whether a scoring is a measure, by name or as an object, and not a scorer of three arguments."""
    return isinstance(scoring, str) or hasattr(scoring, "better") or _registered(scoring)


def _registered(scoring: Any) -> bool:
    name = getattr(scoring, "__name__", "")
    return name in measures and measures[name].thing is scoring


def _codes(labels: Any, classes: Array) -> Array:
    """The index of each label among the classes, which are in order; labels beyond them come last."""
    labels = np.asarray(labels)
    index = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    return np.where(classes[index] == labels, index, len(classes))
