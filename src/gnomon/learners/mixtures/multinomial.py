"""Mixtures of multinomial distributions, for counts such as the word counts of texts."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import ClassifierTags

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.mixtures.discrete import DiscreteMixture
from gnomon.registry import learners


class MultinomialMixture(DiscreteMixture):
    """Mixture of multinomial distributions for counts, dense or sparse, fitted by EM.

    Maximizes sum_i log sum_k w_k prod_j P_kj^x_ij; multinomial coefficients are omitted, as they do not
    depend on the parameters.

    Attributes
    ----------
    weights_ : mixture weights w
    feature_log_prob_ : log P of each column in each component, (k, d)
    lower_bound_, history_ : mean log likelihood (log posterior if alpha > 0), final and by iteration
    converged_, n_iter_ : whether EM converged, and the number of iterations
    starts_ : result of each initialization

    Examples
    --------
    >>> from gnomon import MultinomialMixture
    >>> X = [[9, 1], [8, 2], [9, 0], [1, 9], [0, 8], [2, 9]]
    >>> labels = MultinomialMixture(n_components=2).fit_predict(X)
    >>> labels[0] == labels[2] != labels[3] == labels[5]
    np.True_
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        # scikit-learn's check of sparse input requires these of estimators with predict_proba.
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check that counts are numbers of at least 0."""
        X = super().check_examples(X, reset=reset)
        values = X if isinstance(X, np.ndarray) else X.data
        if values.size and values.min() < 0:
            where = f" (row {np.argwhere(X < 0)[0][0]})" if isinstance(X, np.ndarray) else ""
            raise DataError(
                f"Negative values in data passed to {type(self).__name__}{where}: counts must be at least 0"
            )
        return X

    def _counts(self, X: Any) -> tuple[Any, Integers]:
        return X, np.zeros(X.shape[1], dtype=np.int64)

    @property
    def feature_log_prob_(self) -> Floats:
        """log P of each column in each component."""
        with np.errstate(divide="ignore"):
            return np.log(self.multinomials_.probabilities)


learners.add(
    "MultinomialMixture",
    MultinomialMixture,
    "mixture of multinomial distributions",
    task=("clustering",),
    family="mixtures",
)
