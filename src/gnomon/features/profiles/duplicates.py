"""Duplicate rows and duplicate columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from gnomon.arrays import Array
from gnomon.data.column import Column
from gnomon.data.table import Table

# Odd, so that multiplication modulo 2^64 is invertible and structured collisions are avoided.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def duplicate_rows(table: Table, target: Column | None = None) -> int:
    """Number of duplicate rows: equal to an earlier row in every column, and in the target if it is passed.

    >>> duplicate_rows(Table.of({"age": [31, 45, 31], "town": ["Rome", "Oslo", "Rome"]}))
    1
    """
    if table.is_sparse:
        return _duplicates_of(_digests_of_sparse(table.numbers), target)
    digests = np.zeros(table.n_rows, dtype=np.uint64)
    for name in table.names:
        digests = digests * _FACTOR + _digests(table.column(name).values)
    return _duplicates_of(digests, target)


def same_columns(columns: Sequence[Column]) -> dict[str, str]:
    """Duplicate columns: for each column equal to an earlier one, the name of that one.

    >>> from gnomon.data.column import column_of
    >>> same_columns([column_of("a", [1.0, 2.0]), column_of("b", [1.0, 2.0])])
    {'b': 'a'}
    """
    first: dict[tuple[str, tuple[Any, ...], bytes], str] = {}
    duplicates: dict[str, str] = {}
    for column in columns:
        digest = np.bitwise_xor.reduce(_digests(column.values) * _position_factors(len(column.values)))
        key = (column.kind, column.levels, digest.tobytes())
        if key in first:
            duplicates[column.name] = first[key]
        else:
            first[key] = column.name
    return duplicates


def _duplicates_of(digests: Array, target: Column | None) -> int:
    if target is not None:
        digests = digests * _FACTOR + _digests(target.values)
    return len(digests) - len(np.unique(digests))


def _digests(values: Array) -> Array:
    """A hash per value; 0 and -0 have the same, and so do all missing values."""
    values = values + 0.0 if values.dtype.kind == "f" else values
    return np.asarray(pd.util.hash_array(values), dtype=np.uint64)


def _digests_of_sparse(matrix: Any) -> Array:
    """A hash per row, from its values and their columns; explicit zeros are ignored."""
    coo = matrix.tocoo()
    value = _digests(coo.data) * _position_factors(matrix.shape[1])[coo.coords[1]]
    digests = np.zeros(matrix.shape[0], dtype=np.uint64)
    is_nonzero = coo.data != 0
    np.add.at(digests, coo.coords[0][is_nonzero], value[is_nonzero])
    return digests


def _position_factors(n: int) -> Array:
    """A factor per position, so that the same values in another order have another hash."""
    return np.asarray(pd.util.hash_array(np.arange(n)), dtype=np.uint64) | np.uint64(1)
