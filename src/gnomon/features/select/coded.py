"""Columns and target as integer codes, and their contingency tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats

MAX_CELLS = 2**23


@dataclass(frozen=True)
class Coded:
    """Columns and target as integer codes: uint8 (rows, columns) < n_levels, uint16 (rows) < n_labels.

    >>> codes = np.array([[0, 1], [1, 1]], dtype=np.uint8)
    >>> Coded(codes, 2, np.array([0, 1], dtype=np.uint16), 2).tables.tolist()
    [[[1.0, 0.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 1.0]]]
    """

    codes: Array
    n_levels: int
    labels: Array
    n_labels: int
    weight: Floats | None = None

    @cached_property
    def tables(self) -> Floats:
        """Contingency tables (columns, levels, labels) of weight by level and label, computed once."""
        return self.counted(self.labels, self.n_labels)

    def counted(self, labels: Array, n_labels: int) -> Floats:
        """Contingency tables of the columns and these labels."""
        return native.label_tables(self.codes, labels, self.n_levels, n_labels, self.weight, threads.count())

    def paired_with(self, levels: Array) -> Floats:
        """Contingency tables (columns, levels, levels of another column, labels) of pairs with the other."""
        labels = levels.astype(np.uint16) * np.uint16(self.n_labels) + self.labels
        shape = (self.codes.shape[1], self.n_levels, self.n_levels, self.n_labels)
        return self.counted(labels, self.n_levels * self.n_labels).reshape(shape)

    def columns(self, index: Any) -> Coded:
        """Only these columns."""
        return replace(self, codes=np.ascontiguousarray(self.codes[:, index]))

    @property
    def batch_size(self) -> int:
        """Number of columns per batch, so that the tables of pairs fit in memory."""
        return max(1, MAX_CELLS // (self.n_levels**2 * self.n_labels))
