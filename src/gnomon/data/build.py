"""Construction of a Table from data frames, dicts, arrays and sparse matrices."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from gnomon.arrays import Array
from gnomon.data.column import column_of, row_location
from gnomon.data.frames import columns_of_frame, is_frame, names_of_frame
from gnomon.data.lenient import without_empty_columns
from gnomon.data.mixed import Mixed, report_mixed
from gnomon.data.names import resolved
from gnomon.data.object_columns import column_of_objects
from gnomon.data.table import Header, Table, check_names
from gnomon.errors import DataError, ParameterError

Kinds = Mapping[str, str]
Levels = Mapping[str, Sequence[Any]]


def build(
    data: Any,
    kinds: Kinds,
    names: Sequence[str] | None,
    levels: Levels,
    lenient: bool = False,
    strict: bool = False,
) -> Table:
    """Make a Table of any data that `Table.of` accepts; DataError if it has no rows or an empty column.

    lenient: drop empty columns, with a warning, instead of raising an error. strict: raise an error for
    columns that mix numbers with other values.

    >>> build({"age": [31, 45]}, {}, None, {})
    Table of 2 rows and 1 columns: age (quantitative)
    """
    mixed: list[Mixed] = []
    if kinds or levels:
        known = _names_of(data, names)
        kinds = {resolved(name, known): kind for name, kind in kinds.items()}
        levels = {resolved(name, known): each for name, each in levels.items()}
    table = _dispatch(data, kinds, names, levels, mixed)
    report_mixed(mixed, _locations, strict=strict)
    if lenient:
        table = without_empty_columns(table)
    check_filled(table)
    return table


def check_filled(table: Table) -> None:
    """Raise DataError if the table has no rows, no columns, or an empty column.

    >>> check_filled(Table.of({"age": [31, 45]}))
    """
    if table.n_columns == 0:
        raise DataError("the table has no columns; pass at least one")
    if table.n_rows == 0:
        raise DataError("the table has no rows; pass at least one")
    if table.is_sparse:
        return
    # Only a column whose first value is missing can be empty: the others need not be scanned.
    first = table.rows([0])
    for name in table.names:
        if first.column(name).missing[0] and table.column(name).missing.all():
            raise DataError(
                f"column {name!r} is empty: all {table.n_rows} values are missing; drop it (when it is read, "
                "by {drop})",
                column=name,
                settings={"drop": (name,)},
            )


def _names_of(data: Any, names: Sequence[str] | None) -> list[str]:
    """The column names of the data."""
    if isinstance(data, Table):
        return list(data.names)
    if isinstance(data, Mapping):
        return [str(name) for name in data]
    if is_frame(data):
        return names_of_frame(data)
    shape = data.shape if hasattr(data, "shape") else _objects(data).shape
    return _array_names(names, shape[1]) if len(shape) == 2 else []


def _locations(rows: Sequence[int]) -> dict[int, str]:
    return {row: row_location(row) for row in rows}


def _dispatch(
    data: Any, kinds: Kinds, names: Sequence[str] | None, levels: Levels, mixed: list[Mixed]
) -> Table:
    if isinstance(data, Table):
        return _with_kinds(data, kinds, levels)
    if isinstance(data, Mapping):
        check_names([str(name) for name in data])
        return Table.from_columns(
            [
                column_of_objects(str(name), values, kinds.get(str(name)), levels.get(str(name)), mixed)
                for name, values in data.items()
            ]
        )
    if sparse.issparse(data):
        return _from_sparse(data, kinds, names, levels)
    if is_frame(data):
        check_names(names_of_frame(data))
        return Table.from_columns(columns_of_frame(data, kinds, levels, mixed))
    return _from_array(data, kinds, names, levels, mixed)


def _with_kinds(table: Table, kinds: Kinds, levels: Levels) -> Table:
    if not kinds and not levels:
        return table
    columns = []
    for name in table.names:
        column = table.column(name)
        if name in levels or kinds.get(name, column.kind) != column.kind:
            kind = kinds.get(name, None if column.kind == "quantitative" else column.kind)
            column = column_of(name, column.labels, kind, levels.get(name))
        columns.append(column)
    return replace(Table.from_columns(columns), has_names=table.has_names)


def _from_sparse(data: Any, kinds: Kinds, names: Sequence[str] | None, levels: Levels) -> Table:
    for name in (*kinds, *levels):
        if kinds.get(name) != "quantitative":
            raise DataError(
                f"column {name!r} of a sparse matrix can only be quantitative; pass a dense table instead"
            )
    numbers = sparse.csr_array(data).astype(np.float64, copy=False)
    headers = tuple(Header(name, "quantitative") for name in _array_names(names, numbers.shape[1]))
    return Table(headers, numbers, np.empty((numbers.shape[0], 0), np.int32), names is not None)


def _from_array(
    data: Any, kinds: Kinds, names: Sequence[str] | None, levels: Levels, mixed: list[Mixed]
) -> Table:
    array = data if isinstance(data, np.ndarray) else _objects(data)
    if array.ndim != 2:
        raise DataError(f"the array has {array.ndim} dimensions; pass rows x columns, e.g. X.reshape(-1, 1)")
    named = _array_names(names, array.shape[1])
    if array.dtype.kind in "fiu" and not kinds and not levels:
        numbers = np.ascontiguousarray(array, dtype=np.float64)
        headers = tuple(Header(name, "quantitative") for name in named)
        return Table(headers, numbers, np.empty((len(array), 0), np.int32), names is not None)
    table = Table.from_columns(
        [
            column_of_objects(name, array[:, j], kinds.get(name), levels.get(name), mixed)
            for j, name in enumerate(named)
        ]
    )
    return replace(table, has_names=names is not None)


def _objects(data: Any) -> Array:
    """A list of rows as an array; of mixed types, an object array."""
    try:
        array = np.asarray(data)
    except ValueError:
        raise DataError(
            "the rows have different lengths; every row needs the same number of values"
        ) from None
    return array if array.dtype.kind not in "US" else np.asarray(data, dtype=object)


def _array_names(names: Sequence[str] | None, n_columns: int) -> list[str]:
    if names is None:
        return [f"x{j}" for j in range(n_columns)]
    if len(names) != n_columns:
        raise ParameterError(f"names has {len(names)} entries for {n_columns} columns; pass one per column")
    check_names(list(names))
    return list(names)
