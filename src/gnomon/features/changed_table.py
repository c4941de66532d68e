"""The output table of a transformer: an array of numbers, or a data frame of the library of X."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.data.frames import is_frame
from gnomon.data.table import Table


def changed_table(columns: Sequence[Column], n_rows: int, X: Any = None) -> Any:
    """Float64 array if all columns are numeric or Boolean (0/1), else a data frame of X's library, or pandas.

    X: the input table; its index, if any, is preserved.

    >>> age = Column("age", "quantitative", np.array([31.0]))
    >>> size = Column("size", "ordinal", np.array([0]), ("S",))
    >>> changed_table([age], 1), changed_table([age, size], 1)["size"].tolist()
    (array([[31.]]), ['S'])
    """
    if all(column.kind in ("quantitative", "boolean") for column in columns):
        return _numbers(columns, n_rows)
    library: Any = (
        nw.from_native(X, eager_only=True).implementation if is_frame(X) else nw.Implementation.PANDAS
    )
    if library.is_pandas_like():
        frame = Table.from_columns(columns).to_pandas()
        index = getattr(X, "index", None)
        return frame if index is None or callable(index) else frame.set_axis(index, axis=0)
    values = {column.name: _values(column) for column in columns}
    schema = {column.name: _type(column) for column in columns}
    return nw.from_dict(values, schema, backend=library).to_native()


def _numbers(columns: Sequence[Column], n_rows: int) -> Floats:
    table = np.empty((n_rows, len(columns)))
    for index, column in enumerate(columns):
        table[:, index] = column.values
        if column.kind == "boolean":
            table[column.missing, index] = np.nan
    return table


def _values(column: Column) -> Any:
    if column.kind == "quantitative":
        return column.values
    levels = [False, True] if column.kind == "boolean" else [str(level) for level in column.levels]
    return [None if code < 0 else levels[code] for code in column.values.tolist()]


def _type(column: Column) -> Any:
    if column.kind == "ordinal":
        return nw.Enum([str(level) for level in column.levels])
    return {"quantitative": nw.Float64, "boolean": nw.Boolean, "categorical": nw.Categorical}[column.kind]
