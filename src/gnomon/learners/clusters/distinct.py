"""Distinct rows and their weights, for random draws that do not depend on order or repetition of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

ROWS_PER_BLOCK = 65536


@dataclass(frozen=True)
class Distinct:
    """Indices of the distinct rows, in an order that does not depend on that of the rows, and their weights.

    index: one of each group of equal rows. weight: its total. code: for each row its position in index, -1
    if its weight is 0. A row of weight 2 is equivalent to two equal rows.

    >>> distinct = Distinct.of(np.array([[5.0], [1.0], [5.0]]))
    >>> distinct.weight.tolist(), distinct.code.tolist()
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
        position = np.cumsum(is_new) - 1
        code = np.full(len(key), -1)
        code[order] = position
        times = np.ones(len(order)) if weight is None else weight[order]
        return cls(order[is_new], np.bincount(position, times).astype(np.float64), code)

    def __len__(self) -> int:
        return len(self.index)

    def draw(self, random: np.random.Generator, weight: Floats | None = None, size: int = 1) -> Integers:
        """Draw positions of distinct rows with replacement, in proportion to their weight or another."""
        total = np.cumsum(self.weight if weight is None else weight)
        drawn = np.searchsorted(total, random.random(size) * total[-1], side="right")
        return np.minimum(drawn, len(total) - 1)


def _key(X: Any) -> Floats:
    """A hash of each row by a fixed random projection, almost surely different for different rows."""
    direction = np.random.default_rng(20).standard_normal(X.shape[1])
    if not isinstance(X, np.ndarray):
        clean = X.copy()
        clean.sum_duplicates()
        return np.asarray(clean.astype(np.float64) @ direction)
    blocks = range(0, len(X), ROWS_PER_BLOCK)
    # Not a matrix product, which may round equal rows differently.
    return np.concatenate([(X[each : each + ROWS_PER_BLOCK] * direction).sum(axis=1) for each in blocks])
