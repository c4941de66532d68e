"""Cartesian products: a new category of each pair of values that two or more categories have."""

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
from gnomon.features.category_columns import CodedRows, coded_categories, level_words, say_identifiers
from gnomon.features.column_names import column_names
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner

MOST_LEVELS = 2**53
UNKNOWN = -1.0


class CartesianProducts(TransformerMixin, Learner):
    """Make one category of several: its levels are all combinations of theirs, the last one turning fastest.

    Naive Bayes on a product no longer takes its parts to be independent; a tree gains nothing that it could
    not say before. Products are codes from 0 (-1 where a part is missing or was not seen), or names.
    For products of numbers there is scikit-learn's PolynomialFeatures.

    Attributes
    ----------
    groups_ : the columns of each product, by number
    categories_ : the levels of each column

    Examples
    --------
    >>> from gnomon.features.products import CartesianProducts
    >>> things = [["circle", "red"], ["square", "blue"], ["circle", "blue"]]
    >>> model = CartesianProducts().fit(things)
    >>> model.levels(0).tolist()
    ['(circle, blue)', '(circle, red)', '(square, blue)', '(square, red)']
    >>> model.transform(things).ravel()
    array([1., 2., 0.])
    """

    groups: Any = free(
        default="pairs",
        help="which columns are multiplied: 'pairs' for all pairs, or a list of lists of names or numbers",
        kind="'pairs' or list",
    )
    output: str = one_of(
        "code", "name", default="code", grid=("code",), help="numbers of the combinations, or their names"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = tags.input_tags.string = tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Find the levels of rows X; y is not looked at."""
        return super().fit(X)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The codes of the levels."""
        return coded_categories(self, X, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes, with the levels that they stand for."""
        return CodedRows(X, None, None, self.categories_)

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """Settle the groups, and the levels that these rows have."""
        n_columns = data.X.shape[1]
        self.groups_ = self._settled(n_columns)
        # Of all levels of the table those that these rows have.
        self.categories_: Any = data.categories
        self.seen_ = [np.unique(column[~np.isnan(column)]) for column in data.X.T]
        for group in self.groups_:
            n_levels = prod(len(self.seen_[column]) for column in group)
            if n_levels > MOST_LEVELS:
                raise ParameterError(
                    f"the product of columns {list(group)} has {n_levels} levels, too many to number; "
                    "take fewer columns"
                )
        say_identifiers(self, data.X)
        return self

    def transform(self, X: Any) -> Any:
        """A column for each group: the code of the combination, or its name."""
        check_is_fitted(self)
        codes = self.check_examples(X, reset=False)
        made = [self._product(codes, group) for group in self.groups_]
        table = np.column_stack(made) if made else np.empty((len(codes), 0))
        return table if self.output == "code" else self._named(table)

    def levels(self, number: int) -> Array:
        """The names of all levels of a product, in the order of their codes."""
        check_is_fitted(self)
        words = [self._words(column) for column in self.groups_[number]]
        grid = np.meshgrid(*words, indexing="ij")
        parts = zip(*(each.ravel().tolist() for each in grid))
        return np.array([f"({', '.join(part)})" for part in parts], dtype=object)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the columns of each product, with a cross between them."""
        check_is_fitted(self)
        names = column_names(self, len(self.seen_)) if input_features is None else list(input_features)
        return np.array(
            [" x ".join(names[column] for column in group) for group in self.groups_], dtype=object
        )

    def _settled(self, n_columns: int) -> list[tuple[int, ...]]:
        if isinstance(self.groups, str) and self.groups == "pairs":
            return list(combinations(range(n_columns), 2))
        names = column_names(self, n_columns)
        try:
            return [tuple(_place(each, names) for each in group) for group in self.groups]
        except TypeError:
            raise ParameterError(f"groups={self.groups!r}: it must be 'pairs' or a list of lists") from None

    def _product(self, codes: Floats, group: tuple[int, ...]) -> Floats:
        found, known = np.zeros(len(codes)), np.ones(len(codes), dtype=bool)
        for column in group:
            levels, own = self.seen_[column], codes[:, column]
            place = np.minimum(np.searchsorted(levels, own), max(len(levels) - 1, 0))
            known &= (levels[place] == own) if len(levels) else False
            found = found * len(levels) + place
        return np.where(known, found, UNKNOWN)

    def _named(self, table: Floats) -> Array:
        names = np.empty(table.shape, dtype=object)
        for number in range(table.shape[1]):
            words = np.append(self.levels(number), "unknown")
            names[:, number] = words[table[:, number].astype(np.int64)]
        return names

    def _words(self, column: int) -> list[str]:
        levels: Any = self.categories_.levels[column]
        return [level_words(levels[int(code)]) for code in self.seen_[column]]


def _place(column: Any, names: list[str]) -> int:
    """The number of a column given by name or number."""
    if isinstance(column, int | np.integer) and not isinstance(column, bool) and column < len(names):
        return int(column)
    if column in names:
        return names.index(column)
    raise ParameterError(f"groups names {column!r}, which is no column; there are {names}")


transformers.add(
    "CartesianProducts",
    CartesianProducts,
    "categories of all combinations of the levels of several",
    family="construction",
)
