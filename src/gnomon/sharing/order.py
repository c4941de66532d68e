"""Presorted columns for trees and rules: sorted once, restricted to a fold by skipping excluded rows.

The sort order can be shared between folds, unlike bin edges: it does not leak the excluded rows.
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
    """Presorted columns: the rows of each column in increasing order of value, with targets and weights.

    X: features. y: targets. weight: sample weights, or None. values, sorted_rows: (columns, rows) sorted
    values, and their row indices. index: the included rows. member: 1 for included rows with nonzero weight.
    """

    X: Floats
    y: Any
    weight: Floats | None
    values: Floats
    sorted_rows: Array
    index: Integers
    member: Array
    exact = True

    @classmethod
    def of(cls, X: Floats, y: Any, weight: Floats | None = None) -> Order:
        """Sort every column."""
        values, sorted_rows = native.sort_columns(X, threads.count())
        whole = np.arange(len(X))
        return cls(X, y, weight, values, sorted_rows, whole, _members(whole, weight, len(X)))

    def rows(self, index: Integers) -> Order:
        """Restrict to these of the included rows."""
        included = self.index[index]
        if np.bincount(included).max(initial=0) > 1:
            weight = None if self.weight is None else self.weight[included]
            return Order.of(self.X[included], self.y[included], weight)
        return replace(self, index=included, member=_members(included, self.weight, len(self.X)))

    def examples(self, index: Integers) -> Any:
        """The features of these of the included rows."""
        return take(self.X, self.index[index])

    def column(self, number: int) -> tuple[Floats, Integers]:
        """The included values of one column in increasing order, and their row indices."""
        rows = self.sorted_rows[number]
        is_member = self.member[rows] > 0
        return self.values[number][is_member], rows[is_member]


def _members(index: Integers, weight: Floats | None, n_rows: int) -> Array:
    """1 for the included rows. A row of weight 0 is excluded: it must not affect thresholds."""
    member = np.zeros(n_rows, dtype=np.uint8)
    member[index] = 1 if weight is None else weight[index] > 0
    return member
