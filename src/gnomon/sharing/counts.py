"""Counts of classes, and of each coded column's levels within each class, which add and subtract."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels


@dataclass(frozen=True)
class Counts:
    """Weight of each class, and one table (levels x classes) for each coded column.

    >>> import numpy as np
    >>> Counts.of(Labels.of(["a", "b", "b"]), np.array([[0], [1], [0]])).tables[0]
    array([[1., 1.],
           [0., 1.]])
    """

    classes: Array
    weight: Floats
    tables: tuple[Floats, ...] = ()

    @classmethod
    def of(cls, labels: Labels, codes: Integers | None = None, weight: Floats | None = None) -> Counts:
        """Counts of these rows; codes below 0 are missing values and are not counted."""
        total = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        columns = () if codes is None else tuple(np.ascontiguousarray(codes.T, dtype=np.int64))
        tables = tuple(
            native.contingency(
                column,
                labels.codes,
                int(column.max(initial=-1)) + 1,
                labels.n_classes,
                weight,
                threads.count(),
            )
            for column in columns
        )
        return cls(labels.classes, total, tables)

    def __add__(self, other: Counts) -> Counts:
        return self._combined(other, 1.0)

    def __sub__(self, other: Counts) -> Counts:
        left = self._combined(other, -1.0)
        rounding = 1e-9 * self.weight.sum()
        if left.weight.min(initial=0.0) < -rounding:
            raise DataError("rows are taken out of counts that never held them")
        return replace(left, weight=np.where(left.weight < rounding, 0.0, left.weight))

    def present(self) -> Counts:
        """Only the classes that have weight."""
        has = self.weight > 0
        return Counts(self.classes[has], self.weight[has], tuple(table[:, has] for table in self.tables))

    def _combined(self, other: Counts, sign: float) -> Counts:
        classes = np.union1d(self.classes, other.classes)
        a, b = self._spread(classes), other._spread(classes)
        tables = tuple(_added(one, two, sign) for one, two in zip(a.tables, b.tables, strict=True))
        return Counts(classes, a.weight + sign * b.weight, tables)

    def _spread(self, classes: Array) -> Counts:
        place = np.searchsorted(classes, self.classes)
        weight = np.zeros(len(classes))
        weight[place] = self.weight
        tables = [np.zeros((len(table), len(classes))) for table in self.tables]
        for wide, narrow in zip(tables, self.tables, strict=True):
            wide[:, place] = narrow
        return Counts(classes, weight, tuple(tables))


def _added(a: Floats, b: Floats, sign: float) -> Floats:
    levels = max(len(a), len(b))
    total = np.zeros((levels, a.shape[1]))
    total[: len(a)] += a
    total[: len(b)] += sign * b
    return total
