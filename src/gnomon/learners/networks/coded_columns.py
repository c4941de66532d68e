"""Discretized columns of a classifier: categories as levels, numbers in equal-frequency bins.

Levels and cut points come from the training rows only. Missing values and unseen levels have the code -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.learners.networks.coding import Codes
from gnomon.sharing.categories import Categories


@dataclass(frozen=True)
class CodedColumns:
    """Discretization of each column: cut points and the range of each bin, or the category levels.

    >>> columns = CodedColumns.of(np.array([[1.0], [2.0], [5.0], [9.0]]), ["size"], None, None, 2)
    >>> columns.levels
    (('<= 3.5', '> 3.5'),)
    >>> columns.codes(np.array([[3.0], [4.0], [np.nan]])).tolist()
    [[0], [1], [-1]]
    """

    names: tuple[str, ...]
    cuts: tuple[Floats | None, ...]
    ranges: tuple[Floats | None, ...]
    category_codes: tuple[Array | None, ...]
    levels: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(
        cls,
        X: Floats,
        names: Sequence[str],
        categories: Categories | None,
        weight: Floats | None,
        n_bins: int,
    ) -> CodedColumns:
        """Learn cut points and levels from these rows, whose categories are integer codes."""
        columns = [
            _categorical(X[:, index], categories.levels[index])
            if categories is not None and categories.mask[index]
            else _numeric(X[:, index], weight, n_bins)
            for index in range(X.shape[1])
        ]
        return cls(tuple(names), *(tuple(part) for part in zip(*columns, strict=True)))

    def codes(self, X: Floats) -> Codes:
        """The rows as codes of levels; -1 for missing values and unseen levels.

        A missing value of a column with one level has that level.
        """
        codes = np.full(X.shape, -1, dtype=np.int32)
        for index, (cuts, categories) in enumerate(zip(self.cuts, self.category_codes, strict=True)):
            if len(self.levels[index]) == 1:
                codes[:, index] = 0
                continue
            column = X[:, index]
            known = ~np.isnan(column)
            if cuts is not None:
                codes[known, index] = np.searchsorted(cuts, column[known])
            elif categories is not None:
                code = np.minimum(np.searchsorted(categories, column[known]), len(categories) - 1)
                codes[known, index] = np.where(categories[code] == column[known], code, -1)
        return codes

    def sample(self, codes: Codes, random: np.random.Generator) -> Any:
        """Sample rows with these levels; a data frame if there are categories.

        A number is uniform between the smallest and the largest training value of its bin.

        >>> columns = CodedColumns.of(np.array([[1.0], [2.0], [5.0], [9.0]]), ["size"], None, None, 2)
        >>> float(columns.sample(np.array([[1]], np.int32), np.random.default_rng(0))[0, 0].round(2))
        7.55
        """
        columns: list[Any] = []
        for index, (cuts, ranges) in enumerate(zip(self.cuts, self.ranges, strict=True)):
            if cuts is None or ranges is None:
                columns.append([self.levels[index][code] for code in codes[:, index]])
            else:
                low, high = ranges[codes[:, index]].T
                share = random.random(len(codes))
                columns.append(low * (1 - share) + high * share)
        if all(cuts is not None for cuts in self.cuts):
            return np.column_stack(columns)
        import pandas

        return pandas.DataFrame(dict(zip(self.names, columns, strict=True)))


def equal_frequency_cuts(values: Floats, weight: Floats | None, n_bins: int) -> Floats:
    """Equal-frequency cut points (quantile binning), midway between adjacent values.

    >>> equal_frequency_cuts(np.array([1.0, 1.0, 1.0, 2.0, 3.0, 4.0]), None, 3)
    array([1.5, 2.5])
    """
    distinct, index = np.unique(values, return_inverse=True)
    total = np.bincount(index, weight, minlength=len(distinct))
    below = np.cumsum(total)[:-1]
    if len(below) == 0:
        return np.empty(0)
    # The last value of a bin is the first at which the cumulative weight reaches its quantile.
    total_weight = below[-1] + total[-1]
    quantiles = np.arange(1, n_bins) / n_bins * total_weight - 1e-9 * total_weight
    last = np.unique(np.searchsorted(below, quantiles))
    last = last[last < len(below)]
    low, high = distinct[last], distinct[last + 1]
    middle = low / 2 + high / 2
    return np.where(middle < high, middle, low)


def _numeric(column: Floats, weight: Floats | None, n_bins: int) -> tuple[Any, ...]:
    known = ~np.isnan(column)
    cuts = equal_frequency_cuts(column[known], None if weight is None else weight[known], n_bins)
    return cuts, _bin_ranges(cuts, column[known]), None, _bin_labels(cuts)


def _bin_ranges(cuts: Floats, values: Floats) -> Floats:
    """The smallest and largest value of each bin; no bin is empty unless there is no value."""
    if len(values) == 0:
        return np.zeros((1, 2))
    ordered = np.sort(values)
    after = np.searchsorted(ordered, cuts, side="right")
    return np.column_stack([ordered[[0, *after]], ordered[[*(after - 1), -1]]])


def _categorical(column: Floats, values: Array | None) -> tuple[Any, ...]:
    codes = np.unique(column[~np.isnan(column)])
    levels = [] if values is None else values[codes.astype(np.int64)].tolist()
    return None, None, codes, tuple(levels) or ("any",)


def _bin_labels(cuts: Floats) -> tuple[str, ...]:
    """The bins as text, with enough digits to distinguish the cut points."""
    if len(cuts) == 0:
        return ("any",)
    digits = next((d for d in range(4, 18) if len({f"{cut:.{d}g}" for cut in cuts}) == len(cuts)), 18)
    words = [f"{cut:.{digits}g}" for cut in cuts]
    middle = [f"{low} to {high}" for low, high in pairwise(words)]
    return (f"<= {words[0]}", *middle, f"> {words[-1]}")
