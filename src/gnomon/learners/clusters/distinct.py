"""The distinct rows of a table and their weights, for draws that depend on no order and no repetition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

ROWS_AT_ONCE = 65536


@dataclass(frozen=True)
class Distinct:
    """Row numbers of the distinct rows in an order that is the table's own, and their total weights.

    index: one row of each kind. weight: its total. code: for each row of the table its place in index, -1
    where its weight is 0. A row of weight 2 and two equal rows give the same, in whatever order rows come.

    >>> found = Distinct.of(np.array([[5.0], [1.0], [5.0]]))
    >>> found.weight.tolist(), found.code.tolist()
    ([2.0, 1.0], [0, 1, 0])
    """

    index: Integers
    weight: Floats
    code: Integers

    @classmethod
    def of(cls, X: Any, weight: Floats | None = None) -> Distinct:
        """The distinct rows of positive weight."""
        key = _key(X)
        counted = np.arange(len(key)) if weight is None else np.flatnonzero(weight)
        order = counted[np.argsort(key[counted], kind="stable")]
        is_new = np.concatenate([[True], np.diff(key[order]) != 0])
        place = np.cumsum(is_new) - 1
        code = np.full(len(key), -1)
        code[order] = place
        times = np.ones(len(order)) if weight is None else weight[order]
        return cls(order[is_new], np.bincount(place, times).astype(np.float64), code)

    def __len__(self) -> int:
        return len(self.index)

    def draw(self, random: np.random.Generator, weight: Floats | None = None, size: int = 1) -> Integers:
        """Places of distinct rows, drawn by weight (another one, if given), with replacement."""
        total = np.cumsum(self.weight if weight is None else weight)
        found = np.searchsorted(total, random.random(size) * total[-1], side="right")
        return np.minimum(found, len(total) - 1)


def _key(X: Any) -> Floats:
    """A number for each row, equal for equal rows and almost surely for them alone: a fixed projection."""
    direction = np.random.default_rng(20).standard_normal(X.shape[1])
    if not isinstance(X, np.ndarray):
        clean = X.copy()
        clean.sum_duplicates()
        return np.asarray(clean.astype(np.float64) @ direction)
    blocks = range(0, len(X), ROWS_AT_ONCE)
    # Row by row, as a matrix product may round equal rows differently.
    return np.concatenate([(X[each : each + ROWS_AT_ONCE] * direction).sum(axis=1) for each in blocks])
