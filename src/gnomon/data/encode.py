"""A table as numbers, by its levels alone and never by its rows, so that every fold is encoded alike."""

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column
from gnomon.errors import DataError

if TYPE_CHECKING:
    from gnomon.data.table import Table

MOST_CELLS = 2**31


def encode(table: "Table") -> tuple[Floats | sparse.csr_array, list[str]]:
    """The numbers (C-contiguous, or CSR when the table is sparse) and the names of their columns.

    Quantitative columns stay as they are, ordinal and Boolean ones become codes from 0, a categorical column
    with two levels one column `name=level` of 0 and 1, with more levels one such column for each of them.
    Missing stays NaN.

    >>> from gnomon.data.table import Table
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
    for name, made in zip(table.names, names):
        _fill(out[:, start : start + len(made)], table.column(name))
        start += len(made)
    return out, [each for made in names for each in made]


def encoded_names(name: str, kind: str, levels: tuple[object, ...]) -> list[str]:
    """The names of the numeric columns that one column becomes.

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
    if table.n_rows * width > MOST_CELLS:
        worst = max(table.names, key=lambda name: len(table.levels(name)))
        raise DataError(
            f"column {worst!r} has {len(table.levels(worst))} levels: the {table.n_rows} rows would take "
            f"{width} numeric columns; drop it, or join its rare levels first"
        )
