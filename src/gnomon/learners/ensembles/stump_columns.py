"""Columns sorted once, for the stumps of every round of boosting and of every fold.

A stump here is the one of least weighted error (or Gini impurity) under the weights of a round. Values that
are missing, and each level of a category, are groups of their own. A row that is not in view, or that a
bootstrap draws twice, is a matter of its weight alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.learners.ensembles.stretches import stretches_of
from gnomon.learners.ensembles.stump import Stump
from gnomon.learners.trees.stump import midpoint
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import examples_of
from gnomon.sharing.row_weights import in_rows


@dataclass(frozen=True)
class StumpColumns:
    """The rows of each column in increasing order, missing values last.

    X: features, categories as codes. y: labels. given: weights, or None. order, rises: (columns, rows) row
    numbers, and whether a value is above the one before. present: values of a column that are not missing.
    categorical: which columns are categories. index: the rows in view, some of them more than once.

    >>> import numpy as np
    >>> data = StumpColumns.of(np.array([[1.0], [2.0], [6.0]]), Labels.of(["a", "a", "b"]))
    >>> data.best_stump(data.weight, "error")[0].threshold
    4.0
    """

    X: Floats
    y: Labels
    given: Floats | None
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
        """The same columns with only these of the rows in view."""
        return replace(self, index=self.index[index])

    def examples(self, index: Integers) -> Any:
        """The features of these of the rows in view."""
        return examples_of(self.X, self.index[index])

    @cached_property
    def weight(self) -> Floats:
        """How much each row of the table counts: 0 out of view, more where it is in view more than once."""
        times = np.bincount(self.index, minlength=len(self.X)).astype(np.float64)
        if self.given is None:
            return times
        counted = np.zeros(len(self.X))
        counted[self.index] = in_rows(self.given[self.index])
        return times * counted

    def best_stump(self, weight: Floats, criterion: str) -> tuple[Stump, Array]:
        """The best stump of the rows in view under these weights, and the group each falls in (others: -1).

        Of equally good ones the first column's is taken, and of these the lowest threshold.
        """
        column, _, heads, table, sides = self._search.best(
            weight, self._codes, self.y.n_classes, criterion, threads.count_for(self.X.size)
        )
        if column < 0:
            return Stump(-1, np.nan, None, table.sum(axis=0, keepdims=True)), np.zeros(len(self.X), np.int64)
        beside = self.X[heads, column]
        levels = beside if self.categorical[column] else None
        threshold = midpoint(*beside) if levels is None and len(beside) == 2 else np.nan
        return Stump(int(column), threshold, levels, table), sides

    @cached_property
    def stretches(self) -> tuple[Integers, Integers, Integers, Integers]:
        """Every condition on a column, and the stretch of sorted rows that meets it; see `stretches_of`."""
        return stretches_of(self.rises, self.present, self.categorical)

    @cached_property
    def _search(self) -> Any:
        member = (self.weight > 0).astype(np.uint8)
        flags = self.categorical.astype(np.uint8)
        return native.StumpSearch(self.order, self.rises, self.present, flags, member, threads.count())

    @cached_property
    def _codes(self) -> Array:
        return self.y.codes.astype(np.int32)
