"""Multinomial naive Bayes: in each class, each word of a text is drawn from the same shares."""

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
from gnomon.learners.bayes.smoothing import chances, log_chances, virtual_counts
from gnomon.registry import learners
from gnomon.sharing.labels import Labels

ROWS_AT_A_TIME = 1024


class MultinomialNB(DiscreteNaiveBayes):
    """Classify rows of counts: p(x | c) = n! prod_j p_cj^x_j / x_j!, with n = sum_j x_j.

    p_cj = (count of j in class c + alpha) / (all counts of class c + alpha d). Only what is present matters,
    and as often as it is. A row of zeros is as likely in every class: its prior decides, and of equal priors
    the first class. Counts may be fractions (tf-idf).

    bayesian: average over all shares that the counts allow, instead of taking the mean ones; p(x | c) is then
    the Dirichlet-multinomial n! G(A) / G(A + n) prod_j G(a_j + x_j) / (G(a_j) x_j!), with the gamma function
    G, a_j = count of j in class c + alpha and A = sum_j a_j. It believes repeated words less.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : the classes, their weights and log priors
    feature_count_ : for each class and feature, the sum of its counts
    feature_log_prob_ : log p_cj

    Examples
    --------
    >>> from gnomon.learners.bayes.multinomial import MultinomialNB
    >>> mails = [[0, 3, 0], [0, 3, 3], [3, 0, 0], [2, 3, 0], [4, 3, 0], [4, 0, 3], [3, 0, 0], [0, 0, 0]]
    >>> model = MultinomialNB().fit(mails, ["spam"] * 4 + ["ham"] * 4)
    >>> np.exp(model.feature_log_prob_)
    array([[0.6, 0.2, 0.2],
           [0.3, 0.5, 0.2]])
    >>> np.exp(model.log_likelihood([[3, 1, 0]]))
    array([[0.1728, 0.054 ]])
    """

    bayesian: bool = flag(default=False, help="average over the shares of each class (Dirichlet-multinomial)")
    shows_not_finite = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FeatureSums:
        """The sums of the counts of each class."""
        return check_counts(self, X, FeatureSums.of(X, Labels.of(y), weight))

    def fit_prepared(self, data: FeatureSums, start: Self | None = None) -> Self:
        """Shares from the sums."""
        self.prepared_ = data
        seen = data.present()
        self._keep_classes_of(seen)
        self.feature_count_ = seen.sums
        self.virtual_counts_ = virtual_counts(self, seen.sums.sum(axis=0), self.virtual_shares)
        self.feature_log_prob_ = log_chances(chances(seen.sums, self.virtual_counts_))
        return self

    def _scores(self, X: Any, constant: Floats) -> Floats:
        if not self.bayesian:
            return row_scores(self, X, self.feature_log_prob_, constant)
        row_scores(self, X, np.zeros_like(self.feature_log_prob_), constant)
        starts = range(0, X.shape[0], ROWS_AT_A_TIME)
        return np.concatenate([self._averaged(_dense(X[i : i + ROWS_AT_A_TIME])) for i in starts]) + constant

    def _averaged(self, rows: Floats) -> Floats:
        """log of G(A) / G(A + n) prod_j G(a_j + x_j) / G(a_j), row by row and class by class."""
        scores = np.empty((len(rows), len(self.classes_)))
        for c, a in enumerate(self.feature_count_ + self.virtual_counts_):
            possible = a > 0
            # A class without any word, real or virtual, allows no row but the empty one.
            total = a.sum() or 1.0
            terms = gammaln(a[possible] + rows[:, possible]) - gammaln(a[possible])
            scores[:, c] = terms.sum(axis=1) + gammaln(total) - gammaln(total + rows.sum(axis=1))
            scores[(rows[:, ~possible] > 0).any(axis=1), c] = -np.inf
        return scores

    def _shared(self, X: Any) -> Floats:
        """log of n! / prod_j x_j!."""
        length = np.asarray(X.sum(axis=1)).ravel()
        if isinstance(X, np.ndarray):
            return np.asarray(gammaln(length + 1) - gammaln(X + 1).sum(axis=1))
        values, _, begin = compressed(X)
        heaped = np.concatenate([[0.0], np.cumsum(gammaln(values + 1))])
        return np.asarray(gammaln(length + 1) - (heaped[begin[1:]] - heaped[begin[:-1]]))

    def _terms(self, X: Any) -> Floats:
        if self.bayesian:
            raise DataError(
                "averaged over all shares, words are no longer independent, so there is no factor for each; "
                "ask a model with bayesian=False"
            )
        return _powers(_dense(X), self.feature_log_prob_)

    def _drawn(self, codes: Integers, random: np.random.Generator) -> Array:
        """As many words a row as the training rows have on average."""
        shares = np.exp(self.feature_log_prob_)
        words = self.prepared_.sums.sum() / self.prepared_.weight.sum()
        lengths = random.poisson(words, size=len(codes))
        return random.multinomial(lengths, shares[codes] / shares[codes].sum(axis=1, keepdims=True)).astype(
            np.float64
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


def _dense(X: Any) -> Floats:
    return X if isinstance(X, np.ndarray) else X.toarray()


def _powers(rows: Floats, log_prob: Floats) -> Floats:
    """x_j log p_cj, 0 where x_j is 0 whatever p_cj."""
    return np.where(rows[:, :, None] == 0, 0.0, np.where(rows == 0, 1.0, rows)[:, :, None] * log_prob.T)


learners.add(
    "MultinomialNB",
    MultinomialNB,
    "naive Bayes with counts of words",
    task=("classification",),
    family="bayes",
)
