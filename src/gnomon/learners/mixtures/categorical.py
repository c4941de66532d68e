"""Latent class analysis: mixtures of categorical distributions."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.validation import validate_data

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.mixtures.discrete import DiscreteMixture
from gnomon.registry import learners
from gnomon.sharing.categories import Categories


class CategoricalMixture(DiscreteMixture):
    """Mixture of categorical distributions (latent class analysis), fitted by EM.

    Maximizes sum_i log sum_k w_k prod_j P_kj(x_ij). Columns are categorical (numbers, strings or Booleans),
    with the categories of the training rows; with two each it is the Bernoulli mixture. A missing value or an
    unknown category is dropped from the product of its row: exact for values missing at random.

    Attributes
    ----------
    weights_ : mixture weights w
    category_log_prob_ : for each column, log P of each category in each component, (k, categories)
    categories_ : categories of each column
    lower_bound_, history_ : mean log likelihood (log posterior if alpha > 0), final and by iteration
    converged_, n_iter_ : whether EM converged, and the number of iterations
    starts_ : result of each initialization

    Examples
    --------
    >>> from gnomon import CategoricalMixture
    >>> X = [["a", "u"], ["a", "u"], ["a", "u"], ["b", "v"], ["b", "v"], ["b", "v"]]
    >>> labels = CategoricalMixture(n_components=2).fit_predict(X)
    >>> labels[0] == labels[2] != labels[3] == labels[5]
    np.True_
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check rows of any values; None and NaN are missing."""
        X = validate_data(self, X, reset=reset, dtype=None, ensure_all_finite=False)
        if X.dtype.kind == "f":
            self.refuse_infinite(X)
        return X

    def _fit_categories(self, X: Array) -> None:
        try:
            self._levels = Categories.of(X, np.ones(X.shape[1], dtype=bool))
        except TypeError as problem:
            raise DataError(
                f"a column has values of mixed types ({problem}); convert it to one type"
            ) from None
        self.categories_ = [np.asarray(levels) for levels in self._levels.levels]
        empty = [column for column, levels in enumerate(self.categories_) if len(levels) == 0]
        if empty:
            raise DataError(f"column {empty[0]} has missing values only; drop it")

    def _counts(self, X: Array) -> tuple[Any, Integers]:
        """One-hot encoding: a column per category."""
        codes = self._levels.coded(X)
        n_levels = np.array([len(levels) for levels in self.categories_])
        begin = np.concatenate([[0], np.cumsum(n_levels)])
        row, column = np.nonzero(codes < n_levels)
        index = begin[column] + codes[row, column].astype(np.int64)
        one_hot = scipy.sparse.csr_matrix((np.ones(len(row)), (row, index)), (len(codes), begin[-1]))
        return one_hot, np.repeat(np.arange(len(n_levels)), n_levels)

    def _n_groups(self) -> int:
        return len(self.categories_)

    @property
    def category_log_prob_(self) -> list[Floats]:
        """For each column, log P of each category in each component."""
        ends = np.cumsum([len(levels) for levels in self.categories_])[:-1]
        with np.errstate(divide="ignore"):
            return np.split(np.log(self.multinomials_.probabilities), ends, axis=1)


learners.add(
    "CategoricalMixture",
    CategoricalMixture,
    "mixture of categorical distributions (latent class analysis)",
    task=("clustering",),
    family="mixtures",
)
