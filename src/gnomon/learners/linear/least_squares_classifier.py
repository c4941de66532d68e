"""A linear output for each class, fitted to 1 for its rows and 0 for the others by least squares."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.linear.covariance import whiten
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.learners.linear.together import LabelsTogether
from gnomon.registry import learners
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large

EMPTY = 1e-7


class LeastSquaresClassifier(LabelsTogether, ClassifierMixin, Learner):
    """Minimize the mean squared error of one linear output a class; predict the class of the largest.

    The answer is the pseudo-inverse's, W = [X 1]⁺ Y. It looks at all rows alike, also those far on the right
    side, so a separating plane may be missed where there is one.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : of the outputs (for two classes, of the second less the first)

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
        """Solve for all outputs at once."""
        self.prepared_ = data
        seen = data.present()
        self.classes_ = seen.classes
        total = seen.weight.sum()
        shares = seen.weight / total
        center = shares @ seen.mean
        covariance = seen.within() / total + seen.between(shares)
        # The covariance of a column with the indicator of class c is p(c) (m_c - m).
        cross = shares[:, None] * (seen.mean - center)
        inverse = whiten(covariance, EMPTY, center).directions
        coefficients = (cross @ inverse) @ inverse.T
        constants = shares - coefficients @ center
        if len(self.classes_) == 2:
            coefficients, constants = coefficients[1:] - coefficients[:1], constants[1:] - constants[:1]
        self.coef_, self.intercept_ = coefficients, constants
        return self

    def predict(self, X: Any) -> Array:
        """The class of the largest output; the first of equals."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """The outputs, or for two classes that of the second less that of the first."""
        return linear_scores(self, X)


learners.add(
    "LeastSquaresClassifier",
    LeastSquaresClassifier,
    "one linear output a class, by least squares",
    task=("classification",),
    family="linear",
)
