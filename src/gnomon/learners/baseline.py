"""What to beat: predictions that look at the targets only."""

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
    """Predict the most frequent class, whatever the features say.

    Attributes
    ----------
    classes_, class_prior_ : the classes and the probability given to each

    Examples
    --------
    >>> from gnomon import Baseline
    >>> Baseline().fit([[1.0], [2.0], [3.0]], ["a", "b", "b"]).predict_proba([[9.0]])
    array([[0.33333333, 0.66666667]])
    """

    strategy: str = one_of(
        "prior", "uniform", default="prior", help="probabilities: the shares of the classes, or all equal"
    )
    summarizes = True
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Counts:
        """Counts of the classes."""
        return Counts.of(Labels.of(y), weight=weight)

    def fit_prepared(self, data: Counts, start: Self | None = None) -> Self:
        """Shares of the classes."""
        self.prepared_ = data
        seen = data.present()
        self.classes_ = seen.classes
        shares = seen.weight if self.strategy == "prior" else np.ones(len(seen.classes))
        self.class_prior_ = shares / shares.sum()
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The same probabilities for every row."""
        check_is_fitted(self)
        n_rows = self.check_examples(X, reset=False).shape[0]
        return np.tile(self.class_prior_, (n_rows, 1))

    def predict(self, X: Any) -> Array:
        """The most probable class; the first of equals."""
        most_probable = first_largest(self.predict_proba(X))
        return self.classes_[most_probable]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class BaselineRegressor(RegressorMixin, Learner):
    """Predict one number, whatever the features say.

    Attributes
    ----------
    constant_ : the number

    Examples
    --------
    >>> from gnomon import BaselineRegressor
    >>> BaselineRegressor(strategy="median").fit([[1.0], [2.0], [3.0]], [1.0, 2.0, 9.0]).predict([[5.0]])
    array([2.])
    """

    strategy: str = one_of("mean", "median", "quantile", default="mean", help="which number of the targets")
    quantile: float = between(
        0, 1, default=0.5, help="for strategy='quantile', the share of targets below it"
    )

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """The number, of the weighted targets."""
        if self.strategy == "mean":
            unit = unit_of(data.y, SUMMED)
            self.constant_ = float(np.average(data.y / unit, weights=data.weight) * unit)
        else:
            share = 0.5 if self.strategy == "median" else self.quantile
            self.constant_ = _quantile(data.y, share, data.weight)
        return self

    def predict(self, X: Any) -> Floats:
        """The same number for every row."""
        check_is_fitted(self)
        return np.full(self.check_examples(X, reset=False).shape[0], self.constant_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags


def _quantile(values: Floats, share: float, weight: Floats | None) -> float:
    """The midpoint of all numbers with `share` of the weight on their left and the rest on their right."""
    if weight is None:
        weight = np.ones(len(values))
    order = np.argsort(values, kind="stable")
    order = order[weight[order] > 0]
    heaped = np.cumsum(weight[order])
    wanted = share * heaped[-1]
    slack = 1e-12 * heaped[-1]
    low = np.searchsorted(heaped, wanted - slack)
    high = np.searchsorted(heaped, wanted + slack, side="right")
    low, high = min(int(low), len(order) - 1), min(int(high), len(order) - 1)
    return float(values[order[low]] / 2 + values[order[high]] / 2)


learners.add(
    "Baseline",
    Baseline,
    "the most frequent class: what a classifier must beat",
    task=("classification",),
    family="baseline",
    default=True,
)
learners.add(
    "BaselineRegressor",
    BaselineRegressor,
    "the mean: what a regression must beat",
    task=("regression",),
    family="baseline",
    default=True,
)
