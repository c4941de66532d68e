"""Nearest centroid classifier: each row is assigned to the class with the nearest mean."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import ClassMoments, too_large

# Squares of this, summed over the columns, do not overflow.
MAX_VALUE = 1e150


class NearestMean(BatchedLabels, ClassifierMixin, Learner):
    """Nearest centroid (minimum distance) classifier: predicts the class whose mean is nearest.

    The decision boundary of two classes is the perpendicular bisector of their means:
    w = m₊ - m₋ and b = (|m₋|² - |m₊|²) / 2, the maximum-likelihood rule when both classes are normal
    with the identity as covariance.

    Attributes
    ----------
    classes_, means_ : the classes and their means
    coef_, intercept_ : of the linear scores (for two classes, of their difference)

    Examples
    --------
    >>> from gnomon import NearestMean
    >>> model = NearestMean().fit([[0.0, 0.0], [2.0, 0.0], [6.0, 4.0]], ["a", "a", "b"])
    >>> model.coef_, model.intercept_
    (array([[5., 4.]]), array([-25.5]))
    """

    summarizes = True
    shows_not_finite = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ClassMoments:
        """Moments of each class."""
        moments = ClassMoments.of(X, Labels.of(y), weight)
        if not (np.abs(moments.mean) < MAX_VALUE).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return moments

    def fit_prepared(self, data: ClassMoments, start: Self | None = None) -> Self:
        """The class means, and the equivalent linear scores."""
        self.classes_, self.means_ = data.classes, data.mean
        middle = self.means_.mean(axis=0)
        offsets = self.means_ - middle
        intercepts = -np.sum(offsets**2, axis=1) / 2 - offsets @ middle
        if len(self.classes_) == 2:
            offsets, intercepts = offsets[1:] - offsets[:1], intercepts[1:] - intercepts[:1]
        self.coef_, self.intercept_ = offsets, intercepts
        return self

    def predict(self, X: Any) -> Array:
        """The class of the nearest mean; ties go to the first class."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """For two classes w x + b; else per class minus half the squared distance, without |x|²."""
        return linear_scores(self, X)


learners.add(
    "NearestMean",
    NearestMean,
    "nearest centroid (minimum distance) classifier",
    task=("classification",),
    family="linear",
)
