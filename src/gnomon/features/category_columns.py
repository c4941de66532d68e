"""Tables of categorical columns: every column as codes of its levels, NaN where missing."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Floats, Integers
from gnomon.data.suspects import DISTINCT_SHARE, MIN_ROWS
from gnomon.errors import DataError, DataWarning
from gnomon.features.column_names import column_names
from gnomon.sharing.categories import Categories
from gnomon.sharing.mixed_table import coded_rows, frame_or_array
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class CodedRows(Rows):
    """Rows whose columns are codes of levels, with the levels.

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
    """The rows as codes of levels, NaN where missing; unseen levels have codes past the known ones.

    With reset=True the levels are stored as the owner's `categories_`.

    >>> from gnomon import CartesianProducts
    >>> coded_categories(CartesianProducts(), [["b", 1], ["a", 1]], reset=True)
    array([[1., 0.],
           [0., 0.]])
    """
    if scipy.sparse.issparse(X):
        raise TypeError(f"{type(owner).__name__} requires categories, and X is sparse; pass a dense X")
    X = frame_or_array(X)
    if 0 in X.shape:
        raise DataError(
            f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s) while a minimum of 1 is "
            "required"
        )
    if reset:
        owner.categories_ = Categories.of(X, np.ones(X.shape[1], dtype=bool))
    return coded_rows(owner, X, owner.categories_, reset=reset)


def warn_identifiers(owner: Any, codes: Floats) -> None:
    """Warn of identifier columns (almost only unique values): what is learned of a level does not generalize.

    >>> warn_identifiers(object(), np.array([[0.0], [0.0], [1.0]]))
    """
    n_levels = [len(np.unique(column[~np.isnan(column)])) for column in codes.T]
    n_present = np.count_nonzero(~np.isnan(codes), axis=0)
    is_identifier = (n_present >= MIN_ROWS) & (n_levels > DISTINCT_SHARE * n_present)
    if is_identifier.any():
        named = column_names(owner, codes.shape[1])
        listed = ", ".join(repr(named[index]) for index in np.flatnonzero(is_identifier)[:5])
        warnings.warn(
            f"columns {listed} have almost only unique values, so what {type(owner).__name__} learns of a "
            "level does not generalize; discretize numbers first (EqualFrequency), or drop the columns",
            DataWarning,
            stacklevel=4,
        )


def level_name(level: Any) -> str:
    """A level as text: a string as it is, a number without trailing digits.

    >>> level_name(2.0), level_name("red")
    ('2', 'red')
    """
    is_number = isinstance(level, float | np.floating) and np.isfinite(level)
    return f"{level:g}" if is_number else str(level)
