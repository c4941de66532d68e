"""Which kind each column of a table is, for a naive Bayes that gives each kind its own likelihood."""

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
    """Name and kind of each column, and the levels of those that are categories, in order.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"age": [30.0, 41.0], "sex": ["m", "f"], "ill": [True, False]})
    >>> found = ColumnKinds.of(frame, None, "from_dtype", "normal")
    >>> found.kinds
    ('normal', 'category', 'boolean')
    >>> found.coded(frame)
    array([[30.,  1.,  1.],
           [41.,  0.,  0.]])
    """

    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    levels: tuple[Array | None, ...]

    @classmethod
    def of(cls, X: Any, given: Any, categorical_features: Any, numbers: str) -> ColumnKinds:
        """Kinds as given by name or place, else by type: words, Booleans, and numbers as `numbers` says."""
        by_type = Categories.of(_no_rows(X), categorical_features)
        kinds = ["category" if is_category else numbers for is_category in by_type.mask]
        columns = list(_columns(X))
        for place, (_, is_boolean) in enumerate(columns):
            if is_boolean and kinds[place] != "category":
                kinds[place] = "boolean"
        for place, kind in _given(given, by_type.names):
            kinds[place] = kind
        levels = tuple(
            distinct_values(column, place)[0] if kinds[place] == "category" else None
            for place, (column, _) in enumerate(columns)
        )
        return cls(by_type.names, tuple(kinds), levels)

    def places(self, *kinds: str) -> Integers:
        """The columns of these kinds, in order."""
        return np.array([place for place, kind in enumerate(self.kinds) if kind in kinds], dtype=np.int64)

    def coded(self, X: Any) -> Floats:
        """The table as numbers: codes for categories, NaN for what is missing or a level never seen."""
        columns = [column for column, _ in _columns(X)]
        table = np.empty((len(columns[0]), len(columns)))
        for place, column in enumerate(columns):
            levels = self.levels[place]
            table[:, place] = (
                self._numbers(column, place) if levels is None else _codes(column, place, levels)
            )
        return table

    def named(self, table: Floats) -> Array:
        """The opposite of `coded`: names for codes, where there are any."""
        if "category" not in self.kinds:
            return table
        named = table.astype(object)
        for place in self.places("category"):
            levels, known = self.levels[place], ~np.isnan(table[:, place])
            assert levels is not None
            named[~known, place] = None
            named[known, place] = levels[table[known, place].astype(np.int64)]
        return named

    def frame(self, named: Array) -> Any:
        """Named rows as a data frame, each column of the type that its kind was read from."""
        import pandas as pd

        types = {"category": object, "boolean": bool}
        columns = {
            name: pd.Series(named[:, place], dtype=types.get(kind, float))
            for place, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True))
        }
        return pd.DataFrame(columns)

    def extended(self, X: Any) -> ColumnKinds:
        """The same kinds, with the levels of more rows too."""
        columns = zip(self.levels, _columns(X), strict=True)
        levels = tuple(
            None if known is None else _both(known, distinct_values(column, place)[0])
            for place, (known, (column, _)) in enumerate(columns)
        )
        return replace(self, levels=levels)

    def merged(self, other: ColumnKinds) -> ColumnKinds:
        """The same kinds, with the levels of both."""
        if self.kinds != other.kinds:
            raise DataError(f"columns were {self.kinds} and are now {other.kinds}; name their kinds")
        levels = tuple(_both(a, b) for a, b in zip(self.levels, other.levels, strict=True))
        return replace(self, levels=levels)

    def _numbers(self, column: Array, place: int) -> Floats:
        name, kind = self.names[place], self.kinds[place]
        try:
            values = column.astype(np.float64) if column.dtype.kind != "O" else _floats(column)
        except (TypeError, ValueError) as problem:
            raise DataError(
                f"could not convert column {name!r} to numbers ({problem}); name it in categorical_features"
            ) from None
        is_wrong, words = WRONG.get(kind, (None, ""))
        wrong = np.empty(0) if is_wrong is None else np.flatnonzero(is_wrong(values))
        if len(wrong):
            raise DataError(
                f"column {name!r}, row {wrong[0]} is {values[wrong[0]]:g}, and columns of kind {kind!r} hold "
                f"{words}; give it another kind"
            )
        return values


# What a value of a kind must not be; infinite ones are refused for all kinds elsewhere.
WRONG: dict[str, Any] = {
    "boolean": (lambda v: (v == v) & (v != 0) & (v != 1), "0 and 1, or False and True"),
    "count": (lambda v: (v == v) & ((v < 0) | (v != np.floor(v))), "whole numbers from 0"),
    "word": (lambda v: ~(v >= 0), "numbers from 0, none of them missing"),
}


def _no_rows(X: Any) -> Any:
    """The columns of a table, by name and type, without its rows."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return frame.head(0).to_native() if isinstance(frame, nw.DataFrame) else np.asarray(X)[:0]


def _columns(X: Any) -> Iterator[tuple[Array, bool]]:
    """Each column's values, and whether they are Booleans by type."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        table = np.asarray(X)
        yield from ((table[:, place], table.dtype == bool) for place in range(table.shape[1]))
        return
    for place in range(frame.shape[1]):
        column = frame[:, place]
        if isinstance(column.dtype, nw.Categorical | nw.Enum):
            column = column.cast(nw.String)
        yield np.asarray(column.to_numpy()), column.dtype == nw.Boolean


def _floats(column: Array) -> Floats:
    import pandas as pd

    missing = pd.isna(column)
    values = np.full(len(column), np.nan)
    values[~missing] = column[~missing].astype(np.float64)
    return values


def _codes(column: Array, place: int, levels: Array) -> Floats:
    values, codes = distinct_values(column, place)
    found = np.full(len(values) + 1, np.nan)
    if len(levels) and len(values) and (levels.dtype.kind in "US") == (values.dtype.kind in "US"):
        at = np.minimum(np.searchsorted(levels, values), len(levels) - 1)
        found[:-1] = np.where(levels[at] == values, at, np.nan)
    return found[codes]


def _both(a: Array | None, b: Array | None) -> Array | None:
    if a is None or b is None:
        return None
    if len(a) and len(b) and (a.dtype.kind in "US") != (b.dtype.kind in "US"):
        raise DataError(f"a column has words in some rows and numbers in others ({a[0]!r}, {b[0]!r})")
    return b if len(a) == 0 else a if len(b) == 0 else np.union1d(a, b)


def _given(given: Any, names: tuple[Any, ...]) -> list[tuple[int, str]]:
    if given is None:
        return []
    if not isinstance(given, Mapping):
        if len(given) != len(names):
            raise ParameterError(
                f"kinds has {len(given)} entries for {len(names)} columns; give one a column"
            )
        given = dict(zip(names, given))
    for name, kind in given.items():
        if kind not in KINDS:
            raise ParameterError(f"kinds: column {name!r} is {kind!r}; it must be one of {KINDS}")
    return [(_place(name, names), kind) for name, kind in given.items()]


def _place(name: Any, names: tuple[Any, ...]) -> int:
    if name in names:
        return names.index(name)
    if isinstance(name, int | np.integer) and 0 <= name < len(names):
        return int(name)
    raise ParameterError(f"kinds names {name!r}, which is no column; there are {names}")
