"""Bernoulli naive Bayes: binary features, of which absent ones count as well as present ones."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import free
from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.discrete import DiscreteNaiveBayes
from gnomon.learners.bayes.feature_sums import FeatureSums, compressed
from gnomon.learners.bayes.smoothing import log_probabilities, pseudo_counts
from gnomon.registry import learners
from gnomon.sharing.labels import Labels

ROWS_PER_BLOCK = 1024


class BernoulliNB(DiscreteNaiveBayes):
    """Bernoulli naive Bayes for binary features: p(x | c) = prod_j p_cj^x_j (1 - p_cj)^(1 - x_j).

    p_cj = (rows of class c with x_j = 1 + alpha) / (rows of class c where x_j is observed + 2 alpha). A
    missing value (NaN) drops its factor, which is exact. As the Beta prior is conjugate, p_cj is also the
    posterior predictive probability of a fully Bayesian model.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : class labels, total weights and log priors
    feature_count_ : for each class and feature, the weight of the rows where it is 1
    feature_log_prob_, feature_log_off_ : log p_cj and log(1 - p_cj)

    Examples
    --------
    >>> from gnomon import BernoulliNB
    >>> mails = [[0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 0], [0, 0, 0]]
    >>> model = BernoulliNB().fit(mails, ["spam"] * 4 + ["ham"] * 4)
    >>> np.exp(model.feature_log_prob_).round(2)
    array([[0.67, 0.33, 0.33],
           [0.5 , 0.67, 0.33]])
    >>> model.predict_proba([[1, 1, 0]])
    array([[0.4, 0.6]])
    """

    binarize: float | None = free(
        default=0.0,
        help="threshold for binarizing: larger values become 1; None if values are 0 and 1 already",
        kind="float or None",
    )
    shared_by = ("binarize",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FeatureSums:
        """Count the rows of each class in which each feature is 1."""
        return FeatureSums.of(X, Labels.of(y), weight, self._threshold())

    def fit_prepared(self, data: FeatureSums, start: Self | None = None) -> Self:
        """Estimate the probabilities from the counts."""
        self._set_classes_and_priors(data)
        self.feature_count_ = data.sums
        off = np.maximum(data.known - data.sums, 0.0)
        pooled = np.stack([off.sum(axis=0), data.sums.sum(axis=0)], axis=-1)
        prior = self.prior_estimate
        if not isinstance(prior, str):
            p = np.broadcast_to(np.asarray(prior, dtype=np.float64), pooled.shape[:1])
            prior = np.stack([1 - p, p], axis=-1)
        added = pseudo_counts(self, pooled, prior)
        total = data.known + added.sum(axis=-1)
        self.feature_log_prob_ = _log_ratio(data.sums + added[:, 1], total)
        self.feature_log_off_ = _log_ratio(off + added[:, 0], total)
        return self

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check that rows are numbers; only 0 and 1 if binarize is None."""
        X = super().check_examples(X, reset=reset)
        threshold = self._threshold()
        if not isinstance(X, np.ndarray) and threshold < 0:
            raise DataError(
                f"binarize={self.binarize!r}: the implicit zeros of a sparse matrix would become 1; pass a "
                "dense array, or a threshold of at least 0"
            )
        if self.binarize is None:
            values = X if isinstance(X, np.ndarray) else X.data
            if not np.isin(values[~np.isnan(values)], (0.0, 1.0)).all():
                raise DataError("binarize=None requires values 0 and 1 only; set binarize to a threshold")
        return X

    def _threshold(self) -> float:
        value = 0.0 if self.binarize is None else self.binarize
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float | np.number)
            or not np.isfinite(value)
        ):
            raise ParameterError(
                f"BernoulliNB(binarize={self.binarize!r}): binarize must be a number or None"
            )
        return float(value)

    def _scores(self, X: Any, constant: Floats) -> Floats:
        off, on = self.feature_log_off_, self.feature_log_prob_
        if not isinstance(X, np.ndarray):
            values, columns, begin = compressed(X)
            if np.isfinite(off).all() and np.isfinite(on).all() and not np.isnan(values).any():
                binary = (values > self._threshold()).astype(np.float64)
                log_ratio = np.ascontiguousarray((on - off).T)
                scores = native.sparse_product(binary, columns, begin, log_ratio, threads.count())
                return scores + (constant + off.sum(axis=1))
            parts = [X[row : row + ROWS_PER_BLOCK].toarray() for row in range(0, X.shape[0], ROWS_PER_BLOCK)]
            return np.concatenate([self._scores(part, constant) for part in parts])
        table = np.ascontiguousarray(np.stack([off, on], axis=-1).reshape(len(off), -1).T)
        return native.bernoulli_scores(X, self._threshold(), table, constant, threads.count())

    def _terms(self, X: Any) -> Floats:
        rows = X if isinstance(X, np.ndarray) else X.toarray()
        off, on = self.feature_log_off_, self.feature_log_prob_
        terms = np.where((rows > self._threshold())[:, :, None], on.T, off.T)
        return np.where(np.isnan(rows)[:, :, None], 0.0, terms)

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        on = np.exp(self.feature_log_prob_)
        return (random.random((len(codes), on.shape[1])) < on[codes]).astype(np.float64)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = True
        return tags


def _log_ratio(part: Floats, total: Floats) -> Floats:
    """log(part / total), and log 1/2 where there is neither a row nor a pseudo-count."""
    if (total > 0).all():
        return log_probabilities(np.divide(part, total, out=part))
    return log_probabilities(np.divide(part, total, where=total > 0, out=np.full_like(part, 0.5)))


learners.add(
    "BernoulliNB",
    BernoulliNB,
    "naive Bayes for binary features",
    task=("classification",),
    family="bayes",
)
