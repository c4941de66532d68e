"""Quadratic discriminant analysis, the full Gaussian Bayes classifier: each class has its own covariance."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
import scipy.linalg
from scipy.special import log_softmax, softmax
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.check import between, free, one_of
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.linear.covariance import Whitening, checked_priors, shrunk, whiten
from gnomon.registry import learners
from gnomon.sharing.class_scatter import ClassScatter
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large
from gnomon.ties import first_largest


class QuadraticDiscriminantAnalysis(ClassifierMixin, Learner):
    """Quadratic discriminant analysis (QDA): Bayes' rule with normal classes, each of its own covariance.

    log p(c | x) = log p(c) - log det S_c / 2 - (x - m_c)' S_c⁻¹ (x - m_c) / 2 + constant. Fitted on the
    scatter of each class, so cross-validation, leave-one-out, `partial_fit` and `forget` are sums.

    Attributes
    ----------
    classes_ : the classes
    means_, priors_ : mean and prior of each class
    covariance_ : classes x columns x columns

    Examples
    --------
    >>> from gnomon import QuadraticDiscriminantAnalysis
    >>> X, y = [[0.0], [1.0], [2.0], [5.0], [15.0], [25.0]], ["a", "a", "a", "b", "b", "b"]
    >>> QuadraticDiscriminantAnalysis().fit(X, y).predict([[1.0], [-20.0]])
    array(['a', 'b'], dtype='<U1')
    """

    priors: Any = free(
        default=None,
        help="class prior probabilities; None to estimate them from the data",
        kind="array or None",
    )
    covariance: str = one_of(
        "full",
        "diagonal",
        "spherical",
        default="full",
        help="covariance type of each class: full, diagonal (Gaussian naive Bayes), or spherical (one "
        "variance)",
    )
    shrinkage: Any = free(
        default=None,
        help="shrinkage of each covariance toward a spherical one: 0 to 1, 'oas' to estimate it, or None",
        kind="float, 'oas' or None",
    )
    reg_param: float = between(
        0, 1, default=0.0, help="regularization: fraction of the identity mixed into each covariance"
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
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ClassScatter:
        """The scatter of each class."""
        data = ClassScatter.of(X, Labels.of(y), weight)
        if not np.isfinite(data.scatter).all():
            raise DataError(too_large(X))
        return data

    def fit_prepared(self, data: ClassScatter, start: Self | None = None) -> Self:
        """Mean and covariance of each class."""
        self.classes_, self.means_ = data.classes, data.mean
        if len(self.classes_) < 2:
            raise DataError(
                "QuadraticDiscriminantAnalysis needs 2 classes or more, and these rows have 1 class, "
                f"{self.classes_.tolist()[0]!r}; add rows of other classes"
            )
        self.priors_ = checked_priors(self.priors, data.weight, type(self).__name__)
        self.covariance_ = np.array([self._shaped(*each) for each in zip(data.scatter, data.weight)])
        self._set_densities()
        return self

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; ties go to the first class."""
        best = first_largest(self.predict_joint_log_proba(X))
        return self.classes_[best]

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """log p(c) + log p(x | c) for each row and class."""
        check_is_fitted(self)
        return self._joint(self.check_examples(X, reset=False), self.constants_)

    def decision_function(self, X: Any) -> Floats:
        """log p(c, x) of each class, or for two classes the log-odds of the second."""
        scores = self.predict_joint_log_proba(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict_log_proba(self, X: Any) -> Floats:
        """log p(c | x) for each row and class."""
        return log_softmax(self.predict_joint_log_proba(X), axis=1)

    def predict_proba(self, X: Any) -> Floats:
        """p(c | x) for each row and class."""
        return softmax(self.predict_joint_log_proba(X), axis=1)

    def mahalanobis(self, X: Any) -> Floats:
        """Mahalanobis distance of each row from each class mean, by that class's covariance.

        >>> X, y = [[0.0], [2.0], [10.0], [30.0]], ["a", "a", "b", "b"]
        >>> QuadraticDiscriminantAnalysis().fit(X, y).mahalanobis([[4.0]])
        array([[3. , 1.6]])
        """
        check_is_fitted(self)
        halves = self._joint(self.check_examples(X, reset=False), np.zeros(len(self.classes_)))
        return np.sqrt(-2 * halves)

    def _shaped(self, scatter: Floats, weight: float) -> Floats:
        covariance = scatter / (weight - self.ddof if weight > self.ddof else weight)
        if self.covariance == "diagonal":
            covariance = np.diag(np.diag(covariance))
        elif self.covariance == "spherical":
            covariance = np.mean(np.diag(covariance)) * np.eye(len(covariance))
        covariance = shrunk(covariance, self.shrinkage, weight, type(self).__name__)
        return (1 - self.reg_param) * covariance + self.reg_param * np.eye(len(covariance))

    def _set_densities(self) -> None:
        whitenings = [
            whiten(each, self.tol, mean, fill=True)
            for each, mean in zip(self.covariance_, self.means_, strict=True)
        ]
        d = self.means_.shape[1]
        self._warn_if_collinear(whitenings, d)
        # S⁻¹ = D D' = R R' with D = R Q: a triangular R halves the products.
        self.roots_ = np.array([scipy.linalg.rq(each.directions, mode="r") for each in whitenings])
        determinants = np.array([each.log_determinant for each in whitenings])
        with np.errstate(divide="ignore"):
            self.constants_ = np.log(self.priors_) - determinants / 2 - d / 2 * np.log(2 * np.pi)

    def _warn_if_collinear(self, whitenings: list[Whitening], d: int) -> None:
        worst = min(range(len(whitenings)), key=lambda index: whitenings[index].rank)
        if whitenings[worst].rank < d:
            warnings.warn(
                "QuadraticDiscriminantAnalysis: the columns are collinear in class "
                f"{self.classes_[worst]!r} (rank "
                f"{whitenings[worst].rank} of {d}); constant directions were given {self.tol:g} of the "
                "columns' standard deviation. Set reg_param or shrinkage, or drop columns",
                NumericsWarning,
                stacklevel=5,
            )

    def _joint(self, X: Floats, constants: Floats) -> Floats:
        """c_k - (squared Mahalanobis distance to class k) / 2, rows x classes."""
        return native.mixture_scores(X, self.means_, self.roots_, constants, threads.count())


learners.add(
    "QuadraticDiscriminantAnalysis",
    QuadraticDiscriminantAnalysis,
    "normal classes, each with its own covariance",
    task=("classification",),
    family="linear",
)
