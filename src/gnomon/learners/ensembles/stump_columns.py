"""Presorted columns for the decision stumps of all boosting rounds and folds.

The best stump has the smallest weighted error (or Gini impurity) under the weights of a round. Missing values
and each category are groups of their own. Rows that are not selected, or sampled twice, differ by weight
alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.learners.ensembles.condition_intervals import condition_intervals
from gnomon.learners.ensembles.stump import Stump
from gnomon.learners.trees.stump import midpoint
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import examples_of
from gnomon.sharing.row_weights import in_rows


@dataclass(frozen=True)
class StumpColumns:
    """The rows of each column in increasing order, missing values last.

    X: features, categories as codes. y: labels. given: sample weights, or None. order, rises: (columns, rows)
    row numbers, and whether a value is above the one before. present: values of a column that are not
    missing. categorical: which columns are categorical. index: the selected rows, possibly repeated.

    >>> import numpy as np
    >>> data = StumpColumns.of(np.array([[1.0], [2.0], [6.0]]), Labels.of(["a", "a", "b"]))
    >>> data.best_stump(data.weight, "error")[0].threshold
    4.0
    """

    X: Floats
    y: Labels
    sample_weight: Floats | None
    order: Array
    rises: Array
    present: Integers
    categorical: Flags
    index: Integers
    exact = True

    @classmethod
    def of(
        cls, X: Floats, y: Labels, weight: Floats | None = None, categorical: Flags | None = None
    ) -> StumpColumns:
        """Sort every column."""
        missing = np.isnan(X)
        values, order = native.sort_columns(
            np.where(missing, np.inf, X) if missing.any() else X, threads.count()
        )
        rises = np.zeros(values.shape, dtype=np.uint8)
        rises[:, 1:] = values[:, 1:] > values[:, :-1]
        flags = np.zeros(X.shape[1], dtype=bool) if categorical is None else categorical
        return cls(X, y, weight, order, rises, (~missing).sum(axis=0), flags, np.arange(len(X)))

    def rows(self, index: Integers) -> StumpColumns:
        """The same columns with only these of the selected rows."""
        return replace(self, index=self.index[index])

    def examples(self, index: Integers) -> Any:
        """The features of these of the selected rows."""
        return examples_of(self.X, self.index[index])

    @cached_property
    def weight(self) -> Floats:
        """The weight of each row of the table: 0 if not selected, added up if selected more than once."""
        counts = np.bincount(self.index, minlength=len(self.X)).astype(np.float64)
        if self.sample_weight is None:
            return counts
        weights = np.zeros(len(self.X))
        weights[self.index] = in_rows(self.sample_weight[self.index])
        return counts * weights

    def best_stump(self, weight: Floats, criterion: str) -> tuple[Stump, Array]:
        """The best stump on the selected rows with these weights, and the group of each row (others: -1).

        Ties go to the first column, then to the lowest threshold.
        """
        best = self._search.best(
            weight, self._codes, self.y.n_classes, criterion, threads.count_for(self.X.size)
        )
        if best.column < 0:
            whole = best.table.sum(axis=0, keepdims=True)
            return Stump(-1, np.nan, None, whole), np.zeros(len(self.X), np.int64)
        adjacent = self.X[best.heads, best.column]
        levels = adjacent if self.categorical[best.column] else None
        threshold = midpoint(*adjacent) if levels is None and len(adjacent) == 2 else np.nan
        return Stump(best.column, threshold, levels, best.table), best.sides

    @cached_property
    def intervals(self) -> tuple[Integers, Integers, Integers, Integers]:
        """Every condition on a column, and its interval of sorted rows; see `condition_intervals`."""
        return condition_intervals(self.rises, self.present, self.categorical)

    @cached_property
    def _search(self) -> native.StumpSearch:
        member = (self.weight > 0).astype(np.uint8)
        flags = self.categorical.astype(np.uint8)
        return native.StumpSearch(self.order, self.rises, self.present, flags, member, threads.count())

    @cached_property
    def _codes(self) -> Array:
        return self.y.codes.astype(np.int32)
