"""Gaussian naive Bayes: in each class, each feature is normal and independent of the others."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.check import between, free
from gnomon.errors import DataError, ParameterError
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import ClassMoments, too_large


class GaussianNB(ClassifierMixin, Learner):
    """Classify by Bayes' rule with independent normal features in each class.

    log p(c | x) = log p(c) - 1/2 sum_j [log(2 pi v_cj) + (x_j - m_cj)² / v_cj] + constant.

    Attributes
    ----------
    classes_ : the classes
    class_count_, class_prior_ : weight and prior of each class
    theta_, var_ : mean and variance of each feature in each class
    epsilon_ : what was added to every variance

    Examples
    --------
    >>> from gnomon import GaussianNB
    >>> model = GaussianNB().fit([[0.0], [2.0], [8.0], [10.0]], ["low", "low", "high", "high"])
    >>> model.predict([[7.0]])
    array(['high'], dtype='<U4')
    >>> model.theta_
    array([[9.],
           [1.]])
    """

    priors: Any = free(
        default=None, help="prior of each class; None for the shares in the data", kind="array or None"
    )
    var_smoothing: float = between(
        0, inf, default=1e-9, help="added to every variance, as a share of the largest feature's"
    )
    summarises = True
    shows_not_finite = True
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ClassMoments:
        """Moments of each class."""
        moments = ClassMoments.of(X, Labels.of(y), weight)
        if not np.isfinite(moments.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return moments

    def fit_prepared(self, data: ClassMoments, start: Self | None = None) -> Self:
        """Means, variances and priors from the moments."""
        self.prepared_ = data
        seen = data.present()
        # Where no feature varies at all, a share of nothing would be nothing.
        self.epsilon_ = self.var_smoothing * (float(seen.total_variance().max(initial=0.0)) or 1.0)
        self.classes_ = seen.classes
        self.class_count_ = seen.weight
        self.theta_ = seen.mean
        self.var_ = seen.scatter / seen.weight[:, None] + self.epsilon_
        self.class_prior_ = self._priors(seen)
        return self

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; the first of equals."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        best = native.gaussian_argmax(X, *self._densities(), threads.count())
        if best.min(initial=0) < 0:
            best = self._scores(X).argmax(axis=1)
        return self.classes_[best]

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """log p(c) + log p(x | c) for each row and class."""
        check_is_fitted(self)
        return self._scores(self.check_examples(X, reset=False))

    def predict_log_proba(self, X: Any) -> Floats:
        """log p(c | x) for each row and class."""
        scores = self.predict_joint_log_proba(X)
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores

    def predict_proba(self, X: Any) -> Floats:
        """p(c | x) for each row and class."""
        return np.exp(self.predict_log_proba(X))

    def _scores(self, X: Floats) -> Floats:
        scores = native.gaussian_scores(X, *self._densities(), threads.count())
        if not np.isfinite(scores).all():
            self.refuse_not_finite(X)
        return scores

    def _densities(self) -> tuple[Floats, Floats, Floats]:
        """Means and precisions, and the part of the log density that no row changes."""
        with np.errstate(divide="ignore"):
            precision = 1 / self.var_
            constant = np.log(self.class_prior_) - 0.5 * np.log(2 * np.pi * self.var_).sum(axis=1)
        return self.theta_, precision, constant

    def _priors(self, seen: ClassMoments) -> Floats:
        if self.priors is None:
            return seen.weight / seen.weight.sum()
        priors = np.asarray(self.priors, dtype=np.float64)
        if priors.shape != seen.weight.shape or (priors < 0).any() or not np.isclose(priors.sum(), 1):
            raise ParameterError(
                f"GaussianNB(priors={self.priors!r}): priors must be {len(seen.weight)} numbers "
                f"of at least 0 that sum to 1, one for each of the classes {seen.classes.tolist()}"
            )
        return priors


learners.add(
    "GaussianNB",
    GaussianNB,
    "naive Bayes with normal features",
    task=("classification",),
    family="bayes",
    default=True,
)
