"""Gaussian naive Bayes: in each class, each feature is normal and independent of the others."""

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

ROWS_AT_A_TIME = 4096
# Several models look at so many rows, while these are near, before the next.
ROWS_TOGETHER = 2048


class GaussianNB(NaiveBayes):
    """Classify by Bayes' rule with independent normal features in each class.

    log p(c | x) = log p(c) - 1/2 sum_j [log(2 pi v_cj) + (x_j - m_cj)² / v_cj] + constant. A missing value
    (NaN) drops its term, which is exact; a class that has no value of a feature at all takes the mean and
    variance over all classes.

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
    >>> model.predict_proba([[np.nan]])
    array([[0.5, 0.5]])
    """

    priors: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None for the shares in the data",
        kind="array, 'uniform' or None",
    )
    var_smoothing: float = between(
        0, inf, default=1e-9, help="added to every variance, as a share of the largest feature's"
    )
    prior_parameter = "priors"

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> KnownMoments:
        """Moments of each class."""
        with np.errstate(over="ignore", invalid="ignore"):
            moments = KnownMoments.of(X, Labels.of(y), weight)
        if not np.isfinite(moments.scatter).all():
            super().refuse_infinite(X)
        return moments

    def fit_prepared(self, data: KnownMoments, start: Self | None = None) -> Self:
        """Means, variances and priors from the moments."""
        self.prepared_ = data
        seen = data.present()
        self.theta_, self.var_, self.epsilon_ = normal_parameters(seen, self.var_smoothing)
        self.class_prior_ = class_priors(seen.weight, self.priors, "priors", "GaussianNB")
        self._keep_classes(seen, self.class_prior_)
        return self

    def refuse_infinite(self, X: Any) -> None:
        """Left to `prepare` and `predict`, whose sums show what is not finite with no other look at rows."""

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; the first of equals."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        best = native.gaussian_argmax(X, *self._densities(self.class_log_prior_), threads.count())
        if best.min(initial=0) < 0:
            best = first_largest(self._compared(X))
        return self.classes_[best]

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterator[Array]:
        """What each of several fitted models predicts for the same rows, some rows at a time."""
        X = models[0].check_examples(X, reset=False)
        densities = [model._densities(model.class_log_prior_) for model in models]
        best = np.empty((len(models), len(X)), dtype=np.int64)
        for begin in range(0, len(X), ROWS_TOGETHER):
            rows = slice(begin, begin + ROWS_TOGETHER)
            for place, (mean, precision, level) in enumerate(densities):
                best[place, rows] = native.gaussian_argmax(X[rows], mean, precision, level, 1)
        for model, found in zip(models, best):
            yield model.classes_[found] if found.min(initial=0) >= 0 else model.predict(X)

    def _scores(self, X: Any, constant: Floats) -> Floats:
        scores = native.gaussian_scores(X, *self._densities(constant), threads.count())
        unknown = np.flatnonzero(np.isnan(scores).any(axis=1))
        if len(unknown):
            super().refuse_infinite(X)
        for begin in range(0, len(unknown), ROWS_AT_A_TIME):
            some = unknown[begin : begin + ROWS_AT_A_TIME]
            scores[some] = constant + self._terms(X[some]).sum(axis=1)
        if not np.isfinite(scores).all():
            super().refuse_infinite(X)
        return scores

    def _terms(self, X: Any) -> Floats:
        return NormalColumns(self.theta_, self.var_).terms(X)

    def _wide_terms(self, X: Any) -> Array:
        return self._terms(X.astype(np.longdouble))

    def _densities(self, constant: Floats) -> tuple[Floats, Floats, Floats]:
        """Means and precisions, and the part of the log density that no row changes."""
        normal = NormalColumns(self.theta_, self.var_)
        level = constant - 0.5 * np.log(2 * np.pi * normal.variance).sum(axis=1)
        return np.ascontiguousarray(normal.mean), np.ascontiguousarray(1 / normal.variance), level

    def _drawn(self, codes: Integers, random: np.random.Generator) -> Array:
        return NormalColumns(self.theta_, self.var_).drawn(codes, random)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


learners.add(
    "GaussianNB",
    GaussianNB,
    "naive Bayes with normal features",
    task=("classification",),
    family="bayes",
    default=True,
)
