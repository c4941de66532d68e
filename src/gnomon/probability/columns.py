"""Encoding of discrete columns as small integers, for counting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

MAX_LEVELS = 65_535


@dataclass(frozen=True)
class CodedColumns:
    """Integer codes (columns, rows), 0 to levels - 1 in each column; larger codes are missing values.

    >>> coded_columns([["a", 1], ["b", 1], [None, 5]])
    CodedColumns(codes=array([[0, 1, 2],
           [0, 0, 1]], dtype=uint8), levels=array([2, 2], dtype=int32), names=('x0', 'x1'))
    """

    codes: Array
    levels: Array
    names: tuple[str, ...]


def coded_columns(X: Any) -> CodedColumns:
    """Encode the columns of an array, a Table or a data frame as integers; NaN and None are missing.

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
        raise DataError(f"data of shape {table.shape}: pass a 2-D table of at least one row and one column")
    names = tuple(f"x{j}" for j in range(table.shape[1]))
    if table.dtype.kind in "iub":
        low, high = table.min(axis=0), table.max(axis=0)
        if int(high.max()) - int(low.min()) < 256:
            return _small(table, low, names)
    return _packed([_codes(column, name) for column, name in zip(table.T, names, strict=True)], names)


def frame_of(data: Any) -> nw.DataFrame[Any] | None:
    """A data frame of any library, or an object with `to_pandas`, such as a Table; None for others.

    >>> frame_of([[1, 2]]) is None
    True
    """
    frame = nw.from_native(data, pass_through=True, eager_only=True)
    if not isinstance(frame, nw.DataFrame) and hasattr(data, "to_pandas"):
        frame = nw.from_native(data.to_pandas(), pass_through=True, eager_only=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def _small(table: Array, low: Array, names: tuple[str, ...]) -> CodedColumns:
    """Codes of integers with a small range: differences from the minimum of their column."""
    codes = np.empty(table.shape[::-1], np.uint8)
    # Transposed in blocks of rows, which fit in the cache.
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
        codes, levels = pd.factorize(values)
    except TypeError as wrong:
        raise DataError(
            f"column {name!r} has unhashable values, such as lists; use one value per row"
        ) from wrong
    if len(levels) > MAX_LEVELS:
        raise DataError(
            f"column {name!r} has {len(levels):,} distinct values in {len(values):,} rows; at most "
            f"{MAX_LEVELS:,} are supported: discretize it first"
        )
    return np.where(codes < 0, len(levels), codes), len(levels)


def _packed(columns: list[tuple[Array, int]], names: tuple[str, ...]) -> CodedColumns:
    if not columns or len(columns[0][0]) == 0:
        raise DataError("the table has no rows or no columns; pass at least one of each")
    levels = np.array([n for _, n in columns], np.int32)
    for name, n in zip(names, levels, strict=True):
        if n == 0:
            raise DataError(f"column {name!r} has missing values only; drop it")
    kind = np.uint8 if levels.max() < 256 else np.uint16
    return CodedColumns(np.stack([codes for codes, _ in columns]).astype(kind), levels, names)
