"""Types of columns (numeric, categorical, Boolean, count, word) for naive Bayes of mixed features."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.categories import Categories
from gnomon.sharing.counts import distinct_values

KINDS = ("normal", "kernel", "category", "boolean", "count", "word")


@dataclass(frozen=True)
class ColumnKinds:
    """Name and kind of each column, and the categories of categorical ones, in order.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [30.0, 41.0], "sex": ["m", "f"], "ill": [True, False]})
    >>> columns = ColumnKinds.of(frame, None, "from_dtype", "normal")
    >>> columns.kinds
    ('normal', 'category', 'boolean')
    >>> columns.coded(frame)
    array([[30.,  1.,  1.],
           [41.,  0.,  0.]])
    """

    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    levels: tuple[Array | None, ...]

    @classmethod
    def of(cls, X: Any, specified: Any, categorical_features: Any, numbers: str) -> ColumnKinds:
        """Kinds as specified by name or index, else by dtype; `numbers`: the kind of numeric columns."""
        by_type = Categories.of(_no_rows(X), categorical_features)
        kinds = ["category" if is_category else numbers for is_category in by_type.mask]
        columns = list(_columns(X))
        for j, (_, is_boolean) in enumerate(columns):
            if is_boolean and kinds[j] != "category":
                kinds[j] = "boolean"
        for index, kind in _specified(specified, by_type.names):
            kinds[index] = kind
        levels = tuple(
            distinct_values(column, j)[0] if kinds[j] == "category" else None
            for j, (column, _) in enumerate(columns)
        )
        return cls(by_type.names, tuple(kinds), levels)

    def indices(self, *kinds: str) -> Integers:
        """Indices of the columns of these kinds, in order."""
        return np.array([j for j, kind in enumerate(self.kinds) if kind in kinds], dtype=np.int64)

    def coded(self, X: Any) -> Floats:
        """Encode the table as numbers: codes of categories, NaN for missing values and unknown categories."""
        columns = [column for column, _ in _columns(X)]
        table = np.empty((len(columns[0]), len(columns)))
        for j, column in enumerate(columns):
            levels = self.levels[j]
            table[:, j] = self._numbers(column, j) if levels is None else _codes(column, j, levels)
        return table

    def decoded(self, table: Floats) -> Array:
        """Inverse of `coded`: categories in j of codes."""
        if "category" not in self.kinds:
            return table
        decoded = table.astype(object)
        for j in self.indices("category"):
            levels, known = self.levels[j], ~np.isnan(table[:, j])
            assert levels is not None
            decoded[~known, j] = None
            decoded[known, j] = levels[table[known, j].astype(np.int64)]
        return decoded

    def frame(self, decoded: Array) -> Any:
        """Decoded rows as a data frame, each column with the dtype of its kind."""
        import pandas as pd

        types = {"category": object, "boolean": bool}
        columns = {
            name: pd.Series(decoded[:, j], dtype=types.get(kind, float))
            for j, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True))
        }
        return pd.DataFrame(columns)

    def extended(self, X: Any) -> ColumnKinds:
        """The same kinds, with the categories of further rows added."""
        columns = zip(self.levels, _columns(X), strict=True)
        levels = tuple(
            None if known is None else _union(known, distinct_values(column, j)[0])
            for j, (known, (column, _)) in enumerate(columns)
        )
        return replace(self, levels=levels)

    def merged(self, other: ColumnKinds) -> ColumnKinds:
        """The same kinds, with the categories of both."""
        if self.kinds != other.kinds:
            raise DataError(
                f"the column kinds {self.kinds} differ from {other.kinds}; set the parameter kinds"
            )
        levels = tuple(_union(a, b) for a, b in zip(self.levels, other.levels, strict=True))
        return replace(self, levels=levels)

    def _numbers(self, column: Array, j: int) -> Floats:
        name, kind = self.names[j], self.kinds[j]
        try:
            values = column.astype(np.float64) if column.dtype.kind != "O" else _floats(column)
        except (TypeError, ValueError) as problem:
            raise DataError(
                f"could not convert column {name!r} to numbers ({problem}); add it to categorical_features"
            ) from None
        is_wrong, words = INVALID.get(kind, (None, ""))
        wrong = np.empty(0) if is_wrong is None else np.flatnonzero(is_wrong(values))
        if len(wrong):
            raise DataError(
                f"column {name!r}, row {{row}} is {values[wrong[0]]:g}, but columns of kind {kind!r} need "
                f"{words}; set another kind for it",
                column=name,
                row=int(wrong[0]),
            )
        return values


# Invalid values of each kind, and a description of the valid ones; infinite values are checked elsewhere.
INVALID: dict[str, Any] = {
    "boolean": (lambda v: (v == v) & (v != 0) & (v != 1), "0 and 1, or False and True"),
    "count": (lambda v: (v == v) & ((v < 0) | (v != np.floor(v))), "nonnegative integers"),
    "word": (lambda v: ~(v >= 0), "nonnegative numbers, none of them missing"),
}


def _no_rows(X: Any) -> Any:
    """The columns of a table, with names and types, without its rows."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return frame.head(0).to_native() if isinstance(frame, nw.DataFrame) else np.asarray(X)[:0]


