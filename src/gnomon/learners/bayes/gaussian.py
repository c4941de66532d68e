"""Gaussian naive Bayes: independent normally distributed features in each class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, free
from gnomon.learners.bayes.known_moments import KnownMoments
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.learners.bayes.normal_columns import NormalColumns, normal_parameters
from gnomon.learners.bayes.smoothing import class_priors
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

ROWS_PER_BLOCK = 4096
# Batched prediction: all models predict a block of rows while it is in the cache.
ROWS_PER_BATCH = 2048


class GaussianNB(NaiveBayes):
    """Gaussian naive Bayes: Bayes' rule with independent normal features in each class.

    log p(c | x) = log p(c) - 1/2 sum_j [log(2 pi v_cj) + (x_j - m_cj)² / v_cj] + constant. A missing value
    (NaN) drops its term, which is exact; a class without any value of a feature takes the mean and variance
    over all classes.

    Attributes
    ----------
    classes_ : class labels
    class_count_, class_prior_ : total weight and prior of each class
    theta_, var_ : mean and variance of each feature in each class
    epsilon_ : value added to every variance

    Examples
    --------
    >>> from gnomon import GaussianNB
    >>> model = GaussianNB().fit([[0.0], [2.0], [8.0], [10.0]], ["low", "low", "high", "high"])
    >>> model.predict([[7.0]])
    array(['high'], dtype='<U4')
    >>> model.theta_
    array([[9.],
           [1.]])
    >>> model.predict_proba([[np.nan]])
    array([[0.5, 0.5]])
    """

    priors: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None for the class frequencies",
        kind="array, 'uniform' or None",
    )
    var_smoothing: float = between(
        0, inf, default=1e-9, help="fraction of the largest feature variance added to every variance"
    )
    prior_parameter = "priors"

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> KnownMoments:
        """Compute the moments of each class."""
        with np.errstate(over="ignore", invalid="ignore"):
            moments = KnownMoments.of(X, Labels.of(y), weight)
        if not np.isfinite(moments.scatter).all():
            super().refuse_infinite(X)
        return moments

    def fit_prepared(self, data: KnownMoments, start: Self | None = None) -> Self:
        """Estimate means, variances and priors from the moments."""
        self.theta_, self.var_, self.epsilon_ = normal_parameters(data, self.var_smoothing)
        self.class_prior_ = class_priors(data.weight, self.priors, "priors", "GaussianNB")
        self._set_classes(data, self.class_prior_)
        return self

    def refuse_infinite(self, X: Any) -> None:
        """Left to `prepare` and `predict`, whose sums detect infinite values without another pass."""

    def predict(self, X: Any) -> Array:
        """Predict the most probable class of each row; the first in `classes_` on ties."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        best = native.gaussian_argmax(X, *self._densities(self.class_log_prior_), threads.count())
        if best.min(initial=0) < 0:
            best = first_largest(self._log_posterior_scores(X))
        return self.classes_[best]

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterator[Array]:
        """Batched prediction: the predictions of several fitted models for the same rows."""
        X = models[0].check_examples(X, reset=False)
        densities = [model._densities(model.class_log_prior_) for model in models]
        best = np.empty((len(models), len(X)), dtype=np.int64)
        for begin in range(0, len(X), ROWS_PER_BATCH):
            rows = slice(begin, begin + ROWS_PER_BATCH)
            for index, (mean, precision, constant) in enumerate(densities):
                best[index, rows] = native.gaussian_argmax(X[rows], mean, precision, constant, 1)
        for model, codes in zip(models, best):
            yield model.classes_[codes] if codes.min(initial=0) >= 0 else model.predict(X)

    def _scores(self, X: Any, constant: Floats) -> Floats:
        scores = native.gaussian_scores(X, *self._densities(constant), threads.count())
        unknown = np.flatnonzero(np.isnan(scores).any(axis=1))
        if len(unknown):
            super().refuse_infinite(X)
        for begin in range(0, len(unknown), ROWS_PER_BLOCK):
            some = unknown[begin : begin + ROWS_PER_BLOCK]
            scores[some] = constant + self._terms(X[some]).sum(axis=1)
        if not np.isfinite(scores).all():
            super().refuse_infinite(X)
        return scores

    def _terms(self, X: Any) -> Floats:
        return NormalColumns(self.theta_, self.var_).terms(X)

    def _extended_terms(self, X: Any) -> Array:
        return self._terms(X.astype(np.longdouble))

    def _densities(self, constant: Floats) -> tuple[Floats, Floats, Floats]:
        """Means and precisions, and the constant term of the log density."""
        normal = NormalColumns(self.theta_, self.var_)
        normalizer = constant - 0.5 * np.log(2 * np.pi * normal.variance).sum(axis=1)
        return np.ascontiguousarray(normal.mean), np.ascontiguousarray(1 / normal.variance), normalizer

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        return NormalColumns(self.theta_, self.var_).sample(codes, random)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


learners.add(
    "GaussianNB",
    GaussianNB,
    "naive Bayes for normally distributed features",
    task=("classification",),
    family="bayes",
    default=True,
)
