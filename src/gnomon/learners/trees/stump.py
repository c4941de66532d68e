"""The decision stump: a one-level decision tree, with one threshold on one feature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.check import between, one_of
from gnomon.errors import ParameterError
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.order import Order
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest


class DecisionStump(ClassifierMixin, Learner):
    """Decision stump (one-level decision tree): one class above a threshold of one feature, another below.

    The threshold is the midpoint of two neighboring values. Ties go to the first feature, then to the lowest
    threshold.

    Attributes
    ----------
    classes_ : the class labels
    feature_ : the index of the feature, -1 if there is no valid split
    threshold_, interval_ : the threshold, and the two values that bound it
    counts_ : weight of each class (column) at or below the threshold, and above it (rows)
    labels_ : the class predicted at or below the threshold, and above it
    impurity_ : the weighted mean impurity of the two sides

    Examples
    --------
    >>> from gnomon import DecisionStump
    >>> model = DecisionStump().fit([[1.0], [2.0], [6.0], [7.0]], ["small", "small", "large", "large"])
    >>> model.threshold_, model.predict([[5.0]])
    (4.0, array(['large'], dtype='<U5'))
    """

    criterion: str = one_of(
        "error",
        "gini",
        "entropy",
        default="error",
        help="splitting criterion: error, Gini impurity or entropy",
    )
    polarity: str = one_of(
        "majority",
        "above",
        "below",
        default="majority",
        help="predicted classes: the majority of each side, or, of two classes, the second always above (or "
        "below) the threshold, with the error as criterion",
    )
    min_samples_leaf: int = between(
        1, inf, whole=True, default=1, help="minimum number of rows on each side", grid=(1, 5, 20)
    )
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Order:
        """The sorted columns."""
        return Order.of(X, Labels.of(y), weight)

    def fit_prepared(self, data: Order, start: Self | None = None) -> Self:
        """Search all thresholds of all features."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Order) -> Iterator[Self]:
        """Search all thresholds of all features once for all models."""
        weights = _class_weights(data)
        present = weights > 0
        for each in path:
            each._check_polarity(int(present.sum()))
        # Codes over the classes with weight; rows of the others are no members.
        codes = np.maximum(np.cumsum(present) - 1, 0)[data.y.codes]
        splits = native.stump_scan(
            data.values,
            data.sorted_rows,
            data.member,
            codes.astype(np.int32),
            int(present.sum()),
            _counts(data),
            [each._rule() for each in path],
            threads.count(),
        )
        for each, split in zip(path, zip(*splits, strict=True), strict=True):
            yield each._take(data.y.classes[present], weights[present], *split)

    def predict(self, X: Any) -> Array:
        """The class of each row's side of the threshold."""
        check_is_fitted(self)
        return self._sides(X, self.labels_)

    def predict_proba(self, X: Any) -> Floats:
        """The class proportions on each row's side of the threshold."""
        check_is_fitted(self)
        return self._sides(X, self._shares)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _sides(self, X: Any, of_sides: Array) -> Array:
        X = self.check_examples(X, reset=False)
        if self.feature_ < 0:
            return of_sides[np.zeros(len(X), dtype=np.int64)]
        return of_sides[(X[:, self.feature_] > self.threshold_).astype(np.int64)]

    def _rule(self) -> tuple[str, str, int]:
        criterion = self.criterion if self.polarity == "majority" else "error"
        return criterion, self.polarity, self.min_samples_leaf

    def _check_polarity(self, n_classes: int) -> None:
        if self.polarity != "majority" and n_classes != 2:
            raise ParameterError(
                f"DecisionStump(polarity={self.polarity!r}) needs two classes, not {n_classes}; "
                "use polarity='majority'"
            )

    def _take(
        self,
        classes: Array,
        total: Floats,
        feature: int,
        low: float,
        high: float,
        impurity: float,
        left: Floats,
        right: Floats,
    ) -> Self:
        self.feature_, self.interval_, self.impurity_ = (
            int(feature),
            (float(low), float(high)),
            float(impurity),
        )
        self.threshold_ = midpoint(*self.interval_)
        self.classes_ = classes
        sides = np.stack([left, right] if feature >= 0 else [total, total])
        # The kernel counts rows; rescale to the sample weights.
        self.counts_ = sides * (total.sum() / (sides.sum() if feature >= 0 else total.sum()))
        self._codes, self._shares = self._side_predictions()
        self.labels_ = self.classes_[self._codes]
        return self

    def _side_predictions(self) -> tuple[Array, Floats]:
        """The predicted class on each side, as a code, and the class proportions there."""
        if self.polarity == "majority" or self.feature_ < 0:
            return first_largest(self.counts_), self.counts_ / self.counts_.sum(axis=1, keepdims=True)
        codes = np.array([0, 1] if self.polarity == "above" else [1, 0])
        return codes, np.eye(2)[codes]


def _class_weights(data: Order) -> Floats:
    """The weight of each class in the selected rows."""
    weight = data.member if data.weight is None else data.weight * data.member
    return np.bincount(data.y.codes, weight, minlength=data.y.n_classes).astype(np.float64)


def _counts(data: Order) -> Floats | None:
    """Row weights scaled to counts, so that sums are exact and equal splits tie."""
    if data.weight is None:
        return None
    counts = np.zeros(len(data.X))
    counts[data.index] = in_rows(data.weight[data.index])
    return counts


def midpoint(low: float, high: float) -> float:
    """The midpoint, or the lower value where the midpoint rounds to the higher.

    >>> midpoint(1.0, 4.0), midpoint(1.0, 1.0000000000000002)
    (2.5, 1.0)
    """
    middle = float(low / 2 + high / 2)
    return middle if middle < high else float(low)


learners.add(
    "DecisionStump",
    DecisionStump,
    "decision stump (one-level decision tree)",
    task=("classification",),
    family="trees",
    default=True,
)
