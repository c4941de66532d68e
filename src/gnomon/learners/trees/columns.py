"""Columns in sorted order, with categories and missing values; narrowed by counting rows in view.

A row that a bootstrap draws twice counts twice, so nothing is sorted again, and no row is copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.categories import Categories
from gnomon.sharing.prepared import take

MOST_DENSE_CELLS = 2**27


class Coded(np.ndarray[Any, np.dtype[np.float64]]):
    """Rows that have been through the door: categories are codes already.

    >>> data = TreeColumns.of(np.array([[3.0], [1.0]]), None)
    >>> type(data.examples(np.array([0]))).__name__
    'Coded'
    """


@dataclass(frozen=True)
class TreeColumns:
    """What trees are grown from.

    X: features, NaN where missing, categories as codes. y: targets. weight: by row, or None. categorical:
    which columns are categories. values, places: (columns, rows) sorted values, infinity where missing, and
    the rows they came from. index: the rows in view, in order, some perhaps more than once.

    >>> import numpy as np
    >>> data = TreeColumns.of(np.array([[3.0], [1.0], [2.0]]), np.array([0.0, 1.0, 2.0]))
    >>> data.rows(np.array([2, 2, 0])).times
    array([1, 0, 2], dtype=int32)
    """

    X: Floats
    y: Any
    weight: Floats | None
    categorical: Flags
    values: Floats
    places: Array
    index: Integers
    exact = True

    @classmethod
    def of(
        cls, X: Floats, y: Any, weight: Floats | None = None, categorical: Flags | None = None
    ) -> TreeColumns:
        """Sort every column."""
        missing = np.isnan(X)
        filled = np.where(missing, np.inf, X) if missing.any() else np.ascontiguousarray(X)
        values, places = native.sort_columns(filled, threads.count())
        mask = np.zeros(X.shape[1], dtype=bool) if categorical is None else categorical
        return cls(X, y, weight, mask, values, places, np.arange(len(X)))

    def rows(self, index: Integers) -> TreeColumns:
        """The same columns with only these of the rows in view."""
        return replace(self, index=self.index[index])

    def examples(self, index: Integers) -> Any:
        """The features of these of the rows in view."""
        return take(self.X, self.index[index]).view(Coded)

    def __len__(self) -> int:
        return len(self.index)

    @property
    def times(self) -> Array:
        """How often each row of the whole table is in view."""
        return np.bincount(self.index, minlength=len(self.X)).astype(np.int32)


def categories_of(X: Any, chosen: Any) -> Categories | None:
    """The categories of a table; None if all columns are numbers.

    >>> categories_of([[1.0], [2.0]], "from_dtype") is None
    True
    """
    by_type = isinstance(chosen, str) and chosen == "from_dtype"
    if scipy.sparse.issparse(X) or (by_type and isinstance(X, np.ndarray | list | tuple)):
        if not by_type:
            raise ParameterError(f"categorical_features={chosen!r}: sparse columns cannot be categories")
        return None
    found = Categories.of(X if hasattr(X, "columns") else np.asarray(X, dtype=object), chosen)
    return found if found.mask.any() else None


def dense(X: Any) -> Floats:
    """Rows as a dense table; refused where that would be too large.

    >>> dense(scipy.sparse.csr_matrix([[0.0, 1.0]]))
    array([[0., 1.]])
    """
    if isinstance(X, np.ndarray):
        return X
    if X.shape[0] * X.shape[1] > MOST_DENSE_CELLS:
        raise DataError(
            f"trees sort whole columns: {X.shape[0]} sparse rows of {X.shape[1]} columns would take "
            f"{8 * X.shape[0] * X.shape[1] / 2**30:.0f} GiB; choose columns first (sklearn.feature_selection)"
        )
    return np.ascontiguousarray(X.toarray())
