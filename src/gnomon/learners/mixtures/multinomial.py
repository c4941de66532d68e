"""Mixtures of multinomial counts: each row, say a text, draws its things, say words, from one component."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import ClassifierTags

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.mixtures.discrete import DiscreteMixture
from gnomon.registry import learners


class MultinomialMixture(DiscreteMixture):
    """Maximize sum_i log sum_k w_k prod_j P_kj^x_ij by expectation maximization; counts dense or CSR.

    The likelihood leaves out the ways to order a row's things, which no parameter changes.

    Attributes
    ----------
    weights_ : w
    feature_log_prob_ : log P of each column in each component, (k, d)
    lower_bound_, history_ : log likelihood a row, with the prior's if alpha > 0, at the end and at each step
    converged_, n_iter_ : whether the last step changed it by less than tol, and how many steps there were
    starts_ : what each start came to

    Examples
    --------
    >>> from gnomon.learners.mixtures.multinomial import MultinomialMixture
    >>> X = [[9, 1], [8, 2], [9, 0], [1, 9], [0, 8], [2, 9]]
    >>> labels = MultinomialMixture(n_components=2).fit_predict(X)
    >>> labels[0] == labels[2] != labels[3] == labels[5]
    np.True_
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        # scikit-learn's check of sparse rows asks everything that has predict_proba for these.
        tags.classifier_tags = ClassifierTags(multi_class=False)
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Counts: numbers of at least 0."""
        X = super().check_examples(X, reset=reset)
        values = X if isinstance(X, np.ndarray) else X.data
        if values.size and values.min() < 0:
            where = f" (row {np.argwhere(X < 0)[0][0]})" if isinstance(X, np.ndarray) else ""
            raise DataError(
                f"Negative values in data passed to {type(self).__name__}{where}: counts must be 0 or more"
            )
        return X

    def _things(self, X: Any) -> tuple[Any, Integers]:
        return X, np.zeros(X.shape[1], dtype=np.int64)

    @property
    def feature_log_prob_(self) -> Floats:
        """log P of each column in each component."""
        with np.errstate(divide="ignore"):
            return np.log(self.multinomials_.chances)


learners.add(
    "MultinomialMixture",
    MultinomialMixture,
    "rows of counts of one of several hidden kinds",
    task=("clustering",),
    family="mixtures",
)
