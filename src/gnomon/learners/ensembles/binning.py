"""Binned (histogram) columns of forests and gradient boosting: each value becomes a small integer code.

A column of few distinct values is cut between each two of them, without loss; one of many is cut at the
quantiles of the training rows alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.sharing.mixed_table import dense_rows, examples_of
from gnomon.sharing.prepared import take
from gnomon.sharing.row_weights import in_rows

MAX_BINS = 255
MAX_WIDE_BINS = 4095
# Bits of a target that distinguish rows.
STEPS_OF_TARGET = 32
MAX_CATEGORIES = 254
# In a column of many categories, rare ones share a bin, as their effects would be noise.
MANY_LEVELS = 32
MIN_ROWS_PER_LEVEL = 10


@dataclass(frozen=True)
class Bins:
    """The cut points of the columns, which map each value to a bin.

    cuts, begin: the cuts of all columns, concatenated, and the offset of each column. tops: the largest value
    in each bin. is_wide: whether codes take two bytes. bin_of_level: of a categorical column, the bin of each
    level (of many levels, the rarest share one); else None. is_exact: whether no two distinct values share a
    bin.

    >>> import numpy as np
    >>> bins = Bins.of(np.array([[1.0], [2.0], [4.0]]), None, np.array([False]))
    >>> bins.cuts, bins.codes(np.array([[0.0], [3.5], [np.nan]])).ravel().tolist()
    (array([1.5, 3. ]), [0, 2, 4095])
    """

    cuts: Floats
    begin: Integers
    tops: Floats
    is_category: Flags
    is_wide: bool
    bin_of_level: tuple[Array | None, ...]
    is_exact: bool

    @classmethod
    def of(
        cls,
        X: Floats,
        weight: Floats | None,
        is_category: Flags,
        max_bins: int = MAX_BINS,
        *,
        wide: bool = True,
    ) -> Bins:
        """Cuts for these rows; wide: whether small data may have more bins, to be exact."""
        is_wide = wide and max_bins == MAX_BINS and len(X) <= MAX_WIDE_BINS
        n_bins = MAX_WIDE_BINS if is_wide else max_bins
        levels = tuple(
            _bin_of_level(X[:, column], weight) if flag else None for column, flag in enumerate(is_category)
        )
        numbers = _with_levels(X, levels)
        cuts, begin, tops = native.forest_cuts(numbers, weight, n_bins, threads.count())
        is_exact = is_wide or bool((np.diff(begin) < n_bins - 1).all())
        return cls(cuts, begin, tops, is_category, is_wide, levels, is_exact)

    def codes(self, X: Floats) -> Array:
        """The bin of every value; a missing value, or an unknown level, has the largest code."""
        code = native.forest_wide_codes if self.is_wide else native.forest_codes
        return code(_with_levels(X, self.bin_of_level), (self.cuts, self.begin), threads.count())

    @property
    def n_bins(self) -> Integers:
        """The number of bins of each column."""
        return np.diff(self.begin) + 1

    def thresholds(self, feature: Array, code: Array) -> Floats:
        """The upper edge of bins, by column and code; infinity for the last bin."""
        index = self.begin[feature] + code
        inside = code < self.n_bins[feature] - 1
        padded = np.append(self.cuts, np.inf)
        return np.where(inside, padded[np.where(inside, index, len(self.cuts))], np.inf)


class Binned:
    """Rows that are binned by the first fit, and then shared by all fits on them.

    X: features, dense or sparse; y: targets; given: sample weights, or None. lines: (columns, lines) the
    coefficients of linear combinations of columns, which are appended to the columns.

    >>> import numpy as np
    >>> data = Binned(np.array([[1.0], [2.0], [4.0]]), np.zeros(3), None, np.array([False]), wide=False)
    >>> data.rows(np.array([0, 2])).codes.ravel().tolist()
    [0, 1]
    """

    exact = False

    def __init__(
        self,
        X: Any,
        y: Any,
        weight: Floats | None,
        is_category: Flags,
        *,
        wide: bool = True,
        max_bins: int = MAX_BINS,
        lines: Floats | None = None,
    ) -> None:
        self.X, self.y, self.sample_weight = X, y, weight
        self.is_category = is_category
        self.wide, self.max_bins, self.lines = wide, max_bins, lines

    def rows(self, index: Integers) -> Binned:
        """These rows only, to be binned anew: bins of all rows would leak the held-out rows."""
        weight = None if self.sample_weight is None else self.sample_weight[index]
        X, y = take(self.X, index), self.y[index]
        return Binned(
            X, y, weight, self.is_category, wide=self.wide, max_bins=self.max_bins, lines=self.lines
        )

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return examples_of(self.X, index)

    def __len__(self) -> int:
        return int(self.X.shape[0])

    @cached_property
    def weight(self) -> Floats | None:
        """The sample weights; None for unit weights."""
        return in_rows(self.sample_weight)

    @cached_property
    def bins(self) -> Bins:
        """The cuts for these rows."""
        return Bins.of(self._dense, self.weight, self.is_category, self.max_bins, wide=self.wide)

    @cached_property
    def codes(self) -> Array:
        """The bin of every value."""
        return self.bins.codes(self._dense)

    @property
    def tops(self) -> tuple[Floats, Integers]:
        """The largest value in each bin, and the offset of each column."""
        return self.bins.tops, self.bins.begin + np.arange(len(self.bins.begin))

    @cached_property
    def boost_table(self) -> native.BinnedTable:
        """The codes in the form of the gradient boosting kernel."""
        flags = self.is_category.astype(np.uint8)
        return native.BinnedTable(self.codes, self.bins.n_bins.astype(np.int32), flags)

    def content(self, targets: Array) -> Array:
        """A hash of each row (codes and target)."""
        values = np.asarray(targets, dtype=np.float64)
        # Rounded to a power of two, so that the last bit of a computed target changes no hash; 1.37 keeps the
        # largest one off the powers.
        exponent = np.frexp(1.37 * np.abs(values).max(initial=0.0))[1]
        steps = np.rint(np.ldexp(values, STEPS_OF_TARGET - exponent)).astype(np.int64)
        return _hashed(self.codes, steps.view(np.uint64))

    @property
    def _dense(self) -> Floats:
        return with_lines(dense_rows(self.X, "binning"), self.lines)


def with_lines(X: Floats, lines: Floats | None) -> Floats:
    """The columns, followed by their linear combinations with coefficients lines (columns, lines).

    >>> import numpy as np
    >>> with_lines(np.array([[1.0, 2.0]]), np.array([[1.0], [-1.0]]))
    array([[ 1.,  2., -1.]])
    """
    if lines is None:
        return X
    # Unused columns may hold NaN, and NaN times 0 is NaN.
    return np.column_stack([X, np.where(lines.any(axis=1), X, 0.0) @ lines])


def _bin_of_level(column: Floats, weight: Floats | None) -> Array:
    """Bins for the levels of a column, most frequent first; surplus or rare levels share the last."""
    present = ~np.isnan(column)
    levels = column[present].astype(np.int64)
    mass = np.bincount(levels, None if weight is None else weight[present])
    seen = np.flatnonzero(mass > 0)
    ranked = seen[np.argsort(-mass[seen], kind="stable")]
    bins = np.full(len(mass), -1, dtype=np.int64)
    n_own = MAX_CATEGORIES - 1
    if len(ranked) > MANY_LEVELS:
        n_own = min(n_own, int((mass >= MIN_ROWS_PER_LEVEL).sum()))
    bins[ranked] = np.minimum(np.arange(len(ranked)), n_own)
    return bins


def _with_levels(X: Floats, bin_of_level: tuple[Array | None, ...]) -> Floats:
    """Levels replaced by their bins; NaN for an unknown level."""
    if all(bins is None for bins in bin_of_level):
        return X
    X = X.copy()
    for column, bins in enumerate(bin_of_level):
        if bins is not None:
            X[:, column] = _binned_levels(X[:, column], bins)
    return X


def _binned_levels(column: Floats, bins: Array) -> Floats:
    padded = np.append(bins, -1)
    known = np.where(np.isnan(column), len(bins), np.minimum(column, len(bins))).astype(np.int64)
    bin_of_row = padded[known].astype(np.float64)
    return np.where(bin_of_row < 0, np.nan, bin_of_row)


def _hashed(codes: Array, own: Array) -> Array:
    n_rows, width = codes.shape[0], codes.shape[1] * codes.itemsize
    words = np.zeros((n_rows, -(-width // 8) * 8), dtype=np.uint8)
    words[:, :width] = np.ascontiguousarray(codes).view(np.uint8).reshape(n_rows, width)
    odd = np.random.default_rng(0).integers(2**63, size=words.shape[1] // 8 + 1, dtype=np.uint64) * 2 + 1
    total = _mixed(own, odd[-1])
    for number, column in enumerate(words.view(np.uint64).T):
        total = _mixed(total ^ column, odd[number])
    return total


def _mixed(word: Array, odd: np.uint64) -> Array:
    """A mixing step in which every bit affects every high bit of the result (Steele, Lea & Flood 2014)."""
    word = (word ^ (word >> np.uint64(32))) * odd
    return word ^ (word >> np.uint64(29))
