"""Columns in sorted order, with categories and missing values; narrowed by counting rows in view.

A row that a bootstrap draws twice counts twice, so nothing is sorted again, and no row is copied.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.learners.trees.mixed_table import examples_of


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
        return examples_of(self.X, self.index[index])

    def __len__(self) -> int:
        return len(self.index)

    @property
    def times(self) -> Array:
        """How often each row of the whole table is in view."""
        return np.bincount(self.index, minlength=len(self.X)).astype(np.int32)