def _columns(X: Any) -> Iterator[tuple[Array, bool]]:
    """Each column's values, and whether its dtype is Boolean."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        table = np.asarray(X)
        yield from ((table[:, j], table.dtype == bool) for j in range(table.shape[1]))
        return
    for j in range(frame.shape[1]):
        column = frame[:, j]
        if isinstance(column.dtype, nw.Categorical | nw.Enum):
            column = column.cast(nw.String)
        yield np.asarray(column.to_numpy()), column.dtype == nw.Boolean


def _floats(column: Array) -> Floats:
    import pandas as pd

    missing = pd.isna(column)
    values = np.full(len(column), np.nan)
    values[~missing] = column[~missing].astype(np.float64)
    return values


def _codes(column: Array, j: int, levels: Array) -> Floats:
    values, codes = distinct_values(column, j)
    matches = np.full(len(values) + 1, np.nan)
    if len(levels) and len(values) and (levels.dtype.kind in "US") == (values.dtype.kind in "US"):
        at = np.minimum(np.searchsorted(levels, values), len(levels) - 1)
        matches[:-1] = np.where(levels[at] == values, at, np.nan)
    return matches[codes]


def _union(a: Array | None, b: Array | None) -> Array | None:
    if a is None or b is None:
        return None
    if len(a) and len(b) and (a.dtype.kind in "US") != (b.dtype.kind in "US"):
        raise DataError(
            f"a column has strings in some rows and numbers in others ({a.tolist()[0]!r}, "
            f"{b.tolist()[0]!r}); convert it to one type"
        )
    return b if len(a) == 0 else a if len(b) == 0 else np.union1d(a, b)


def _specified(kinds: Any, names: tuple[Any, ...]) -> list[tuple[int, str]]:
    if kinds is None:
        return []
    if not isinstance(kinds, Mapping):
        if len(kinds) != len(names):
            raise ParameterError(
                f"kinds has {len(kinds)} entries for {len(names)} columns; pass one per column"
            )
        kinds = dict(zip(names, kinds))
    for name, kind in kinds.items():
        if kind not in KINDS:
            raise ParameterError(f"kinds: column {name!r} is {kind!r}; it must be one of {KINDS}")
    return [(_index(name, names), kind) for name, kind in kinds.items()]


def _index(name: Any, names: tuple[Any, ...]) -> int:
    if name in names:
        return names.index(name)
    if isinstance(name, int | np.integer) and 0 <= name < len(names):
        return int(name)
    raise ParameterError(f"kinds: there is no column {name!r}; the columns are {names}")
