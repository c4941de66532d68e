"""Baseline (dummy) predictors, which ignore the features."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, one_of
from gnomon.data.units import SUMMED, unit_of
from gnomon.registry import learners
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest


class Baseline(ClassifierMixin, Learner):
    """Baseline (dummy) classifier: predict the most frequent class, ignoring the features.

    Attributes
    ----------
    classes_, class_prior_ : class labels, and predicted probability of each

    Examples
    --------
    >>> from gnomon import Baseline
    >>> Baseline().fit([[1.0], [2.0], [3.0]], ["a", "b", "b"]).predict_proba([[9.0]])
    array([[0.33333333, 0.66666667]])
    """

    strategy: str = one_of(
        "prior", "uniform", default="prior", help="predicted probabilities: class frequencies, or uniform"
    )
    summarizes = True
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Counts:
        """Count the classes."""
        return Counts.of(Labels.of(y), weight=weight)

    def fit_prepared(self, data: Counts, start: Self | None = None) -> Self:
        """Compute the class frequencies."""
        self.classes_ = data.classes
        weight = data.weight if self.strategy == "prior" else np.ones(len(data.classes))
        self.class_prior_ = weight / weight.sum()
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Return the same probabilities for every row."""
        check_is_fitted(self)
        n_rows = self.check_examples(X, reset=False).shape[0]
        return np.tile(self.class_prior_, (n_rows, 1))

    def predict(self, X: Any) -> Array:
        """Predict the most frequent class; the first in `classes_` on ties."""
        probability = self.predict_proba(X)
        return self.classes_[first_largest(probability)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class BaselineRegressor(RegressorMixin, Learner):
    """Baseline (dummy) regressor: predict the mean, median or a quantile, ignoring the features.

    Attributes
    ----------
    constant_ : predicted value

    Examples
    --------
    >>> from gnomon import BaselineRegressor
    >>> BaselineRegressor(strategy="median").fit([[1.0], [2.0], [3.0]], [1.0, 2.0, 9.0]).predict([[5.0]])
    array([2.])
    """

    strategy: str = one_of(
        "mean", "median", "quantile", default="mean", help="predicted statistic of the target"
    )
    quantile: float = between(0, 1, default=0.5, help="level of the quantile, for strategy='quantile'")

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Compute the statistic of the weighted targets."""
        if self.strategy == "mean":
            unit = unit_of(data.y, SUMMED)
            self.constant_ = float(np.average(data.y / unit, weights=data.weight) * unit)
        else:
            level = 0.5 if self.strategy == "median" else self.quantile
            self.constant_ = _quantile(data.y, level, data.weight)
        return self

    def predict(self, X: Any) -> Floats:
        """Predict the same value for every row."""
        check_is_fitted(self)
        return np.full(self.check_examples(X, reset=False).shape[0], self.constant_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags


def _quantile(values: Floats, level: float, weight: Floats | None) -> float:
    """Weighted quantile: the midpoint of all numbers with the fraction `level` of the weight below."""
    if weight is None:
        weight = np.ones(len(values))
    order = np.argsort(values, kind="stable")
    order = order[weight[order] > 0]
    cumulative = np.cumsum(weight[order])
    wanted = level * cumulative[-1]
    slack = 1e-12 * cumulative[-1]
    low = np.searchsorted(cumulative, wanted - slack)
    high = np.searchsorted(cumulative, wanted + slack, side="right")
    low, high = min(int(low), len(order) - 1), min(int(high), len(order) - 1)
    return float(values[order[low]] / 2 + values[order[high]] / 2)


learners.add(
    "Baseline",
    Baseline,
    "baseline (dummy) classifier: the most frequent class",
    task=("classification",),
    family="baseline",
    default=True,
)
learners.add(
    "BaselineRegressor",
    BaselineRegressor,
    "baseline (dummy) regressor: the mean of the target",
    task=("regression",),
    family="baseline",
    default=True,
)
