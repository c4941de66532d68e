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
    the row numbers they came from. index: the rows in view. member: 1 for those of them that have weight.
    """

    X: Floats
    y: Any
    weight: Floats | None
    values: Floats
    places: Array
    index: Integers
    member: Array
    exact = True

    @classmethod
    def of(cls, X: Floats, y: Any, weight: Floats | None = None) -> Order:
        """Sort every column."""
        values, places = native.sort_columns(X, threads.count())
        whole = np.arange(len(X))
        return cls(X, y, weight, values, places, whole, _members(whole, weight, len(X)))

    def rows(self, index: Integers) -> Order:
        """The same columns with only these of the rows in view."""
        seen = self.index[index]
        if np.bincount(seen).max(initial=0) > 1:
            weight = None if self.weight is None else self.weight[seen]
            return Order.of(self.X[seen], self.y[seen], weight)
        return replace(self, index=seen, member=_members(seen, self.weight, len(self.X)))

    def examples(self, index: Integers) -> Any:
        """The features of these of the rows in view."""
        return take(self.X, self.index[index])

    def column(self, number: int) -> tuple[Floats, Integers]:
        """Values in view of one column in increasing order, and the rows they belong to."""
        places = self.places[number]
        seen = self.member[places] > 0
        return self.values[number][seen], places[seen]


def _members(index: Integers, weight: Floats | None, n_rows: int) -> Array:
    """1 for the rows in view. A row without weight is no row: no threshold may lie beside it."""
    member = np.zeros(n_rows, dtype=np.uint8)
    member[index] = 1 if weight is None else weight[index] > 0
    return member
