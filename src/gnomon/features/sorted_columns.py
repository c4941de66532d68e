"""The quantitative columns of a table in sorted order, missing values at the end, with the target's classes.

Order can be shared between folds where cuts cannot: it says nothing of the rows left out.
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
    """Sorted columns, seen through some of their rows.

    X: the table. y: Labels, or numbers. weight: by row, or None. columns, chosen: all columns, and which of
    them are sorted. values, places: (columns, rows) sorted values, +infinity for a missing one, and
    the rows they came from. index: the rows in view.

    >>> X = np.array([[3.0], [1.0], [2.0]])
    >>> data = SortedColumns.of(X, [Column("x", "quantitative", X[:, 0])], np.array([True]), None, None)
    >>> data.values, data.places
    (array([[1., 2., 3.]]), array([[1, 2, 0]], dtype=int32))
    """

    X: Any
    y: Any
    weight: Floats | None
    columns: tuple[Column, ...]
    chosen: Array
    values: Floats
    places: Array
    index: Integers
    exact = True

    @classmethod
    def of(cls, X: Any, columns: list[Column], chosen: Array, y: Any, weight: Floats | None) -> SortedColumns:
        """Sort the chosen columns."""
        n_rows = len(columns[0].values)
        table = np.empty((n_rows, int(chosen.sum())))
        for place, number in enumerate(np.flatnonzero(chosen)):
            table[:, place] = columns[number].values
        np.copyto(table, np.inf, where=np.isnan(table))
        values, places = native.sort_columns(table, threads.count())
        return cls(X, y, weight, tuple(columns), chosen, values, places, np.arange(n_rows))

    def rows(self, index: Integers) -> SortedColumns:
        """The same columns with only these of the rows in view; a row drawn twice weighs twice."""
        times = np.bincount(index, minlength=len(self.index))
        if times.max(initial=0) == 1:
            return replace(self, index=self.index[index])
        weight = np.zeros(self.values.shape[1])
        weight[self.index] = times if self.weight is None else times * self.weight[self.index]
        return replace(self, index=self.index[times > 0], weight=weight)

    def examples(self, index: Integers) -> Any:
        """These of the rows in view."""
        return take(self.X, self.index[index])

    @property
    def member(self) -> Array | None:
        """1 for the rows in view; None if all are."""
        if len(self.index) == self.values.shape[1]:
            return None
        member = np.zeros(self.values.shape[1], dtype=np.uint8)
        member[self.index] = 1
        return member

    @property
    def counts(self) -> Floats | None:
        """How many rows each row in view counts for; None: one."""
        if self.weight is None:
            return None
        counts = np.zeros(self.values.shape[1])
        counts[self.index] = in_rows(self.weight[self.index])
        return counts

    def labels(self, n_classes: int) -> Labels:
        """A class for each row, in view or not; numbers are cut by the rows in view alone."""
        if isinstance(self.y, Labels):
            return self.y
        weight = None if self.weight is None else self.weight[self.index]
        seen = as_classes(self.y[self.index], n_classes, weight)
        codes = np.zeros(len(self.y), dtype=np.int64)
        codes[self.index] = seen.codes
        return Labels(codes, seen.classes)
