"""Rows that are there twice, and columns that hold the same values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from gnomon.arrays import Array
from gnomon.data.column import Column
from gnomon.data.table import Table

# Odd, so that no two sums of different digests are equal for a reason.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def duplicate_rows(table: Table, target: Column | None = None) -> int:
    """How many rows are equal to an earlier one in every column, and in the target if it is given.

    >>> duplicate_rows(Table.of({"age": [31, 45, 31], "town": ["Rome", "Oslo", "Rome"]}))
    1
    """
    if table.is_sparse:
        return _duplicates_of(_digests_of_sparse(table.numbers), target)
    found = np.zeros(table.n_rows, dtype=np.uint64)
    for name in table.names:
        found = found * _FACTOR + _digests(table.column(name).values)
    return _duplicates_of(found, target)


def same_columns(columns: Sequence[Column]) -> dict[str, str]:
    """For each column that holds the same values as an earlier one, the name of that one.

    >>> from gnomon.data.column import column_of
    >>> same_columns([column_of("a", [1.0, 2.0]), column_of("b", [1.0, 2.0])])
    {'b': 'a'}
    """
    first: dict[tuple[str, tuple[Any, ...], bytes], str] = {}
    found: dict[str, str] = {}
    for column in columns:
        digest = np.bitwise_xor.reduce(_digests(column.values) * _places(len(column.values)))
        key = (column.kind, column.levels, digest.tobytes())
        if key in first:
            found[column.name] = first[key]
        else:
            first[key] = column.name
    return found


def _duplicates_of(digests: Array, target: Column | None) -> int:
    if target is not None:
        digests = digests * _FACTOR + _digests(target.values)
    return len(digests) - len(np.unique(digests))


def _digests(values: Array) -> Array:
    """A number for each value; 0 and -0 have one, and so have all missing values."""
    values = values + 0.0 if values.dtype.kind == "f" else values
    return np.asarray(pd.util.hash_array(values), dtype=np.uint64)


def _digests_of_sparse(matrix: Any) -> Array:
    """A number for each row, from its values and their columns; stored zeros count for nothing."""
    coo = matrix.tocoo()
    value = _digests(coo.data) * _places(matrix.shape[1])[coo.coords[1]]
    found = np.zeros(matrix.shape[0], dtype=np.uint64)
    is_there = coo.data != 0
    np.add.at(found, coo.coords[0][is_there], value[is_there])
    return found


def _places(n: int) -> Array:
    """A factor for each place, so that the same values in another order differ."""
    return np.asarray(pd.util.hash_array(np.arange(n)), dtype=np.uint64) | np.uint64(1)
