"""Conversion of data frames (pandas, polars, pyarrow, …) to Columns, through narwhals."""

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from narwhals.exceptions import DuplicateError

from gnomon.arrays import Array
from gnomon.data.column import Column, check_kind, coded, column_of
from gnomon.data.mixed import Mixed
from gnomon.data.object_columns import column_of_objects
from gnomon.data.table import check_names


def is_frame(data: Any) -> bool:
    """Whether narwhals can read this as a data frame.

    >>> import pandas
    >>> is_frame(pandas.DataFrame()), is_frame([1, 2])
    (True, False)
    """
    try:
        return isinstance(nw.from_native(data, pass_through=True), nw.DataFrame | nw.LazyFrame)
    except DuplicateError:
        check_names([str(name) for name in data.columns])
        raise


def names_of_frame(data: Any) -> list[str]:
    """The column names as text.

    >>> import pandas
    >>> names_of_frame(pandas.DataFrame({"age": [31], 7: [1]}))
    ['age', '7']
    """
    return [str(name) for name in nw.from_native(data).collect_schema().names()]


def columns_of_frame(
    data: Any,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    mixed: list[Mixed] | None = None,
) -> list[Column]:
    """One Column for each column of the frame, its kind by its dtype unless specified.

    mixed: list that collects the columns that mix numbers with other values.

    >>> import pandas
    >>> [column.kind for column in columns_of_frame(pandas.DataFrame({"n": [31], "w": ["Rome"]}), {}, {})]
    ['quantitative', 'categorical']
    """
    frame = nw.from_native(data)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    mixed = [] if mixed is None else mixed
    return [
        _column(str(series.name), series, kinds.get(str(series.name)), levels.get(str(series.name)), mixed)
        for series in frame.iter_columns()
    ]


def _column(
    name: str, series: Any, kind: str | None, levels: Sequence[Any] | None, mixed: list[Mixed]
) -> Column:
    check_kind(name, kind)
    if series.dtype.is_numeric():
        values = series.cast(nw.Float64).to_numpy().astype(np.float64, copy=False)
        return column_of(name, values, kind, levels)
    if kind in (None, "ordinal", "categorical") and levels is None:
        column = _categorical(name, series, kind)
        if column is not None:
            return column
    if series.dtype in (nw.Categorical, nw.Enum, nw.Date, nw.Datetime, nw.Duration, nw.Time):
        series = series.cast(nw.String)
        return column_of(name, _objects(series), kind, levels)
    return column_of_objects(name, _objects(series), kind, levels, mixed)


def _categorical(name: str, series: Any, kind: str | None) -> Column | None:
    """A column that declares its levels: any categorical of pandas, or an Enum."""
    native = series.to_native()
    if series.dtype in (nw.Categorical, nw.Enum) and series.implementation.is_pandas_like():
        implied = "ordinal" if native.cat.ordered else "categorical"
        return coded(name, kind or implied, np.asarray(native.cat.codes), native.cat.categories)
    if series.dtype == nw.Enum:
        code_of = {level: code for code, level in enumerate(series.dtype.categories)}
        codes = np.array([code_of.get(value, -1) for value in series.to_list()], dtype=np.int32)
        return coded(name, kind or "ordinal", codes, code_of)
    return None


def _objects(series: Any) -> Array:
    """The values as Python objects, None where missing (to_numpy may make nullable Booleans numbers)."""
    values = np.empty(len(series), dtype=object)
    values[:] = series.to_list()
    return values
