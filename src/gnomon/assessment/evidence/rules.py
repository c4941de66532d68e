"""Simple learners, from stable to unstable, whose true rates are exact for two normal classes.

The rates of a linear rule have a closed form in any number of features; a step rule uses one feature, and any
such rule (a stump, one neighbor, an unpruned tree) is a sequence of segments of known probability.
"""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from scipy.special import ndtr
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from gnomon.arrays import Array, Floats, Integers

Rates = tuple[float, float]
CLASSES = np.array([0, 1])


class LinearRule(ClassifierMixin, BaseEstimator):
    """Predict class 1 where coef_ · x + intercept_ is above 0.

    columns: the features it uses; None for all.

    >>> rule = LinearRule().of([1.0], -0.5)
    >>> [round(rate, 4) for rate in rule.rates(np.array([1.0]))], round(rule.area(np.array([1.0])), 4)
    ([0.3085, 0.6915], 0.7602)
    """

    def __init__(self, columns: tuple[int, ...] | None = None) -> None:
        self.columns = columns

    def of(self, coef: Any, intercept: float) -> "LinearRule":
        """The rule with these coefficients, as if fitted."""
        self.coef_, self.intercept_ = np.asarray(coef, dtype=np.float64), float(intercept)
        self.classes_ = CLASSES
        return self

    def fit(self, X: Floats, y: Integers) -> "LinearRule":
        """Fit the direction by `direction`, with the threshold at the midpoint of the means."""
        columns = list(range(X.shape[1])) if self.columns is None else list(self.columns)
        zero, one = X[y == 0][:, columns], X[y == 1][:, columns]
        coef = np.zeros(X.shape[1])
        coef[columns] = self.direction(zero, one)
        middle = (zero.mean(axis=0) + one.mean(axis=0)) / 2
        return self.of(coef, -float(coef[columns] @ middle))

    def direction(self, zero: Floats, one: Floats) -> Floats:
        """The normal vector: the difference of the class means."""
        return one.mean(axis=0) - zero.mean(axis=0)

    def decision_function(self, X: Floats) -> Floats:
        """coef_ · x + intercept_."""
        return np.asarray(X) @ self.coef_ + self.intercept_

    def predict(self, X: Floats) -> Integers:
        """The class of each row."""
        return (self.decision_function(X) > 0).astype(np.int64)

    def rates(self, shift: Floats) -> Rates:
        """False and true positive rate where class 0 is N(0, I) and class 1 is N(shift, I)."""
        length = float(np.linalg.norm(self.coef_))
        return (
            float(ndtr(self.intercept_ / length)),
            float(ndtr((self.coef_ @ shift + self.intercept_) / length)),
        )

    def area(self, shift: Floats) -> float:
        """Area under the ROC curve: Φ(coef · shift / (√2 |coef|))."""
        return float(ndtr(self.coef_ @ shift / (np.sqrt(2) * np.linalg.norm(self.coef_))))


class NearestMean(LinearRule):
    """Nearest-mean classifier: a stable learner.

    >>> X, y = np.array([[0.0], [2.0], [8.0], [10.0]]), np.array([0, 0, 1, 1])
    >>> NearestMean().fit(X, y).predict([[4.0], [6.0]])
    array([0, 1])
    """


class Discriminant(LinearRule):
    """Fisher's linear discriminant: unstable with many features for the number of rows.

    >>> X, y = np.array([[0.0, 1.0], [2.0, 0.0], [8.0, 1.0], [10.0, 0.5]]), np.array([0, 0, 1, 1])
    >>> Discriminant().fit(X, y).predict([[4.0, 1.0], [6.0, 1.0]])
    array([0, 1])
    """

    def direction(self, zero: Floats, one: Floats) -> Floats:
        """The inverse within-class scatter times the difference of the means."""
        within = np.concatenate([zero - zero.mean(axis=0), one - one.mean(axis=0)])
        return np.linalg.solve(within.T @ within, one.mean(axis=0) - zero.mean(axis=0))


