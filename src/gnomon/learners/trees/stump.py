"""The decision stump: one question, whether one feature is above one threshold."""

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
    """Predict one class where a feature is above a threshold, and another where it is not.

    Every threshold between two neighboring values of the feature is equally good; the middle is taken. Of
    equally good splits the first feature's is taken, and of these the lowest.

    Attributes
    ----------
    classes_ : the classes
    feature_ : the number of the feature asked, -1 if no split is allowed
    threshold_, interval_ : the threshold, and the two values that it may lie between
    counts_ : weight of each class (column) at or below the threshold, and above it (rows)
    labels_ : the class predicted at or below the threshold, and above it
    impurity_ : what the criterion gives: mean over the rows of the two sides' impurity

    Examples
    --------
    >>> from gnomon import DecisionStump
    >>> model = DecisionStump().fit([[1.0], [2.0], [6.0], [7.0]], ["small", "small", "large", "large"])
    >>> model.threshold_, model.predict([[5.0]])
    (4.0, array(['large'], dtype='<U5'))
    """

    criterion: str = one_of(
        "error", "gini", "entropy", default="error", help="what a good split has little of, on both sides"
    )
    polarity: str = one_of(
        "majority",
        "above",
        "below",
        default="majority",
        help="which class a side gets: its most common one, or, of two classes, the second one always above "
        "(or always below) the threshold, which counts errors whatever the criterion",
    )
    min_samples_leaf: int = between(
        1, inf, whole=True, default=1, help="rows that each side must have", grid=(1, 5, 20)
    )
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Order:
        """Every column sorted."""
        return Order.of(X, Labels.of(y), weight)

    def fit_prepared(self, data: Order, start: Self | None = None) -> Self:
        """Scan all thresholds of all features."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Order) -> Iterator[Self]:
        """Scan all thresholds of all features once for all settings."""
        weights = _class_weights(data)
        present = weights > 0
        for each in path:
            each._check_polarity(int(present.sum()))
        # Codes over the classes in view alone; rows of the others are no members.
        codes = np.maximum(np.cumsum(present) - 1, 0)[data.y.codes]
        found = native.stump_scan(
            data.values,
            data.places,
            data.member,
            codes.astype(np.int32),
            int(present.sum()),
            _counts(data),
            [each._rule() for each in path],
            threads.count(),
        )
        for each, split in zip(path, zip(*found, strict=True), strict=True):
            yield each._take(data.y.classes[present], weights[present], *split)

    def predict(self, X: Any) -> Array:
        """The class of the side that each row falls on."""
        check_is_fitted(self)
        return self._sides(X, self.labels_)

    def predict_proba(self, X: Any) -> Floats:
        """The shares of the classes on the side that each row falls on."""
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
                f"DecisionStump(polarity={self.polarity!r}) is for two classes, and there are {n_classes}; "
                "use polarity='majority'"
            )

    def _take(
        self,
        classes: Array,
        whole: Floats,
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
        sides = np.stack([left, right] if feature >= 0 else [whole, whole])
        # The kernel counts rows; these are the weights as they were given.
        self.counts_ = sides * (whole.sum() / (sides.sum() if feature >= 0 else whole.sum()))
        self._codes, self._shares = self._answers()
        self.labels_ = self.classes_[self._codes]
        return self

    def _answers(self) -> tuple[Array, Floats]:
        """The class predicted on each side, as a code, and the shares of the classes there."""
        if self.polarity == "majority" or self.feature_ < 0:
            return first_largest(self.counts_), self.counts_ / self.counts_.sum(axis=1, keepdims=True)
        codes = np.array([0, 1] if self.polarity == "above" else [1, 0])
        return codes, np.eye(2)[codes]


def _class_weights(data: Order) -> Floats:
    """Weight of each class among the rows in view."""
    weight = data.member if data.weight is None else data.weight * data.member
    return np.bincount(data.y.codes, weight, minlength=data.y.n_classes).astype(np.float64)


def _counts(data: Order) -> Floats | None:
    """How many rows each row in view counts for: sums of these are exact, so that equal splits tie."""
    if data.weight is None:
        return None
    counts = np.zeros(len(data.X))
    counts[data.index] = in_rows(data.weight[data.index])
    return counts


def midpoint(low: float, high: float) -> float:
    """The middle, or the lower value where the middle rounds to the higher.

    >>> midpoint(1.0, 4.0), midpoint(1.0, 1.0000000000000002)
    (2.5, 1.0)
    """
    middle = float(low / 2 + high / 2)
    return middle if middle < high else float(low)


learners.add(
    "DecisionStump",
    DecisionStump,
    "one feature, one threshold",
    task=("classification",),
    family="trees",
    default=True,
)
