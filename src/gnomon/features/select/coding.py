"""Columns as small codes, for filters that count: categories as they are, numbers cut at equal frequencies.

A column of numbers with few different values keeps them as levels; one with more is cut into bins that hold
about the same weight of rows. A missing value is a level of its own: that it is missing may tell something.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataWarning

MOST_LEVELS = 256
CELLS_SORTED_TOGETHER = 2**24


@dataclass(frozen=True)
class Cuts:
    """Where a column is cut: code u is above u of the values, missing values come last.

    is_crowded: a category whose levels are more than codes, so that it cannot be cut at each.
    """

    values: Floats
    has_missing: bool
    is_crowded: bool = False

    @property
    def n_levels(self) -> int:
        """How many codes there are."""
        return len(self.values) + 1 + self.has_missing


def code_columns(
    X: Array, n_bins: int, is_category: Flags, weight: Floats | None = None
) -> tuple[Array, int]:
    """Codes uint8 (rows, columns), and a number of levels that none reaches.

    >>> codes, n_levels = code_columns(np.array([[0.5], [1.5], [2.5], [3.5]]), 2, np.array([False]))
    >>> codes.ravel().tolist(), n_levels
    ([0, 0, 1, 1], 2)
    """
    codes, fits, n_levels = _as_they_are(X, n_bins)
    for columns in _batches(np.flatnonzero(~fits), len(X)):
        table = np.ascontiguousarray(X[:, columns], dtype=np.float64)
        codes[:, columns], most = _cut_codes(table, n_bins, is_category[columns], weight)
        n_levels = max(n_levels, most)
    return codes, n_levels


def equal_frequency(ordered: Floats, n_bins: int, weight: Floats | None = None) -> Floats:
    """Cuts between bins of equal weight: b = 1, 2, ... of them end at the least value with b / n_bins below.

    ordered: the values, ascending. weight: in the same order. Equal values are never parted, so there may be
    fewer cuts than n_bins - 1. A value at a cut is below it.

    >>> equal_frequency(np.array([1.0, 2.0, 3.0, 4.0]), 2)
    array([2.])
    """
    below = np.arange(1, len(ordered) + 1) if weight is None else np.cumsum(weight)
    place = np.searchsorted(below * n_bins, np.arange(1, n_bins) * below[-1])
    cuts = np.unique(ordered[np.minimum(place, len(ordered) - 1)])
    return cuts[cuts < ordered[-1]]


def _as_they_are(X: Array, n_bins: int) -> tuple[Array, Flags, int]:
    """Columns of whole numbers below n_bins as their own codes, which these are, and their levels."""
    if X.dtype in (np.uint8, np.bool_):
        codes = np.ascontiguousarray(X).view(np.uint8)
        # One number for the whole table is found faster than one for each column, and mostly is enough.
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
    """Columns in groups, so that the copies that sorting makes stay small."""
    parts = np.array_split(columns, len(columns) * n_rows // CELLS_SORTED_TOGETHER + 1)
    return [part for part in parts if len(part)]


def _cut_codes(X: Floats, n_bins: int, is_category: Flags, weight: Floats | None) -> tuple[Array, int]:
    missing = np.isnan(X)
    ordered, places = native.sort_columns(np.where(missing, np.inf, X), threads.count())
    present = len(X) - missing.sum(axis=0)
    cuts = []
    for column, n_present in enumerate(present):
        w = None if weight is None else weight[places[column, :n_present]]
        has_missing = bool(n_present < len(X))
        cuts.append(_cuts(ordered[column, :n_present], n_bins, bool(is_category[column]), w, has_missing))
    codes = native.cut_codes(X, _padded(cuts), _missing_codes(cuts), threads.count())
    crowded = [column for column, each in enumerate(cuts) if each.is_crowded]
    for column in crowded:
        codes[:, column] = _commonest(X[:, column], weight)
    return codes, MOST_LEVELS if crowded else max(each.n_levels for each in cuts)


def _cuts(ordered: Floats, n_bins: int, is_category: bool, weight: Floats | None, has_missing: bool) -> Cuts:
    """At every value of a category, and of numbers if there are at most n_bins; else at equal frequencies."""
    if len(ordered) == 0:
        return Cuts(np.empty(0), has_missing)
    most = MOST_LEVELS - 1 if is_category else n_bins
    levels = [ordered[0]]
    while levels[-1] < ordered[-1] and len(levels) <= most:
        levels.append(ordered[np.searchsorted(ordered, levels[-1], side="right")])
    if len(levels) <= most:
        return Cuts(np.array(levels[:-1]), has_missing)
    return Cuts(equal_frequency(ordered, n_bins, weight), has_missing, is_crowded=is_category)


def _padded(cuts: list[Cuts]) -> Floats:
    """As many cuts for each column, one less than a power of two, as the kernel halves them."""
    longest = max(len(each.values) for each in cuts)
    width = 2 ** int(longest).bit_length() - 1
    table = np.full((len(cuts), width), np.inf)
    for row, each in zip(table, cuts, strict=True):
        row[: len(each.values)] = each.values
    return table


def _missing_codes(cuts: list[Cuts]) -> Array:
    return np.array([len(each.values) + 1 for each in cuts], dtype=np.uint8)


def _commonest(column: Floats, weight: Floats | None) -> Array:
    """Codes of a category with very many levels: the commonest 254, all others together, missing ones."""
    levels, codes = np.unique(column, return_inverse=True)
    n_known = len(levels) - int(np.isnan(levels[-1]))
    count = np.bincount(codes, weight, minlength=len(levels))[:n_known]
    code_of = np.full(len(levels), MOST_LEVELS - 2, dtype=np.uint8)
    code_of[np.argsort(-count, kind="stable")[: MOST_LEVELS - 2]] = np.arange(MOST_LEVELS - 2)
    code_of[n_known:] = MOST_LEVELS - 1
    warnings.warn(
        f"a category has {n_known} levels, of which the {MOST_LEVELS - 2} commonest are kept and the others "
        "count as one; an identifier of rows tells nothing, so drop it, or group its levels first",
        DataWarning,
        stacklevel=2,
    )
    return code_of[codes]
