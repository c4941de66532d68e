"""Cartesian products (feature crosses) of categorical columns."""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import free, one_of
from gnomon.errors import ParameterError
from gnomon.features.category_columns import CodedRows, coded_categories, level_name, warn_identifiers
from gnomon.features.column_names import column_names
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner

MAX_LEVELS = 2**53
UNKNOWN = -1.0


class CartesianProducts(TransformerMixin, Learner):
    """Cartesian products of categorical columns (feature crosses, interactions): all combinations of levels.

    Naive Bayes on a product does not assume that its columns are independent; a tree gains no expressiveness.
    Products are codes from 0, the last column varying fastest (-1 where a value is missing or unseen), or
    names. For products of numbers use scikit-learn's PolynomialFeatures.

    Attributes
    ----------
    groups_ : the column indices of each product
    categories_ : the levels of each column

    Examples
    --------
    >>> from gnomon import CartesianProducts
    >>> things = [["circle", "red"], ["square", "blue"], ["circle", "blue"]]
    >>> model = CartesianProducts().fit(things)
    >>> model.levels(0).tolist()
    ['(circle, blue)', '(circle, red)', '(square, blue)', '(square, red)']
    >>> model.transform(things).ravel()
    array([1., 2., 0.])
    """

    groups: Any = free(
        default="pairs",
        help="columns of each product: 'pairs' for all pairs, or a list of lists of names or indices",
        kind="'pairs' or list",
    )
    output: str = one_of(
        "code", "name", default="code", grid=("code",), help="codes of the combinations, or their names"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Fit the levels of the columns of X; y is ignored."""
        return super().fit(X)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The codes of the levels."""
        return coded_categories(self, X, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes with their levels."""
        return CodedRows(X, None, None, self.categories_)

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """Resolve the groups, and the levels that occur in these rows."""
        n_columns = data.X.shape[1]
        self.groups_ = self._resolved_groups(n_columns)
        # The levels of the table that occur in these rows.
        self.categories_: Any = data.categories
        self.seen_ = [np.unique(column[~np.isnan(column)]) for column in data.X.T]
        for group in self.groups_:
            n_levels = prod(len(self.seen_[column]) for column in group)
            if n_levels > MAX_LEVELS:
                raise ParameterError(
                    f"the product of columns {list(group)} has {n_levels} levels, more than {MAX_LEVELS}; "
                    "use fewer columns"
                )
        warn_identifiers(self, data.X)
        return self

    def transform(self, X: Any) -> Any:
        """One column per group: the code of the combination, or its name."""
        check_is_fitted(self)
        codes = self.check_examples(X, reset=False)
        products = [self._product(codes, group) for group in self.groups_]
        table = np.column_stack(products) if products else np.empty((len(codes), 0))
        return table if self.output == "code" else self._named(table)

    def levels(self, number: int) -> Array:
        """The names of all levels of a product, ordered by code."""
        check_is_fitted(self)
        names = [self._level_names(column) for column in self.groups_[number]]
        grid = np.meshgrid(*names, indexing="ij")
        parts = zip(*(each.ravel().tolist() for each in grid))
        return np.array([f"({', '.join(part)})" for part in parts], dtype=object)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the columns of each product, joined by " x "."""
        check_is_fitted(self)
        names = column_names(self, len(self.seen_)) if input_features is None else list(input_features)
        return np.array(
            [" x ".join(names[column] for column in group) for group in self.groups_], dtype=object
        )

    def _resolved_groups(self, n_columns: int) -> list[tuple[int, ...]]:
        if isinstance(self.groups, str) and self.groups == "pairs":
            return list(combinations(range(n_columns), 2))
        names = column_names(self, n_columns)
        try:
            return [tuple(_column_index(each, names) for each in group) for group in self.groups]
        except TypeError:
            raise ParameterError(f"groups={self.groups!r}: it must be 'pairs' or a list of lists") from None

    def _product(self, codes: Floats, group: tuple[int, ...]) -> Floats:
        code, known = np.zeros(len(codes)), np.ones(len(codes), dtype=bool)
        for column in group:
            levels, own = self.seen_[column], codes[:, column]
            index = np.minimum(np.searchsorted(levels, own), max(len(levels) - 1, 0))
            known &= (levels[index] == own) if len(levels) else False
            code = code * len(levels) + index
        return np.where(known, code, UNKNOWN)

    def _named(self, table: Floats) -> Array:
        names = np.empty(table.shape, dtype=object)
        for number in range(table.shape[1]):
            level_names = np.append(self.levels(number), "unknown")
            names[:, number] = level_names[table[:, number].astype(np.int64)]
        return names

    def _level_names(self, column: int) -> list[str]:
        levels: Any = self.categories_.levels[column]
        return [level_name(levels[int(code)]) for code in self.seen_[column]]


def _column_index(column: Any, names: list[str]) -> int:
    """The index of a column from its name or index."""
    if isinstance(column, int | np.integer) and not isinstance(column, bool) and column < len(names):
        return int(column)
    if column in names:
        return names.index(column)
    raise ParameterError(f"groups has {column!r}, which is not a column of X; its columns are {names}")


transformers.add(
    "CartesianProducts",
    CartesianProducts,
    "Cartesian products (feature crosses) of categorical columns",
    family="construction",
)
