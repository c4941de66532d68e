"""Columns in sorted order: sorted once, narrowed by skipping the rows that are out of view.

Order can be shared between folds where bin edges cannot: it says nothing of the rows left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.sharing.prepared import take


@dataclass(frozen=True)
class Order:
    """The rows of each column in increasing order of value, with targets and weights by row.

    X: features. y: targets. weight: by row, or None. values, places: (columns, rows) sorted values, and
    the row numbers they came from. member: 1 for rows in view, or None when all are.
    """

    X: Floats
    y: Any
    weight: Floats | None
    values: Floats
    places: Array
    member: Array | None = None
    exact = True

    @classmethod
    def of(cls, X: Floats, y: Any, weight: Floats | None = None) -> Order:
        """Sort every column."""
        # A row without weight is no row: no threshold may lie beside it.
        member = None if weight is None or weight.all() else (weight > 0).astype(np.uint8)
        return cls(X, y, weight, *native.sort_columns(X, threads.count()), member)

    def rows(self, index: Integers) -> Order:
        """The same columns with only these rows in view."""
        taken = np.bincount(index, minlength=len(self.X))
        if taken.max(initial=0) > 1:
            weight = None if self.weight is None else self.weight[index]
            return Order.of(self.X[index], self.y[index], weight)
        member = taken.astype(np.uint8)
        if self.member is not None:
            member &= self.member
        return replace(self, member=member)

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return take(self.X, index)

    def column(self, number: int) -> tuple[Floats, Integers]:
        """Values in view of one column in increasing order, and the rows they belong to."""
        places = self.places[number]
        if self.member is None:
            return self.values[number], places
        seen = self.member[places] > 0
        return self.values[number][seen], places[seen]
