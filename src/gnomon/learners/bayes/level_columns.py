"""Categorical columns: their categories and counts, and the encoding of new values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError
from gnomon.sharing.counts import Counts, as_codes, distinct_values


@dataclass(frozen=True)
class LevelColumns:
    """For each column its categories, in order, and their counts (categories x classes).

    >>> from gnomon.sharing.labels import Labels
    >>> counts = Counts.of_values(np.array([[0], [2]]), Labels.of(["a", "b"]))
    >>> LevelColumns.of(counts).levels
    (array([0, 1, 2]),)
    """

    levels: tuple[Array, ...]
    counts: tuple[Floats, ...]

    @classmethod
    def of(cls, seen: Counts, min_categories: Any = None, owner: str = "CategoricalNB") -> LevelColumns:
        """Categories of positive weight; nonnegative integers: 0 to the largest, at least min_categories."""
        minimum = _min_categories(min_categories, len(seen.tables), owner)
        columns = [_column(*each) for each in zip(seen.tables, seen.levels, minimum, strict=True)]
        return cls(tuple(levels for levels, _ in columns), tuple(counts for _, counts in columns))

    def coded(self, X: Array) -> Array:
        """Encode the rows as codes; an unknown value gets an invalid code."""
        numbers = as_codes(X)
        if numbers is not None and all(_are_codes(levels) for levels in self.levels):
            return numbers
        table = np.full(X.shape, -1, dtype=np.int64)
        for j, levels in enumerate(self.levels):
            values, codes = distinct_values(X[:, j], j)
            table[:, j] = np.append(_indices(values, levels), -1)[codes]
        return table

    def values(self, codes: Array) -> Array:
        """Decode the codes to values."""
        columns = [levels[codes[:, j]] for j, levels in enumerate(self.levels)]
        kinds = {levels.dtype.kind in "US" for levels in self.levels}
        table = np.empty(codes.shape, dtype=object if len(kinds) > 1 else np.result_type(*columns))
        for j, column in enumerate(columns):
            table[:, j] = column
        return table


def _column(table: Floats, levels: Array | None, min_categories: int) -> tuple[Array, Floats]:
    values = np.arange(len(table)) if levels is None else levels
    seen = table.sum(axis=1) > 0
    values, table = values[seen], table[seen]
    if not _are_small_integers(values) or (len(values) == 0 and min_categories == 0):
        return values, table
    n_levels = max(int(values[-1]) + 1 if len(values) else 0, min_categories)
    full = np.zeros((n_levels, table.shape[1]))
    full[values.astype(np.int64)] = table
    return np.arange(n_levels), full


def _are_small_integers(values: Array) -> bool:
    """Whether values are nonnegative integers, small enough for a table of all up to the largest."""
    if values.dtype.kind not in "biuf":
        return False
    return len(values) == 0 or bool(
        values[0] >= 0 and values[-1] < 2**20 and (values == np.floor(values.astype(np.float64))).all()
    )


def _are_codes(levels: Array) -> bool:
    return levels.dtype.kind == "i" and (
        len(levels) == 0 or (levels[0] == 0 and levels[-1] == len(levels) - 1)
    )


def _indices(values: Array, levels: Array) -> Array:
    if len(levels) == 0 or len(values) == 0 or (levels.dtype.kind in "US") != (values.dtype.kind in "US"):
        return np.full(len(values), -1)
    index = np.minimum(np.searchsorted(levels, values), len(levels) - 1)
    return np.where(levels[index] == values, index, -1)


def _min_categories(min_categories: Any, n_columns: int, owner: str) -> list[int]:
    if min_categories is None:
        return [0] * n_columns
    minimum = np.asarray(min_categories)
    if minimum.dtype.kind not in "iu" or minimum.ndim > 1 or (minimum.ndim and minimum.shape != (n_columns,)):
        raise ParameterError(
            f"{owner}(min_categories={min_categories!r}): min_categories must be an integer, one for each of "
            f"the {n_columns} columns, or None"
        )
    return np.broadcast_to(minimum, n_columns).tolist()
