"""The quantitative columns of a table in sorted order, missing values last, with the target's classes.

The sorted order can be shared between folds where cut points cannot, as it does not depend on held-out rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.data.column import Column
from gnomon.features.class_target import as_classes
from gnomon.sharing.labels import Labels
from gnomon.sharing.prepared import take
from gnomon.sharing.row_weights import in_rows


@dataclass(frozen=True)
class SortedColumns:
    """Sorted columns, restricted to a subset of their rows.

    X: the table. y: Labels, or numbers. weight: sample weights, or None. columns, chosen: all columns, and
    the mask of the sorted ones. values, order: (columns, rows) sorted values, +infinity where missing, and
    their row indices (argsort). index: the rows of the subset.

    >>> X = np.array([[3.0], [1.0], [2.0]])
    >>> data = SortedColumns.of(X, [Column("x", "quantitative", X[:, 0])], np.array([True]), None, None)
    >>> data.values, data.order
    (array([[1., 2., 3.]]), array([[1, 2, 0]], dtype=int32))
    """

    X: Any
    y: Any
    weight: Floats | None
    columns: tuple[Column, ...]
    chosen: Array
    values: Floats
    order: Array
    index: Integers
    exact = True

    @classmethod
    def of(cls, X: Any, columns: list[Column], chosen: Array, y: Any, weight: Floats | None) -> SortedColumns:
        """Sort the chosen columns."""
        n_rows = len(columns[0].values)
        table = np.empty((n_rows, int(chosen.sum())))
        for position, number in enumerate(np.flatnonzero(chosen)):
            table[:, position] = columns[number].values
        np.copyto(table, np.inf, where=np.isnan(table))
        values, order = native.sort_columns(table, threads.count())
        return cls(X, y, weight, tuple(columns), chosen, values, order, np.arange(n_rows))

    def rows(self, index: Integers) -> SortedColumns:
        """The subset of these rows; a row drawn twice has twice the weight."""
        times = np.bincount(index, minlength=len(self.index))
        if times.max(initial=0) == 1:
            return replace(self, index=self.index[index])
        weight = np.zeros(self.values.shape[1])
        weight[self.index] = times if self.weight is None else times * self.weight[self.index]
        return replace(self, index=self.index[times > 0], weight=weight)

    def examples(self, index: Integers) -> Any:
        """These rows of the subset."""
        return take(self.X, self.index[index])

    @property
    def member(self) -> Array | None:
        """1 for the rows of the subset; None if it is all rows."""
        if len(self.index) == self.values.shape[1]:
            return None
        member = np.zeros(self.values.shape[1], dtype=np.uint8)
        member[self.index] = 1
        return member

    @property
    def counts(self) -> Floats | None:
        """The weights of the rows, scaled to counts; None without weights."""
        if self.weight is None:
            return None
        counts = np.zeros(self.values.shape[1])
        counts[self.index] = in_rows(self.weight[self.index])
        return counts

    def labels(self, n_classes: int) -> Labels:
        """The class of each row of the table; a quantitative target is discretized by the subset only."""
        if isinstance(self.y, Labels):
            return self.y
        weight = None if self.weight is None else self.weight[self.index]
        subset = as_classes(self.y[self.index], n_classes, weight)
        codes = np.zeros(len(self.y), dtype=np.int64)
        codes[self.index] = subset.codes
        return Labels(codes, subset.classes)
