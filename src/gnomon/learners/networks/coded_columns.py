"""Columns as levels, for a classifier: categories as they are, numbers cut into bins of equal frequency.

Levels and cuts come from the training rows alone. A value that is missing, or a level that they had not, has
the code -1.
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
    """For each column the cuts between its bins and the least and greatest value of each, or its levels.

    >>> columns = CodedColumns.of(np.array([[1.0], [2.0], [5.0], [9.0]]), ["size"], None, None, 2)
    >>> columns.levels
    (('<= 3.5', '> 3.5'),)
    >>> columns.codes(np.array([[3.0], [4.0], [np.nan]])).tolist()
    [[0], [1], [-1]]
    """

    names: tuple[str, ...]
    cuts: tuple[Floats | None, ...]
    ends: tuple[Floats | None, ...]
    kept: tuple[Array | None, ...]
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
        """Cuts and levels of these rows, whose categories are codes already."""
        found = [
            _category(X[:, place], categories.levels[place])
            if categories is not None and categories.mask[place]
            else _number(X[:, place], weight, n_bins)
            for place in range(X.shape[1])
        ]
        return cls(tuple(names), *(tuple(part) for part in zip(*found, strict=True)))

    def codes(self, X: Floats) -> Codes:
        """The rows as places of levels; -1 where a value is missing or was never seen.

        A column of one level is certain, so that its missing values are known.
        """
        codes = np.full(X.shape, -1, dtype=np.int32)
        for place, (cuts, kept) in enumerate(zip(self.cuts, self.kept, strict=True)):
            if len(self.levels[place]) == 1:
                codes[:, place] = 0
                continue
            column = X[:, place]
            known = ~np.isnan(column)
            if cuts is not None:
                codes[known, place] = np.searchsorted(cuts, column[known])
            elif kept is not None:
                at = np.minimum(np.searchsorted(kept, column[known]), len(kept) - 1)
                codes[known, place] = np.where(kept[at] == column[known], at, -1)
        return codes

    def drawn(self, codes: Codes, random: np.random.Generator) -> Any:
        """Rows with these levels; a frame where there are categories.

        A number is drawn evenly between the least and the greatest training value of its bin.

        >>> columns = CodedColumns.of(np.array([[1.0], [2.0], [5.0], [9.0]]), ["size"], None, None, 2)
        >>> float(columns.drawn(np.array([[1]], np.int32), np.random.default_rng(0))[0, 0].round(2))
        7.55
        """
        columns: list[Any] = []
        for place, (cuts, ends) in enumerate(zip(self.cuts, self.ends, strict=True)):
            if cuts is None or ends is None:
                columns.append([self.levels[place][code] for code in codes[:, place]])
            else:
                low, high = ends[codes[:, place]].T
                share = random.random(len(codes))
                columns.append(low * (1 - share) + high * share)
        if all(cuts is not None for cuts in self.cuts):
            return np.column_stack(columns)
        import pandas

        return pandas.DataFrame(dict(zip(self.names, columns, strict=True)))


def equal_frequency_cuts(values: Floats, weight: Floats | None, n_bins: int) -> Floats:
    """Cuts in the middle between two values, that part the weight as evenly as equal values allow.

    >>> equal_frequency_cuts(np.array([1.0, 1.0, 1.0, 2.0, 3.0, 4.0]), None, 3)
    array([1.5, 2.5])
    """
    distinct, place = np.unique(values, return_inverse=True)
    total = np.bincount(place, weight, minlength=len(distinct))
    below = np.cumsum(total)[:-1]
    if len(below) == 0:
        return np.empty(0)
    # The last value of a bin is the first at which its share of the weight is reached, but for rounding.
    shares = below[-1] + total[-1]
    wanted = np.arange(1, n_bins) / n_bins * shares - 1e-9 * shares
    last = np.unique(np.searchsorted(below, wanted))
    last = last[last < len(below)]
    low, high = distinct[last], distinct[last + 1]
    middle = low / 2 + high / 2
    return np.where(middle < high, middle, low)


def _number(column: Floats, weight: Floats | None, n_bins: int) -> tuple[Any, ...]:
    known = ~np.isnan(column)
    cuts = equal_frequency_cuts(column[known], None if weight is None else weight[known], n_bins)
    return cuts, _ends(cuts, column[known]), None, _bins_in_words(cuts)


def _ends(cuts: Floats, values: Floats) -> Floats:
    """The least and the greatest value of each bin; none is empty, but where there is no value at all."""
    if len(values) == 0:
        return np.zeros((1, 2))
    ordered = np.sort(values)
    after = np.searchsorted(ordered, cuts, side="right")
    return np.column_stack([ordered[[0, *after]], ordered[[*(after - 1), -1]]])


def _category(column: Floats, values: Array | None) -> tuple[Any, ...]:
    kept = np.unique(column[~np.isnan(column)])
    levels = [] if values is None else values[kept.astype(np.int64)].tolist()
    return None, None, kept, tuple(levels) or ("any",)


def _bins_in_words(cuts: Floats) -> tuple[str, ...]:
    """The bins as text, with as many digits as tell the cuts apart."""
    if len(cuts) == 0:
        return ("any",)
    digits = next((d for d in range(4, 18) if len({f"{cut:.{d}g}" for cut in cuts}) == len(cuts)), 18)
    words = [f"{cut:.{digits}g}" for cut in cuts]
    middle = [f"{low} to {high}" for low, high in pairwise(words)]
    return (f"<= {words[0]}", *middle, f"> {words[-1]}")
