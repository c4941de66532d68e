"""Categorical columns and ordinal codes of their levels, for learners with native categorical support."""

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
    """The categorical columns of a table and the levels of each in the training data.

    >>> frame = pandas.DataFrame({"size": [1.0, 2.0], "color": pandas.Categorical(["red", "blue"])})
    >>> Categories.of(frame, "from_dtype").coded(frame)
    array([[1., 1.],
           [2., 0.]])
    """

    names: tuple[Any, ...]
    levels: tuple[Array | None, ...]

    @classmethod
    def of(cls, X: Any, categorical: Any) -> Categories:
        """Determine the categorical columns by dtype, or by a list of names, indices or a mask."""
        names, columns = table_columns(X)
        mask = categorical_mask(X, categorical)
        columns_of = zip(names, columns, mask, strict=True)
        levels = (_levels(name, column) if is_category else None for name, column, is_category in columns_of)
        return cls(names, tuple(levels))

    @property
    def mask(self) -> Flags:
        """Mask of the categorical columns."""
        return np.array([level is not None for level in self.levels])

    def coded(self, X: Any) -> Floats:
        """Ordinal encoding: codes for categories (unseen levels get new codes), NaN for missing values."""
        columns = table_columns(X)[1]
        table = np.empty((len(columns[0]), len(columns)))
        for index, (column, levels) in enumerate(zip(columns, self.levels, strict=True)):
            table[:, index] = (
                _numbers(column, self.names[index]) if levels is None else _codes(column, levels)
            )
        return table


def table_columns(X: Any) -> tuple[tuple[Any, ...], list[Array]]:
    """The names (or indices) and the values of the columns of a data frame or an array.

    >>> table_columns(pandas.DataFrame({"town": ["Ulm", "Bonn"]}))
    (('town',), [array(['Ulm', 'Bonn'], dtype=object)])
    """
    frame = _frame(X)
    if frame is None:
        table = np.asarray(X)
        return tuple(range(table.shape[1])), list(table.T)
    columns = [frame[:, index] for index in range(frame.shape[1])]
    text = [
        column.cast(nw.String) if isinstance(column.dtype, nw.Categorical | nw.Enum) else column
        for column in columns
    ]
    return tuple(frame.columns), [np.asarray(column.to_numpy()) for column in text]


def categorical_mask(X: Any, categorical: Any, *, booleans: bool = False) -> Flags:
    """Mask of the categorical columns: by dtype ("from_dtype"), or by a list of names, indices or a mask.

    booleans: whether the Boolean dtype counts as categorical.

    >>> frame = pandas.DataFrame({"age": [30], "town": ["Ulm"], "ill": [True]})
    >>> categorical_mask(frame, "from_dtype"), categorical_mask(frame, "from_dtype", booleans=True)
    (array([False,  True, False]), array([False,  True,  True]))
    """
    frame = _frame(X)
    names = tuple(range(np.shape(X)[1])) if frame is None else tuple(frame.columns)
    if isinstance(categorical, str) and categorical == "from_dtype":
        types: tuple[Any, ...] = (nw.Categorical, nw.Enum, nw.String, nw.Object)
        types += (nw.Boolean,) if booleans else ()
        return np.array(
            [frame is not None and isinstance(frame[:, index].dtype, types) for index in range(len(names))]
        )
    return _listed(np.asarray(categorical), names)


def is_missing(values: Array) -> Flags:
    """Mask of the missing values (None, NaN, NA, NaT).

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
            raise ParameterError(
                f"categorical_features has a mask of length {len(listed)} for {len(names)} columns"
            )
        return listed
    indices = [_index(each, names) for each in listed.tolist()]
    return np.isin(np.arange(len(names)), indices)


def _index(column: Any, names: tuple[Any, ...]) -> int:
    """The index of a column by its name, or by its index."""
    if column in names:
        return names.index(column)
    if isinstance(column, int) and 0 <= column < len(names):
        return column
    raise ParameterError(
        f"categorical_features contains {column!r}, which is not a column; the columns are {names}"
    )


def _levels(name: Any, column: Array) -> Array:
    """The sorted distinct values that are not missing."""
    try:
        return np.unique(column[~is_missing(column)])
    except TypeError as problem:
        raise DataError(
            f"column {name!r} mixes types ({problem}); convert all values to text first"
        ) from problem


def _numbers(column: Array, name: Any) -> Floats:
    if column.dtype.kind in "mM":
        raise DataError(
            f"column {name!r} holds dates or times; convert them to numbers, or list it in "
            f"categorical_features"
        )
    try:
        if column.dtype.kind != "O":
            return column.astype(np.float64)
        return np.where(is_missing(column), np.nan, column).astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(
            f"could not convert column {name!r} to numbers ({problem}); list it in categorical_features"
        ) from None


def _codes(column: Array, levels: Array) -> Floats:
    """The code of each value; unseen values get codes after the last level."""
    codes = pandas.Index(levels).get_indexer(pandas.Index(column)).astype(np.float64)
    new = codes < 0
    codes[new] = pandas.factorize(column[new])[0] + len(levels)
    codes[is_missing(column)] = np.nan
    return codes
