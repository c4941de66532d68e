"""Contingency tables of each column's levels by class (sufficient statistics), which add and subtract."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels

MAX_CODES = 65_536


@dataclass(frozen=True)
class Counts:
    """Class weights, and a contingency table (levels x classes) for each column.

    levels: the values of the levels of each column, in order; None for 0, 1, 2, ...

    >>> import numpy as np
    >>> Counts.of(Labels.of(["a", "b", "b"]), np.array([[0], [1], [0]])).tables[0]
    array([[1., 1.],
           [0., 1.]])
    """

    classes: Array
    weight: Floats
    tables: tuple[Floats, ...] = ()
    levels: tuple[Array | None, ...] = ()

    def __post_init__(self) -> None:
        if len(self.levels) != len(self.tables):
            object.__setattr__(self, "levels", (None,) * len(self.tables))

    @classmethod
    def of(cls, labels: Labels, codes: Integers | None = None, weight: Floats | None = None) -> Counts:
        """The counts of these rows; codes below 0 are missing values and are not counted."""
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

    @classmethod
    def of_values(cls, X: Array, labels: Labels, weight: Floats | None = None) -> Counts:
        """The counts of columns of numbers or strings; NaN and None are missing and are not counted.

        Nonnegative integers are codes; otherwise the levels of a column are its distinct values.

        >>> import numpy as np
        >>> Counts.of_values(np.array([["u"], ["v"], ["u"]]), Labels.of([0, 1, 1])).levels
        (array(['u', 'v'], dtype='<U1'),)
        """
        total = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        by_code = _codes_counted(X, labels, weight)
        if by_code is not None:
            begin, count = by_code
            tables = tuple(np.split(count, begin[1:-1])) if len(begin) > 1 else ()
            return cls(labels.classes, total, tables)
        columns = [_values_counted(X[:, j], j, labels, weight) for j in range(X.shape[1])]
        return cls(labels.classes, total, tuple(t for _, t in columns), tuple(v for v, _ in columns))

    def __add__(self, other: Counts) -> Counts:
        return self._combined(other, 1.0)

    def __sub__(self, other: Counts) -> Counts:
        left = self._combined(other, -1.0)
        rounding = 1e-9 * self.weight.sum()
        lowest = min((table.min(initial=0.0) for table in left.tables), default=0.0)
        if min(left.weight.min(initial=0.0), lowest) < -rounding:
            raise DataError("cannot subtract rows that the counts do not include")
        tables = tuple(np.where(table < rounding, 0.0, table) for table in left.tables)
        return replace(left, weight=np.where(left.weight < rounding, 0.0, left.weight), tables=tables)

    def of_present_classes(self) -> Counts:
        """Restrict to the classes with nonzero weight."""
        has = self.weight > 0
        if has.all():
            return self
        tables = tuple(table[:, has] for table in self.tables)
        return Counts(self.classes[has], self.weight[has], tables, self.levels)

    def grouped(self, groups: Integers) -> Counts:
        """Merge classes into groups 0 and 1 (a binary problem); those of group -1 are excluded."""
        member = np.array([groups == group for group in (0, 1)], dtype=np.float64)
        tables = tuple(table @ member.T for table in self.tables)
        return Counts(np.array([0, 1]), member @ self.weight, tables, self.levels)

    def columns(self, index: Integers) -> Counts:
        """Restrict to these columns."""
        tables, levels = (tuple(each[j] for j in index) for each in (self.tables, self.levels))
        return Counts(self.classes, self.weight, tables, levels)

    def _combined(self, other: Counts, sign: float) -> Counts:
        classes = np.union1d(self.classes, other.classes)
        a, b = self._over(classes), other._over(classes)
        columns = zip(a.tables, b.tables, a.levels, b.levels, strict=True)
        merged = [_added(*each, sign) for each in columns]
        tables, levels = tuple(table for table, _ in merged), tuple(level for _, level in merged)
        return Counts(classes, a.weight + sign * b.weight, tables, levels)

    def _over(self, classes: Array) -> Counts:
        if len(classes) == len(self.classes):
            return self
        indices = np.searchsorted(classes, self.classes)
        weight = np.zeros(len(classes))
        weight[indices] = self.weight
        tables = [np.zeros((len(table), len(classes))) for table in self.tables]
        for wide, narrow in zip(tables, self.tables, strict=True):
            wide[:, indices] = narrow
        return Counts(classes, weight, tuple(tables), self.levels)


def distinct_values(column: Array, index: int) -> tuple[Array, Integers]:
    """The sorted distinct values of a column of strings or numbers, and the code of each row; -1 if missing.

    >>> import numpy as np
    >>> distinct_values(np.array(["v", None, "u"], dtype=object), 0)
    (array(['u', 'v'], dtype='<U1'), array([ 1, -1,  0]))
    """
    import pandas as pd

    # By hashing, as sorting strings takes ten times longer.
    codes, distinct = pd.factorize(column.astype(object) if column.dtype.kind in "US" else column)
    items = np.asarray(distinct).tolist()
    n_strings = sum(isinstance(item, str | bytes) for item in items)
    if 0 < n_strings < len(items):
        raise DataError(f"column {index} has both strings and numbers; convert all its values to strings")
    values = np.array(items) if items and not isinstance(items[0], tuple) else np.empty(0)
    if len(values) != len(items) or values.dtype.kind not in "biufUS":
        raise DataError(
            f"column {index} has values that are neither strings nor numbers, such as {items[0]!r}; "
            "convert them to strings"
        )
    order = np.argsort(values, kind="stable")
    rank = np.empty(len(values) + 1, dtype=np.int64)
    rank[order], rank[-1] = np.arange(len(values)), -1
    return values[order], rank[codes]


def _codes_counted(X: Array, labels: Labels, weight: Floats | None) -> tuple[Integers, Floats] | None:
    codes = as_codes(X)
    if codes is None:
        return None
    classes = np.ascontiguousarray(labels.codes, dtype=np.int64)
    return native.level_counts(codes, classes, labels.n_classes, MAX_CODES, weight, threads.count())


def as_codes(X: Array) -> Array | None:
    """Numbers in a dtype that the kernels support; None for strings.

    >>> import numpy as np
    >>> as_codes(np.array([[True]])).dtype
    dtype('uint8')
    """
    if X.dtype.kind not in "biuf":
        return None
    if X.dtype.str[1:] not in ("f8", "f4", "i8", "i4", "u1"):
        X = X.astype(np.uint8 if X.dtype == bool else np.float64 if X.dtype.kind == "f" else np.int64)
    return np.ascontiguousarray(X)


def _values_counted(column: Array, index: int, labels: Labels, weight: Floats | None) -> tuple[Array, Floats]:
    levels, codes = distinct_values(column, index)
    classes = np.ascontiguousarray(labels.codes, dtype=np.int64)
    table = native.contingency(codes, classes, len(levels), labels.n_classes, weight, threads.count())
    return levels, table


def _added(
    a: Floats, b: Floats, a_levels: Array | None, b_levels: Array | None, sign: float
) -> tuple[Floats, Array | None]:
    if a_levels is not None or b_levels is not None:
        return _added_by_value(a, b, _named(a, a_levels), _named(b, b_levels), sign)
    total = np.zeros((max(len(a), len(b)), a.shape[1]))
    total[: len(a)] += a
    total[: len(b)] += sign * b
    return total, None


def _named(table: Floats, levels: Array | None) -> Array:
    return np.arange(len(table)) if levels is None else levels


def _added_by_value(
    a: Floats, b: Floats, a_levels: Array, b_levels: Array, sign: float
) -> tuple[Floats, Array]:
    if len(a) and len(b) and (a_levels.dtype.kind in "US") != (b_levels.dtype.kind in "US"):
        raise DataError(
            f"a column has strings in some rows and numbers in others ({a_levels.tolist()[0]!r}, "
            f"{b_levels.tolist()[0]!r})"
        )
    levels = b_levels if len(a) == 0 else a_levels if len(b) == 0 else np.union1d(a_levels, b_levels)
    total = np.zeros((len(levels), a.shape[1]))
    total[np.searchsorted(levels, a_levels)] += a
    total[np.searchsorted(levels, b_levels)] += sign * b
    return total, levels
