"""Columns of discrete values as small whole numbers, ready to be counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

MOST_LEVELS = 65_535


@dataclass(frozen=True)
class CodedColumns:
    """Codes (columns, rows), 0 to levels - 1 by column; a code of levels or more is a missing value.

    >>> coded_columns([["a", 1], ["b", 1], [None, 5]])
    CodedColumns(codes=array([[0, 1, 2],
           [0, 0, 1]], dtype=uint8), levels=array([2, 2], dtype=int32), names=('x0', 'x1'))
    """

    codes: Array
    levels: Array
    names: tuple[str, ...]


def coded_columns(X: Any) -> CodedColumns:
    """Codes of the columns of an array, a Table or a data frame of any kind; NaN and None are missing values.

    >>> coded_columns([[7, 0], [9, 1], [7, 1]]).codes
    array([[0, 1, 0],
           [0, 1, 1]], dtype=uint8)
    """
    frame = frame_of(X)
    if frame is not None:
        names = tuple(str(name) for name in frame.columns)
        return _packed(
            [_codes(series.to_numpy(), name) for name, series in zip(names, frame.iter_columns())], names
        )
    table = np.asarray(X if hasattr(X, "dtype") else np.array(X, dtype=object))
    if table.ndim != 2 or 0 in table.shape:
        raise DataError(f"data of shape {table.shape}: give a table of at least one row and one column")
    names = tuple(f"x{j}" for j in range(table.shape[1]))
    if table.dtype.kind in "iub":
        low, high = table.min(axis=0), table.max(axis=0)
        if int(high.max()) - int(low.min()) < 256:
            return _small(table, low, names)
    return _packed([_codes(column, name) for column, name in zip(table.T, names, strict=True)], names)


def frame_of(data: Any) -> nw.DataFrame[Any] | None:
    """A data frame of any library, or what turns into one by `to_pandas`, as a Table does; None for the rest.

    >>> frame_of([[1, 2]]) is None
    True
    """
    frame = nw.from_native(data, pass_through=True, eager_only=True)
    if not isinstance(frame, nw.DataFrame) and hasattr(data, "to_pandas"):
        frame = nw.from_native(data.to_pandas(), pass_through=True, eager_only=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def _small(table: Array, low: Array, names: tuple[str, ...]) -> CodedColumns:
    """Whole numbers that lie close together, less the smallest of their column."""
    codes = np.empty(table.shape[::-1], np.uint8)
    # Some rows at a time, so that turning them into columns stays in cache.
    for begin in range(0, len(table), 2048):
        part = slice(begin, begin + 2048)
        codes[:, part] = (table[part].astype(np.int16, copy=False) - low.astype(np.int16)).T
    levels = np.empty(len(codes), np.int32)
    for j, column in enumerate(codes):
        seen = np.flatnonzero(np.bincount(column))
        levels[j] = len(seen)
        if seen[-1] >= len(seen):
            codes[j] = np.searchsorted(seen, column)
    return CodedColumns(codes, levels, names)


def _codes(values: Array, name: str) -> tuple[Array, int]:
    import pandas as pd

    try:
        found, levels = pd.factorize(values)
    except TypeError as wrong:
        raise DataError(f"column {name!r} holds lists or the like; give one value a row") from wrong
    if len(levels) > MOST_LEVELS:
        raise DataError(
            f"column {name!r} has {len(levels):,} values in {len(values):,} rows; a discrete column has up "
            f"to {MOST_LEVELS:,}: discretize it first"
        )
    return np.where(found < 0, len(levels), found), len(levels)


def _packed(columns: list[tuple[Array, int]], names: tuple[str, ...]) -> CodedColumns:
    if not columns or len(columns[0][0]) == 0:
        raise DataError("a table with no rows or no columns tells nothing; give at least one of each")
    levels = np.array([n for _, n in columns], np.int32)
    for name, n in zip(names, levels, strict=True):
        if n == 0:
            raise DataError(f"column {name!r} has no value at all; leave it out")
    kind = np.uint8 if levels.max() < 256 else np.uint16
    return CodedColumns(np.stack([codes for codes, _ in columns]).astype(kind), levels, names)
