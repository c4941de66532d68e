"""Least-squares classification: linear regression on one-hot (indicator) targets."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.covariance import whiten
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.registry import learners
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large

RANK_TOLERANCE = 1e-7


class LeastSquaresClassifier(BatchedLabels, ClassifierMixin, Learner):
    """Least-squares classifier: linear regression on one-hot (indicator) targets.

    Predicts the class of the largest output. The solution is that of the pseudo-inverse, W = [X 1]⁺ Y.
    Squared error also penalizes rows far on the correct side, so a separating hyperplane may be missed where
    there is one.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : of the linear outputs (for two classes, of the second less the first)

    Examples
    --------
    >>> from gnomon import LeastSquaresClassifier
    >>> LeastSquaresClassifier().fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]).predict([[2.0], [3.0]])
    array([0, 1])
    """

    summarizes = True
    shows_not_finite = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ClassScatter:
        """The scatter of each class."""
        data = ClassScatter.of(X, Labels.of(y), weight)
        if not np.isfinite(data.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return data

    def fit_prepared(self, data: ClassScatter, start: Self | None = None) -> Self:
        """Solve the normal equations for all outputs at once."""
        self.classes_ = data.classes
        total = data.weight.sum()
        priors = data.weight / total
        center = priors @ data.mean
        covariance = data.within() / total + data.between(priors)
        # The covariance of a column with the indicator of class c is p(c) (m_c - m).
        cross = priors[:, None] * (data.mean - center)
        inverse = whiten(covariance, RANK_TOLERANCE, center).directions
        coefficients = (cross @ inverse) @ inverse.T
        intercepts = priors - coefficients @ center
        if len(self.classes_) == 2:
            coefficients, intercepts = coefficients[1:] - coefficients[:1], intercepts[1:] - intercepts[:1]
        self.coef_, self.intercept_ = coefficients, intercepts
        return self

    def predict(self, X: Any) -> Array:
        """The class of the largest output; ties go to the first class."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """The outputs, or for two classes that of the second less that of the first."""
        return linear_scores(self, X)


learners.add(
    "LeastSquaresClassifier",
    LeastSquaresClassifier,
    "linear regression on one-hot targets",
    task=("classification",),
    family="linear",
)
