"""Presorted columns with categories and missing values; subsets of rows are selected by counts.

A row that a bootstrap sample has twice counts twice, so nothing is sorted again, and no row is copied.
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
    """Columns that are sorted on first use (trees on binned columns do not need it).

    >>> columns = SortedColumns(np.array([[3.0], [np.nan], [2.0]]), np.array([False]))
    >>> columns.table is columns.table
    True
    """

    def __init__(self, X: Floats, categorical: Flags) -> None:
        self._X, self._categorical = X, categorical

    @cached_property
    def table(self) -> native.TreeTable:
        """The sorted columns in the kernel's form; missing values are infinite."""
        missing = np.isnan(self._X)
        filled = np.where(missing, np.inf, self._X) if missing.any() else np.ascontiguousarray(self._X)
        return native.TreeTable(filled, self._categorical.astype(np.uint8), threads.count())

    def __reduce__(self) -> tuple[Any, ...]:
        # Sorted again after unpickling, as the table belongs to its process.
        return SortedColumns, (self._X, self._categorical)


@dataclass(frozen=True)
class TreeColumns:
    """The data that trees are grown on.

    X: features, NaN where missing, categories as codes. y: targets. weight: by row, or None. categorical:
    which columns are categorical. index: the selected rows, possibly repeated. order: the sorted columns of
    all rows, shared by all selections.

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
        """All rows."""
        mask = np.zeros(X.shape[1], dtype=bool) if categorical is None else categorical
        return cls(X, y, weight, mask, np.arange(len(X)), SortedColumns(X, mask))

    def column(self, column: int) -> TreeColumns:
        """One column alone."""
        X, categorical = self.X[:, [column]], self.categorical[[column]]
        return replace(self, X=X, categorical=categorical, order=SortedColumns(X, categorical))

    def rows(self, index: Integers) -> TreeColumns:
        """The same columns with only these of the selected rows."""
        return replace(self, index=self.index[index])

    def examples(self, index: Integers) -> Any:
        """The features of these of the selected rows."""
        return examples_of(self.X, self.index[index])

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def times(self) -> Array:
        """The count of each row of the whole table in the selection."""
        return np.bincount(self.index, minlength=len(self.X)).astype(np.int32)
