"""Every column of a table as a category: its levels as codes, missing values as a level of their own."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Floats, Integers
from gnomon.data.suspects import DISTINCT_SHARE, FEWEST_ROWS
from gnomon.errors import DataError, DataWarning
from gnomon.features.column_names import column_names
from gnomon.sharing.categories import Categories
from gnomon.sharing.mixed_table import as_given, coded_rows
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class CodedRows(Rows):
    """Rows whose columns are codes of levels, and the levels they stand for.

    >>> data = CodedRows(np.array([[0.0], [1.0]]), categories=Categories(("town",), (np.array(["a", "b"]),)))
    >>> data.rows(np.array([1])).categories.levels
    (array(['a', 'b'], dtype='<U1'),)
    """

    categories: Categories | None = None

    def rows(self, index: Integers) -> CodedRows:
        """These rows only."""
        some = super().rows(index)
        return CodedRows(some.X, some.y, some.weight, self.categories)


def coded_categories(owner: Any, X: Any, *, reset: bool) -> Floats:
    """The rows as codes of levels, NaN where a value is missing; new levels have codes past the known ones.

    The levels found on the first look are the owner's `categories_`.

    >>> from gnomon.features.products import CartesianProducts
    >>> coded_categories(CartesianProducts(), [["b", 1], ["a", 1]], reset=True)
    array([[1., 0.],
           [0., 0.]])
    """
    if scipy.sparse.issparse(X):
        raise TypeError(
            f"{type(owner).__name__} reads categories, and sparse columns have none; make X dense"
        )
    X = as_given(X)
    if 0 in X.shape:
        raise DataError(
            f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s) while a minimum of 1 is "
            "required"
        )
    if reset:
        owner.categories_ = Categories.of(X, np.ones(X.shape[1], dtype=bool))
    return coded_rows(owner, X, owner.categories_, reset=reset)


def say_identifiers(owner: Any, codes: Floats) -> None:
    """Warn of columns with almost no value twice: what is learned of their levels holds for no other row.

    >>> say_identifiers(object(), np.array([[0.0], [0.0], [1.0]]))
    """
    n_levels = [len(np.unique(column[~np.isnan(column)])) for column in codes.T]
    n_present = np.count_nonzero(~np.isnan(codes), axis=0)
    is_name = (n_present >= FEWEST_ROWS) & (n_levels > DISTINCT_SHARE * n_present)
    if is_name.any():
        named = column_names(owner, codes.shape[1])
        listed = ", ".join(repr(named[place]) for place in np.flatnonzero(is_name)[:5])
        warnings.warn(
            f"almost no value twice in columns {listed}, so what {type(owner).__name__} learns of a level "
            "holds for no other row; cut numbers into bins first (EqualFrequency), or drop the columns",
            DataWarning,
            stacklevel=4,
        )


def level_words(level: Any) -> str:
    """A level as a name: its text, or its number without needless digits.

    >>> level_words(2.0), level_words("red")
    ('2', 'red')
    """
    is_number = isinstance(level, float | np.floating) and np.isfinite(level)
    return f"{level:g}" if is_number else str(level)
