"""Columns in sorted order, with categories and missing values; narrowed by counting rows in view.

A row that a bootstrap draws twice counts twice, so nothing is sorted again, and no row is copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.sharing.mixed_table import examples_of


class SortedColumns:
    """Columns that are sorted when the first tree asks for it: one grown on bins does not.

    >>> SortedColumns(np.array([[3.0], [np.nan], [2.0]])).both[0]
    array([[ 2.,  3., inf]])
    """

    def __init__(self, X: Floats) -> None:
        self._X = X

    @cached_property
    def both(self) -> tuple[Floats, Array]:
        """Sorted values, infinity where missing, and the rows they came from."""
        missing = np.isnan(self._X)
        filled = np.where(missing, np.inf, self._X) if missing.any() else np.ascontiguousarray(self._X)
        return native.sort_columns(filled, threads.count())


@dataclass(frozen=True)
class TreeColumns:
    """What trees are grown from.

    X: features, NaN where missing, categories as codes. y: targets. weight: by row, or None. categorical:
    which columns are categories. index: the rows in view, in order, some perhaps more than once. order: the
    sorted columns of all rows, which every view shares.

    >>> import numpy as np
    >>> data = TreeColumns.of(np.array([[3.0], [1.0], [2.0]]), np.array([0.0, 1.0, 2.0]))
    >>> data.rows(np.array([2, 2, 0])).times
    array([1, 0, 2], dtype=int32)
    """

    X: Floats
    y: Any
    weight: Floats | None
    categorical: Flags
    index: Integers
    order: SortedColumns
    exact = True

    @classmethod
    def of(
        cls, X: Floats, y: Any, weight: Floats | None = None, categorical: Flags | None = None
    ) -> TreeColumns:
        """All rows in view."""
        mask = np.zeros(X.shape[1], dtype=bool) if categorical is None else categorical
        return cls(X, y, weight, mask, np.arange(len(X)), SortedColumns(X))

    @property
    def values(self) -> Floats:
        """(columns, rows): sorted values of all rows, infinity where missing."""
        return self.order.both[0]

    @property
    def places(self) -> Array:
        """(columns, rows): the rows that the sorted values came from."""
        return self.order.both[1]

    def column(self, place: int) -> TreeColumns:
        """One column by itself."""
        X = self.X[:, [place]]
        return replace(self, X=X, categorical=self.categorical[[place]], order=SortedColumns(X))

    def rows(self, index: Integers) -> TreeColumns:
        """The same columns with only these of the rows in view."""
        return replace(self, index=self.index[index])

    def examples(self, index: Integers) -> Any:
        """The features of these of the rows in view."""
        return examples_of(self.X, self.index[index])

    def __len__(self) -> int:
        return len(self.index)

    @property
    def times(self) -> Array:
        """How often each row of the whole table is in view."""
        return np.bincount(self.index, minlength=len(self.X)).astype(np.int32)
