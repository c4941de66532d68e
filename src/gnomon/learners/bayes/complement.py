"""Complement naive Bayes (Rennie et al. 2003): weights from the counts of all other classes."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import flag
from gnomon.errors import DataError
from gnomon.learners.bayes.count_rows import check_counts, row_scores
from gnomon.learners.bayes.discrete import DiscreteNaiveBayes
from gnomon.learners.bayes.feature_sums import FeatureSums
from gnomon.learners.bayes.smoothing import probabilities, pseudo_counts
from gnomon.registry import learners
from gnomon.sharing.labels import Labels


class ComplementNB(DiscreteNaiveBayes):
    """Complement naive Bayes for counts: argmax_c sum_j x_j w_cj, with w_cj = -log q_cj.

    q_cj = (count of j in all classes but c + alpha) / (all their counts + alpha d): an estimate from more
    rows than those of one class, which helps with imbalanced classes. It is not a model of p(x, c), so it
    cannot be sampled; its probabilities are normalized scores, and priors are ignored unless there is only
    one class.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : class labels, total weights and log priors
    feature_count_ : for each class and feature, the sum of its counts
    feature_all_ : sum of the counts over all classes
    feature_log_prob_ : weights w_cj

    Examples
    --------
    >>> from gnomon import ComplementNB
    >>> model = ComplementNB().fit([[2, 0], [3, 1], [0, 4]], ["a", "a", "b"])
    >>> model.predict([[1, 0], [0, 1]])
    array(['a', 'b'], dtype='<U1')
    """

    norm: bool = flag(default=False, help="normalize the weights of each class by their sum")
    shows_not_finite = True
    is_generative = False

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FeatureSums:
        """Sum the counts of each class."""
        return check_counts(self, X, FeatureSums.of(X, Labels.of(y), weight))

    def fit_prepared(self, data: FeatureSums, start: Self | None = None) -> Self:
        """Compute the weights from the sums of the other classes."""
        self._set_classes_and_priors(data)
        self.feature_count_, self.feature_all_ = data.sums, data.sums.sum(axis=0)
        others = np.maximum(self.feature_all_ - data.sums, 0.0)
        complement = probabilities(others, pseudo_counts(self, self.feature_all_, self.prior_estimate))
        if (complement == 0).any():
            column = int(np.argwhere(complement == 0)[0, 1])
            raise DataError(
                f"column {column} is 0 in all rows but those of one class, so its weight would be infinite; "
                "smooth the counts (alpha=1)"
            )
        logs = np.log(complement)
        total = logs.sum(axis=1, keepdims=True)
        # A single column has log 1 = 0: no division by zero.
        self.feature_log_prob_ = np.divide(logs, total, where=total != 0, out=-logs) if self.norm else -logs
        return self

    def _scores(self, X: Any, constant: Floats) -> Floats:
        intercept = constant if len(self.classes_) == 1 else np.zeros(len(self.classes_))
        return row_scores(self, X, self.feature_log_prob_, intercept)

    def _terms(self, X: Any) -> Floats:
        rows = X if isinstance(X, np.ndarray) else X.toarray()
        return np.asarray(rows[:, :, None] * self.feature_log_prob_.T - 0.0)

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        raise DataError("ComplementNB is not a generative model and cannot be sampled; use MultinomialNB")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags


learners.add(
    "ComplementNB",
    ComplementNB,
    "complement naive Bayes for counts, with imbalanced classes",
    task=("classification",),
    family="bayes",
)
