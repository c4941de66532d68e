"""Multinomial naive Bayes, for word counts and other counts."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.special import gammaln

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import flag
from gnomon.errors import DataError
from gnomon.learners.bayes.count_rows import check_counts, row_scores
from gnomon.learners.bayes.discrete import DiscreteNaiveBayes
from gnomon.learners.bayes.feature_sums import FeatureSums, compressed
from gnomon.learners.bayes.smoothing import log_probabilities, probabilities, pseudo_counts
from gnomon.registry import learners
from gnomon.sharing.labels import Labels

ROWS_PER_BLOCK = 1024


class MultinomialNB(DiscreteNaiveBayes):
    """Multinomial naive Bayes for counts: p(x | c) = n! prod_j p_cj^x_j / x_j!, with n = sum_j x_j.

    p_cj = (count of j in class c + alpha) / (all counts of class c + alpha d). A row of zeros is equally
    likely in every class, so the prior decides. Counts may be fractions (tf-idf).

    bayesian: integrate over the posterior of p_cj instead of using its mean; p(x | c) is then the
    Dirichlet-multinomial n! G(A) / G(A + n) prod_j G(a_j + x_j) / (G(a_j) x_j!), with the gamma function G,
    a_j = count of j in class c + alpha and A = sum_j a_j. Repeated words have less weight then.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : class labels, total weights and log priors
    feature_count_ : for each class and feature, the sum of its counts
    feature_log_prob_ : log p_cj

    Examples
    --------
    >>> from gnomon import MultinomialNB
    >>> mails = [[0, 3, 0], [0, 3, 3], [3, 0, 0], [2, 3, 0], [4, 3, 0], [4, 0, 3], [3, 0, 0], [0, 0, 0]]
    >>> model = MultinomialNB().fit(mails, ["spam"] * 4 + ["ham"] * 4)
    >>> np.exp(model.feature_log_prob_)
    array([[0.6, 0.2, 0.2],
           [0.3, 0.5, 0.2]])
    >>> np.exp(model.log_likelihood([[3, 1, 0]]))
    array([[0.1728, 0.054 ]])
    """

    bayesian: bool = flag(
        default=False, help="integrate over the word probabilities of each class (Dirichlet-multinomial)"
    )
    shows_not_finite = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FeatureSums:
        """Sum the counts of each class."""
        return check_counts(self, X, FeatureSums.of(X, Labels.of(y), weight))

    def fit_prepared(self, data: FeatureSums, start: Self | None = None) -> Self:
        """Estimate the probabilities from the sums."""
        self._set_classes_and_priors(data)
        self.feature_count_ = data.sums
        self.pseudo_counts_ = pseudo_counts(self, data.sums.sum(axis=0), self.prior_estimate)
        self.feature_log_prob_ = log_probabilities(probabilities(data.sums, self.pseudo_counts_))
        return self

    def _scores(self, X: Any, constant: Floats) -> Floats:
        if not self.bayesian:
            return row_scores(self, X, self.feature_log_prob_, constant)
        row_scores(self, X, np.zeros_like(self.feature_log_prob_), constant)
        starts = range(0, X.shape[0], ROWS_PER_BLOCK)
        return np.concatenate([self._averaged(_dense(X[i : i + ROWS_PER_BLOCK])) for i in starts]) + constant

    def _averaged(self, rows: Floats) -> Floats:
        """log of G(A) / G(A + n) prod_j G(a_j + x_j) / G(a_j), row by row and class by class."""
        scores = np.empty((len(rows), len(self.classes_)))
        for c, a in enumerate(self.feature_count_ + self.pseudo_counts_):
            possible = a > 0
            # A class without any word or pseudo-count has probability 0 for all rows but the empty one.
            total = a.sum() or 1.0
            terms = gammaln(a[possible] + rows[:, possible]) - gammaln(a[possible])
            scores[:, c] = terms.sum(axis=1) + gammaln(total) - gammaln(total + rows.sum(axis=1))
            scores[(rows[:, ~possible] > 0).any(axis=1), c] = -np.inf
        return scores

    def _common_term(self, X: Any) -> Floats:
        """log of n! / prod_j x_j!."""
        length = np.asarray(X.sum(axis=1)).ravel()
        if isinstance(X, np.ndarray):
            return np.asarray(gammaln(length + 1) - gammaln(X + 1).sum(axis=1))
        values, _, begin = compressed(X)
        cumulative = np.concatenate([[0.0], np.cumsum(gammaln(values + 1))])
        return np.asarray(gammaln(length + 1) - (cumulative[begin[1:]] - cumulative[begin[:-1]]))

    def _terms(self, X: Any) -> Floats:
        if self.bayesian:
            raise DataError(
                "with bayesian=True words are not conditionally independent, so there is no factor for each; "
                "use bayesian=False"
            )
        return _log_powers(_dense(X), self.feature_log_prob_)

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        """Multinomial counts, with a Poisson row total of the training mean."""
        p = np.exp(self.feature_log_prob_)
        words = self.prepared_.sums.sum() / self.prepared_.weight.sum()
        lengths = random.poisson(words, size=len(codes))
        return random.multinomial(lengths, p[codes] / p[codes].sum(axis=1, keepdims=True)).astype(np.float64)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


def _dense(X: Any) -> Floats:
    return X if isinstance(X, np.ndarray) else X.toarray()


def _log_powers(rows: Floats, log_prob: Floats) -> Floats:
    """x_j log p_cj, 0 where x_j is 0 whatever p_cj."""
    return np.where(rows[:, :, None] == 0, 0.0, np.where(rows == 0, 1.0, rows)[:, :, None] * log_prob.T)


learners.add(
    "MultinomialNB",
    MultinomialNB,
    "naive Bayes for counts, such as word counts",
    task=("classification",),
    family="bayes",
)