class StepRule(ClassifierMixin, BaseEstimator, ABC):
    """Piecewise constant classifier of one feature: labels_[i] between cuts_[i - 1] and cuts_[i].

    column: the feature it uses. Subclasses compute the segments.

    >>> rule = OneNeighbor().fit(np.array([[0.0], [1.0]]), np.array([0, 1]))
    >>> rule.cuts_, [round(rate, 3) for rate in rule.rates(np.array([1.0]))]
    (array([0.5]), [0.309, 0.691])
    """

    def __init__(self, column: int = 0) -> None:
        self.column = column

    def fit(self, X: Floats, y: Integers) -> "StepRule":
        """Compute the segments by `segments`."""
        order = np.argsort(X[:, self.column], kind="stable")
        self.cuts_, self.labels_ = self.segments(X[order, self.column], y[order])
        self.classes_ = CLASSES
        return self

    @abstractmethod
    def segments(self, x: Floats, y: Integers) -> tuple[Floats, Integers]:
        """Cuts and labels, from one feature in ascending order."""

    def predict(self, X: Floats) -> Integers:
        """The label of each row's segment."""
        return self.labels_[np.searchsorted(self.cuts_, np.asarray(X)[:, self.column])]

    def rates(self, shift: Floats) -> Rates:
        """False and true positive rate where class 0 is N(0, I) and class 1 is N(shift, I)."""
        return self._mass_of_one(0.0), self._mass_of_one(float(shift[self.column]))

    def _mass_of_one(self, mean: float) -> float:
        below = np.concatenate([[0.0], ndtr(self.cuts_ - mean), [1.0]])
        return float(np.diff(below) @ (self.labels_ == 1))


class OneNeighbor(StepRule):
    """One nearest neighbor, equivalent to an unpruned tree on one feature: an unstable learner.

    >>> X, y = np.array([[0.0], [2.0], [8.0], [10.0]]), np.array([0, 1, 0, 1])
    >>> OneNeighbor().fit(X, y).predict([[0.9], [1.1], [9.1]])
    array([0, 1, 1])
    """

    def segments(self, x: Floats, y: Integers) -> tuple[Floats, Integers]:
        """A cut at the midpoint of adjacent rows of different classes."""
        change = np.flatnonzero(np.diff(y))
        return (x[change] + x[change + 1]) / 2, np.concatenate([y[:1], y[change + 1]])


class Stump(StepRule):
    """Decision stump with the fewest training errors: moderately stable.

    >>> X, y = np.array([[0.0], [2.0], [8.0], [10.0]]), np.array([0, 0, 1, 1])
    >>> Stump().fit(X, y).cuts_
    array([5.])
    """

    def segments(self, x: Floats, y: Integers) -> tuple[Floats, Integers]:
        """The first of the best cuts, with the orientation of fewer errors."""
        ones = np.cumsum(y)[:-1]
        below = np.arange(1, len(y))
        # Errors with class 1 above the cut; reversed labels err on all other rows.
        wrong = ones + (len(y) - below - (int(y.sum()) - ones))
        turned = len(y) - wrong
        best = int(np.argmin(np.minimum(wrong, turned)))
        labels = CLASSES if wrong[best] <= turned[best] else CLASSES[::-1]
        return np.array([(x[best] + x[best + 1]) / 2]), labels


class Majority(StepRule):
    """Majority class classifier, whose errors depend on the class only.

    >>> Majority().fit(np.zeros((3, 1)), np.array([0, 1, 1])).predict([[0.0]])
    array([1])
    """

    def segments(self, x: Floats, y: Integers) -> tuple[Floats, Integers]:
        """No cut."""
        return np.empty(0), np.array([int(2 * y.sum() > len(y))])


class LeastSquares(RegressorMixin, BaseEstimator):
    """Ordinary least squares with an intercept, on some features.

    columns: the features it uses; None for all.

    >>> X = np.array([[0.0], [1.0], [2.0]])
    >>> LeastSquares().fit(X, np.array([1.0, 3.0, 5.0])).predict([[3.0]]).round(6)
    array([7.])
    """

    def __init__(self, columns: tuple[int, ...] | None = None) -> None:
        self.columns = columns

    def of(self, coef: Any, intercept: float) -> "LeastSquares":
        """The line with these coefficients, as if fitted."""
        self.coef_, self.intercept_ = np.asarray(coef, dtype=np.float64), float(intercept)
        return self

    def fit(self, X: Floats, y: Floats) -> "LeastSquares":
        """Fit slope and intercept."""
        columns = list(range(X.shape[1])) if self.columns is None else list(self.columns)
        design = np.column_stack([np.ones(len(X)), X[:, columns]])
        solution = np.linalg.lstsq(design, y, rcond=None)[0]
        coef = np.zeros(X.shape[1])
        coef[columns] = solution[1:]
        return self.of(coef, solution[0])

    def predict(self, X: Array) -> Floats:
        """X coef_ + intercept_."""
        return np.asarray(X) @ self.coef_ + self.intercept_
