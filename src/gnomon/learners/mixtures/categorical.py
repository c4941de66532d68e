"""Mixtures of categories (latent classes): in each component, each column has its own chances of levels."""

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
    """Maximize sum_i log sum_k w_k prod_j P_kj(x_ij) by expectation maximization.

    Columns hold categories: numbers, strings or Booleans, whose levels are those of the training rows. With
    two levels a column it is the Bernoulli mixture. A missing value, or a level not seen in training, is left
    out of its row's product: exact for values missing at random.

    Attributes
    ----------
    weights_ : w
    category_log_prob_ : for each column, log P of each level in each component, (k, levels)
    categories_ : for each column, its levels
    lower_bound_, history_ : log likelihood a row, with the prior's if alpha > 0, at the end and at each step
    converged_, n_iter_ : whether the last step changed it by less than tol, and how many steps there were
    starts_ : what each start came to

    Examples
    --------
    >>> from gnomon.learners.mixtures.categorical import CategoricalMixture
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
        """Rows of any values; None and NaN are missing."""
        X = validate_data(self, X, reset=reset, dtype=None, ensure_all_finite=False)
        if X.dtype.kind == "f":
            self.refuse_infinite(X)
        return X

    def _read(self, X: Array) -> None:
        try:
            self._levels = Categories.of(X, np.ones(X.shape[1], dtype=bool))
        except TypeError as problem:
            raise DataError(f"a column mixes kinds of values that have no order ({problem})") from None
        self.categories_ = [np.asarray(levels) for levels in self._levels.levels]
        empty = [column for column, levels in enumerate(self.categories_) if len(levels) == 0]
        if empty:
            raise DataError(f"column {empty[0]} has no value in any row; drop it")

    def _things(self, X: Array) -> tuple[Any, Integers]:
        """One column a level, with a 1 where the row has it."""
        codes = self._levels.coded(X)
        n_levels = np.array([len(levels) for levels in self.categories_])
        begin = np.concatenate([[0], np.cumsum(n_levels)])
        row, column = np.nonzero(codes < n_levels)
        place = begin[column] + codes[row, column].astype(np.int64)
        ones = scipy.sparse.csr_matrix((np.ones(len(row)), (row, place)), (len(codes), begin[-1]))
        return ones, np.repeat(np.arange(len(n_levels)), n_levels)

    def _n_groups(self) -> int:
        return len(self.categories_)

    @property
    def category_log_prob_(self) -> list[Floats]:
        """For each column, log P of each level in each component."""
        ends = np.cumsum([len(levels) for levels in self.categories_])[:-1]
        with np.errstate(divide="ignore"):
            return np.split(np.log(self.multinomials_.chances), ends, axis=1)


learners.add(
    "CategoricalMixture",
    CategoricalMixture,
    "rows of categories of one of several hidden classes",
    task=("clustering",),
    family="mixtures",
)
