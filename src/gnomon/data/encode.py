"""One-hot encoding of a table by its levels alone, never by its rows, so that every fold is encoded alike."""

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column
from gnomon.errors import DataError

if TYPE_CHECKING:
    from gnomon.data.table import Table

MAX_CELLS = 2**31


def encode(table: "Table") -> tuple[Floats | sparse.csr_array, list[str]]:
    """Encode a table as a numeric matrix (one-hot, dummy variables), and return it with its column names.

    The matrix is C-contiguous, or CSR if the table is sparse. Quantitative columns are unchanged, ordinal and
    Boolean ones become codes from 0, a categorical column with two levels one dummy variable `name=level`,
    with more levels one for each level. Missing values are NaN.

    >>> from gnomon import Table
    >>> encode(Table.of({"size": [1, 2, 3], "color": ["red", "blue", "green"]}))[1]
    ['size', 'color=blue', 'color=green', 'color=red']
    """
    if table.is_sparse or all(kind == "quantitative" for kind in table.kinds.values()):
        return table.numbers, list(table.names)
    names = [encoded_names(name, table.kinds[name], table.levels(name)) for name in table.names]
    width = sum(map(len, names))
    _check_size(table, width)
    out = np.empty((table.n_rows, width))
    start = 0
    for name, dummies in zip(table.names, names):
        _fill(out[:, start : start + len(dummies)], table.column(name))
        start += len(dummies)
    return out, [each for dummies in names for each in dummies]


def encoded_names(name: str, kind: str, levels: tuple[object, ...]) -> list[str]:
    """The names of the encoded columns of one column.

    >>> encoded_names("color", "categorical", ("blue", "red"))
    ['color=red']
    """
    if kind != "categorical":
        return [name]
    if len(levels) == 2:
        return [f"{name}={levels[1]}"]
    return [f"{name}={level}" for level in levels]


def _fill(out: Array, column: Column) -> None:
    if column.kind == "quantitative":
        out[:, 0] = column.values
        return
    if column.kind == "categorical" and len(column.levels) != 2:
        out[:] = column.values[:, None] == np.arange(len(column.levels))
    else:
        out[:, 0] = column.values
    out[column.missing] = np.nan


def _check_size(table: "Table", width: int) -> None:
    if table.n_rows * width > MAX_CELLS:
        widest = max(table.names, key=lambda name: len(table.levels(name)))
        raise DataError(
            f"column {widest!r} has {len(table.levels(widest))} levels: the {table.n_rows} rows would need "
            f"{width} numeric columns; drop it, or merge its rare levels first"
        )
