"""Columns as small integer codes for filters of counts: categories, and numbers in equal-frequency bins.

A numeric column with few distinct values uses them as levels; others are discretized into bins of about equal
weight. A missing value is a separate level, as missingness may be informative.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataWarning

MAX_LEVELS = 256
BATCH_CELLS = 2**24


@dataclass(frozen=True)
class CutPoints:
    """Cut points of a column: the code of a value is the number of cuts below it; missing values are last.

    is_crowded: a category with more levels than codes.
    """

    values: Floats
    has_missing: bool
    is_crowded: bool = False

    @property
    def n_levels(self) -> int:
        """Number of codes."""
        return len(self.values) + 1 + self.has_missing


def code_columns(
    X: Array, n_bins: int, is_category: Flags, weight: Floats | None = None
) -> tuple[Array, int]:
    """Codes uint8 (rows, columns), and an exclusive upper bound of the codes.

    >>> codes, n_levels = code_columns(np.array([[0.5], [1.5], [2.5], [3.5]]), 2, np.array([False]))
    >>> codes.ravel().tolist(), n_levels
    ([0, 0, 1, 1], 2)
    """
    codes, fits, n_levels = _unchanged_codes(X, n_bins)
    for columns in _batches(np.flatnonzero(~fits), len(X)):
        table = np.ascontiguousarray(X[:, columns], dtype=np.float64)
        codes[:, columns], n_cut_levels = _cut_codes(table, n_bins, is_category[columns], weight)
        n_levels = max(n_levels, n_cut_levels)
    return codes, n_levels


def equal_frequency(ordered: Floats, n_bins: int, weight: Floats | None = None) -> Floats:
    """Equal-frequency cut points: the b-th is the smallest value with weight b / n_bins at or below it.

    ordered: the values, ascending. weight: in the same order. Equal values share a bin, so there may be fewer
    cuts than n_bins - 1. A value equal to a cut belongs below it.

    >>> equal_frequency(np.array([1.0, 2.0, 3.0, 4.0]), 2)
    array([2.])
    """
    below = np.arange(1, len(ordered) + 1) if weight is None else np.cumsum(weight)
    index = np.searchsorted(below * n_bins, np.arange(1, n_bins) * below[-1])
    cuts = np.unique(ordered[np.minimum(index, len(ordered) - 1)])
    return cuts[cuts < ordered[-1]]


def _unchanged_codes(X: Array, n_bins: int) -> tuple[Array, Flags, int]:
    """Columns of integers below n_bins as codes, the mask of these columns, and the number of levels."""
    if X.dtype in (np.uint8, np.bool_):
        codes = np.ascontiguousarray(X).view(np.uint8)
        # The maximum of the whole table is faster than that of each column, and usually sufficient.
        highest = int(codes.max(initial=0))
        if highest < n_bins:
            return codes, np.full(X.shape[1], True), highest + 1
        fits = codes.max(axis=0, initial=0) < n_bins
        return np.where(fits, codes, np.uint8(0)), fits, n_bins
    known = X.dtype in (np.float64, np.float32, np.int64, np.int32)
    table = np.ascontiguousarray(X, dtype=X.dtype if known else np.float64)
    codes, fits = native.small_codes(table, n_bins, threads.count())
    codes[:, fits == 0] = 0
    return codes, fits > 0, int(codes.max(initial=0)) + 1


def _batches(columns: Integers, n_rows: int) -> list[Integers]:
    """Batches of columns, so that the copies made by sorting are small."""
    parts = np.array_split(columns, len(columns) * n_rows // BATCH_CELLS + 1)
    return [part for part in parts if len(part)]


def _cut_codes(X: Floats, n_bins: int, is_category: Flags, weight: Floats | None) -> tuple[Array, int]:
    missing = np.isnan(X)
    ordered, order = native.sort_columns(np.where(missing, np.inf, X), threads.count())
    present = len(X) - missing.sum(axis=0)
    cuts = []
    for column, n_present in enumerate(present):
        w = None if weight is None else weight[order[column, :n_present]]
        has_missing = bool(n_present < len(X))
        cuts.append(_cuts(ordered[column, :n_present], n_bins, bool(is_category[column]), w, has_missing))
    codes = native.cut_codes(X, _padded(cuts), _missing_codes(cuts), threads.count())
    crowded = [column for column, each in enumerate(cuts) if each.is_crowded]
    for column in crowded:
        codes[:, column] = _frequent_level_codes(X[:, column], weight)
    return codes, MAX_LEVELS if crowded else max(each.n_levels for each in cuts)


def _cuts(
    ordered: Floats, n_bins: int, is_category: bool, weight: Floats | None, has_missing: bool
) -> CutPoints:
    """A cut at every level of a category, or of numbers of at most n_bins distinct values; else quantiles."""
    if len(ordered) == 0:
        return CutPoints(np.empty(0), has_missing)
    max_levels = MAX_LEVELS - 1 if is_category else n_bins
    levels = [ordered[0]]
    while levels[-1] < ordered[-1] and len(levels) <= max_levels:
        levels.append(ordered[np.searchsorted(ordered, levels[-1], side="right")])
    if len(levels) <= max_levels:
        return CutPoints(np.array(levels[:-1]), has_missing)
    return CutPoints(equal_frequency(ordered, n_bins, weight), has_missing, is_crowded=is_category)


def _padded(cuts: list[CutPoints]) -> Floats:
    """Cuts padded to the same number per column, one less than a power of two, for binary search."""
    longest = max(len(each.values) for each in cuts)
    width = 2 ** int(longest).bit_length() - 1
    table = np.full((len(cuts), width), np.inf)
    for row, each in zip(table, cuts, strict=True):
        row[: len(each.values)] = each.values
    return table


def _missing_codes(cuts: list[CutPoints]) -> Array:
    return np.array([len(each.values) + 1 for each in cuts], dtype=np.uint8)


def _frequent_level_codes(column: Floats, weight: Floats | None) -> Array:
    """Codes of a category with very many levels: the 254 most frequent, all others merged, and missing."""
    levels, codes = np.unique(column, return_inverse=True)
    n_known = len(levels) - int(np.isnan(levels[-1]))
    count = np.bincount(codes, weight, minlength=len(levels))[:n_known]
    code_of = np.full(len(levels), MAX_LEVELS - 2, dtype=np.uint8)
    code_of[np.argsort(-count, kind="stable")[: MAX_LEVELS - 2]] = np.arange(MAX_LEVELS - 2)
    code_of[n_known:] = MAX_LEVELS - 1
    warnings.warn(
        f"a category has {n_known} levels; the {MAX_LEVELS - 2} most frequent are used and the others "
        "are merged; drop it if it is an identifier, or group its levels first (GroupLevels)",
        DataWarning,
        stacklevel=2,
    )
    return code_of[codes]
