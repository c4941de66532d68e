"""Linear discriminant analysis: normal classes with a common covariance, so that boundaries are linear."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from scipy.special import expit, log_softmax, softmax
from sklearn.base import ClassifierMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.covariance import checked_priors, shrunk, whiten
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.registry import learners
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large


class LinearDiscriminantAnalysis(BatchedLabels, TransformerMixin, ClassifierMixin, Learner):
    """Linear discriminant analysis (LDA, Fisher's discriminant): normal classes with a common covariance S.

    log p(c | x) = log p(c) - (x - m_c)' S⁻¹ (x - m_c) / 2 + constant: the nearest mean by
    Mahalanobis distance, corrected by the priors. Fitted on the scatter of each class, so cross-validation,
    leave-one-out, `partial_fit` and `forget` are sums.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : of the linear scores (for two classes, of their difference)
    means_, priors_, covariance_ : mean and prior of each class, and S
    xbar_ : the overall mean, each class weighted by its prior
    scalings_ : discriminant directions of `transform`, the most discriminative first
    explained_variance_ratio_ : proportion of the between-class variance along each

    Examples
    --------
    >>> from gnomon import LinearDiscriminantAnalysis
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [4.0, 4.0], [5.0, 5.0]], ["a", "a", "b", "b"]
    >>> LinearDiscriminantAnalysis().fit(X, y).predict([[1.0, 1.0]])
    array(['a'], dtype='<U1')
    """

    priors: Any = free(
        default=None,
        help="class prior probabilities; None to estimate them from the data",
        kind="array or None",
    )
    shrinkage: Any = free(
        default=None,
        help="shrinkage of the covariance toward a spherical one: 0 to 1, 'oas' to estimate it, or None",
        kind="float, 'oas' or None",
    )
    n_components: int | None = between(
        1,
        np.inf,
        default=None,
        whole=True,
        optional=True,
        help="number of components of `transform`; None for all",
    )
    ddof: int = between(
        0,
        1,
        default=0,
        whole=True,
        help="delta degrees of freedom: covariances divide by the class's number of rows less this",
    )
    tol: float = between(
        0,
        1,
        default=1e-4,
        help="directions with less than this fraction of the standard deviation count as constant",
    )
    summarizes = True
    shows_not_finite = True
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ClassScatter:
        """The scatter of each class."""
        data = ClassScatter.of(X, Labels.of(y), weight)
        if not np.isfinite(data.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return data

    def fit_prepared(self, data: ClassScatter, start: Self | None = None) -> Self:
        """The pooled covariance, and the linear scores that follow from it."""
        self.classes_, self.means_ = data.classes, data.mean
        if len(self.classes_) < 2:
            raise DataError(
                "LinearDiscriminantAnalysis needs 2 classes or more, and these rows have 1 class, "
                f"{self.classes_.tolist()[0]!r}; add rows of other classes"
            )
        self.priors_ = checked_priors(self.priors, data.weight, type(self).__name__)
        total = float(data.weight.sum())
        divisor = total - self.ddof * len(self.classes_)
        pooled = data.within() / (divisor if divisor > 0 else total)
        self.covariance_ = shrunk(pooled, self.shrinkage, total, type(self).__name__)
        self._set_scores(data)
        return self

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; ties go to the first class."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """The linear scores: one per class, or for two classes the log-odds of the second."""
        return linear_scores(self, X)

    def predict_proba(self, X: Any) -> Floats:
        """p(c | x) for each row and class."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return np.column_stack([expit(-scores), expit(scores)])
        return softmax(scores, axis=1)

    def predict_log_proba(self, X: Any) -> Floats:
        """log p(c | x) for each row and class."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            scores = np.column_stack([np.zeros_like(scores), scores])
        return log_softmax(scores, axis=1)

    def transform(self, X: Any) -> Floats:
        """Project the rows on the discriminant directions, which maximize the between-class variance."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        projected = (X - self.xbar_) @ self.scalings_[:, : self._n_columns()]
        if not np.isfinite(projected).all():
            self.refuse_not_finite(X)
        return projected

    def _set_scores(self, present: ClassScatter) -> None:
        whitening = whiten(self.covariance_, self.tol, np.abs(self.means_).max(axis=0))
        if whitening.rank < len(self.covariance_):
            warnings.warn(
                "LinearDiscriminantAnalysis: the columns are collinear within classes (rank "
                f"{whitening.rank} of {len(self.covariance_)}); the other directions were dropped. "
                "Drop columns, or set shrinkage",
                NumericsWarning,
                stacklevel=5,
            )
        self.xbar_ = self.priors_ @ self.means_
        white_means = (self.means_ - self.xbar_) @ whitening.directions
        # Centered on the mean of the classes, so that large offsets do not cancel.
        coefficients = white_means @ whitening.directions.T
        with np.errstate(divide="ignore"):
            intercepts = np.log(self.priors_) - np.sum(white_means**2, axis=1) / 2
        if len(self.classes_) == 2:
            coefficients = coefficients[1:] - coefficients[:1]
            intercepts = intercepts[1:] - intercepts[:1]
        self.coef_, self.intercept_ = coefficients, intercepts - coefficients @ self.xbar_
        _, spread, axes = np.linalg.svd(np.sqrt(self.priors_)[:, None] * white_means, full_matrices=False)
        n_directions = min(len(self.classes_) - 1, whitening.rank)
        self.scalings_ = whitening.directions @ axes[:n_directions].T
        total = np.sum(spread[:n_directions] ** 2)
        self.explained_variance_ratio_ = (
            spread[:n_directions] ** 2 / total if total > 0 else spread[:n_directions]
        )

    def _n_columns(self) -> int:
        max_components = self.scalings_.shape[1]
        if self.n_components is None:
            return max_components
        if self.n_components > max_components:
            raise ParameterError(
                f"LinearDiscriminantAnalysis(n_components={self.n_components}): {len(self.classes_)} classes "
                f"have {max_components} directions at most; lower n_components"
            )
        return self.n_components

    @property
    def _n_features_out(self) -> int:
        return self._n_columns()


learners.add(
    "LinearDiscriminantAnalysis",
    LinearDiscriminantAnalysis,
    "normal classes with a common covariance",
    task=("classification",),
    family="linear",
)
