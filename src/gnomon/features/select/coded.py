"""Columns and target as codes, and the tables that are counted of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats

MOST_CELLS = 2**23


@dataclass(frozen=True)
class Coded:
    """Columns and target as codes: uint8 (rows, columns) below n_levels, uint16 (rows) below n_labels.

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
        """Weight of each level and label, (columns, levels, labels): counted once."""
        return self.counted(self.labels, self.n_labels)

    def counted(self, labels: Array, n_labels: int) -> Floats:
        """Weight of each level within each of these labels."""
        return native.label_tables(self.codes, labels, self.n_levels, n_labels, self.weight, threads.count())

    def beside(self, levels: Array) -> Floats:
        """Tables (columns, levels, levels of another column, labels) of every column beside that one."""
        labels = levels.astype(np.uint16) * np.uint16(self.n_labels) + self.labels
        shape = (self.codes.shape[1], self.n_levels, self.n_levels, self.n_labels)
        return self.counted(labels, self.n_levels * self.n_labels).reshape(shape)

    def columns(self, index: Any) -> Coded:
        """Only these columns."""
        return replace(self, codes=np.ascontiguousarray(self.codes[:, index]))

    @property
    def columns_at_once(self) -> int:
        """How many columns beside another make tables of a decent size."""
        return max(1, MOST_CELLS // (self.n_levels**2 * self.n_labels))
