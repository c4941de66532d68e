"""Which columns are categories, and their levels as codes, for learners that take categories as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import pandas

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, ParameterError


@dataclass(frozen=True)
class Categories:
    """The categorical columns of a table and the levels each had when it was first seen.

    >>> frame = pandas.DataFrame({"size": [1.0, 2.0], "color": pandas.Categorical(["red", "blue"])})
    >>> Categories.of(frame, "from_dtype").coded(frame)
    array([[1., 1.],
           [2., 0.]])
    """

    names: tuple[Any, ...]
    levels: tuple[Array | None, ...]

    @classmethod
    def of(cls, X: Any, chosen: Any) -> Categories:
        """Read which columns are categories from their type, or from a list of names, numbers or flags."""
        names, columns = table_columns(X)
        is_chosen = chosen_columns(X, chosen)
        each = zip(names, columns, is_chosen, strict=True)
        return cls(names, tuple(_levels(name, column) if is_one else None for name, column, is_one in each))

    @property
    def mask(self) -> Flags:
        """Which columns are categories."""
        return np.array([level is not None for level in self.levels])

    def coded(self, X: Any) -> Floats:
        """The table as numbers: codes for categories (new levels get new codes), NaN for missing."""
        columns = table_columns(X)[1]
        table = np.empty((len(columns[0]), len(columns)))
        for place, (column, levels) in enumerate(zip(columns, self.levels, strict=True)):
            table[:, place] = (
                _numbers(column, self.names[place]) if levels is None else _codes(column, levels)
            )
        return table


def table_columns(X: Any) -> tuple[tuple[Any, ...], list[Array]]:
    """The names (or numbers) and the values of the columns of a data frame or an array.

    >>> table_columns(pandas.DataFrame({"town": ["Ulm", "Bonn"]}))
    (('town',), [array(['Ulm', 'Bonn'], dtype=object)])
    """
    frame = _frame(X)
    if frame is None:
        table = np.asarray(X)
        return tuple(range(table.shape[1])), list(table.T)
    columns = [frame[:, place] for place in range(frame.shape[1])]
    text = [
        column.cast(nw.String) if isinstance(column.dtype, nw.Categorical | nw.Enum) else column
        for column in columns
    ]
    return tuple(frame.columns), [np.asarray(column.to_numpy()) for column in text]


def chosen_columns(X: Any, chosen: Any, *, booleans: bool = False) -> Flags:
    """Which columns are categories: by type ("from_dtype"), or by a list of names, numbers or flags.

    booleans: whether the type of truth values is one of categories too.

    >>> frame = pandas.DataFrame({"age": [30], "town": ["Ulm"], "ill": [True]})
    >>> chosen_columns(frame, "from_dtype"), chosen_columns(frame, "from_dtype", booleans=True)
    (array([False,  True, False]), array([False,  True,  True]))
    """
    frame = _frame(X)
    names = tuple(range(np.shape(X)[1])) if frame is None else tuple(frame.columns)
    if isinstance(chosen, str) and chosen == "from_dtype":
        types: tuple[Any, ...] = (nw.Categorical, nw.Enum, nw.String, nw.Object)
        types += (nw.Boolean,) if booleans else ()
        return np.array(
            [frame is not None and isinstance(frame[:, place].dtype, types) for place in range(len(names))]
        )
    return _listed(np.asarray(chosen), names)


def is_missing(values: Array) -> Flags:
    """Which values are None, NaN or another mark of a missing one.

    >>> is_missing(np.array(["a", None, pandas.NA], dtype=object))
    array([False,  True,  True])
    """
    return np.asarray(pandas.isna(values), dtype=bool)


def _frame(X: Any) -> Any:
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def _listed(listed: Array, names: tuple[Any, ...]) -> Flags:
    if listed.dtype == bool:
        if listed.shape != (len(names),):
            raise ParameterError(f"categorical_features has {len(listed)} flags for {len(names)} columns")
        return listed
    places = [_place(each, names) for each in listed.tolist()]
    return np.isin(np.arange(len(names)), places)


def _place(column: Any, names: tuple[Any, ...]) -> int:
    """The place of a column by its name, or by a number that is no name."""
    if column in names:
        return names.index(column)
    if isinstance(column, int) and 0 <= column < len(names):
        return column
    raise ParameterError(f"categorical_features names {column!r}, which is no column; there are {names}")


def _levels(name: Any, column: Array) -> Array:
    """The distinct values that are not missing, in order."""
    try:
        return np.unique(column[~is_missing(column)])
    except TypeError as problem:
        raise DataError(
            f"column {name!r} mixes kinds of values ({problem}); make them all text first"
        ) from problem


def _numbers(column: Array, name: Any) -> Floats:
    if column.dtype.kind in "mM":
        raise DataError(f"column {name!r} holds dates or times; make numbers of them, or name it a category")
    try:
        if column.dtype.kind != "O":
            return column.astype(np.float64)
        return np.where(is_missing(column), np.nan, column).astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(
            f"could not convert column {name!r} to numbers ({problem}); name it in categorical_features"
        ) from None


def _codes(column: Array, levels: Array) -> Floats:
    """The place of each value among the levels; for those not among them, numbers after the last."""
    codes = pandas.Index(levels).get_indexer(pandas.Index(column)).astype(np.float64)
    new = codes < 0
    codes[new] = pandas.factorize(column[new])[0] + len(levels)
    codes[is_missing(column)] = np.nan
    return codes
