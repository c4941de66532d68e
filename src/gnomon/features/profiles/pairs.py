"""Pairs of strongly associated columns, of any kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gnomon import seeds
from gnomon.data.column import Column
from gnomon.errors import DataError
from gnomon.features.association import TITLES, column_association

STRONG = 0.8
MAX_COLUMNS = 60
MAX_ROWS = 2_000
MAX_LEVELS = 50


@dataclass(frozen=True)
class ColumnPair:
    """Two columns and the measure of their association.

    >>> print(ColumnPair("age", "years", "rank_r", 0.98))
    age and years are associated (rank r 0.98)
    """

    first: str
    second: str
    measure: str
    value: float

    def __str__(self) -> str:
        return f"{self.first} and {self.second} are associated ({TITLES[self.measure]} {self.value:.2f})"


def column_pairs(columns: Sequence[Column], strong: float = STRONG) -> tuple[ColumnPair, ...]:
    """The pairs of columns with an absolute association of at least `strong`, the strongest first.

    Numeric columns are compared by rank correlation. Only the first 60 columns and a random sample of 2,000
    rows are compared; columns of more than 50 levels are associated with everything and are ignored.

    >>> from gnomon.data.column import column_of
    >>> few = [column_of("a", [1.0, 2.0, 3.0, 4.0]), column_of("b", [2.0, 4.0, 8.0, 16.0])]
    >>> [(each.first, each.second, round(each.value, 3)) for each in column_pairs(few)]
    [('a', 'b', 1.0)]
    """
    some = [each for each in columns if len(each.levels) <= MAX_LEVELS][:MAX_COLUMNS]
    if some and len(some[0].values) > MAX_ROWS:
        rows = np.sort(seeds.generator(0).choice(len(some[0].values), MAX_ROWS, replace=False))
        some = [replace(each, values=each.values[rows]) for each in some]
    pairs = [
        pair
        for index, one in enumerate(some)
        for other in some[index + 1 :]
        if (pair := _pair(one, other)) is not None and abs(pair.value) >= strong
    ]
    return tuple(sorted(pairs, key=lambda each: -round(abs(each.value), 9)))


def linked(pairs: Sequence[ColumnPair]) -> list[tuple[str, ...]]:
    """The connected components of the pairs: groups of columns, each in alphabetical order.

    >>> linked([ColumnPair("a", "b", "r", 0.9), ColumnPair("b", "c", "r", 0.9)])
    [('a', 'b', 'c')]
    """
    groups: list[set[str]] = []
    for pair in pairs:
        both = {pair.first, pair.second}
        connected = [each for each in groups if each & both]
        groups = [each for each in groups if not each & both] + [both.union(*connected)]
    return sorted(tuple(sorted(each)) for each in groups)


def _pair(one: Column, other: Column) -> ColumnPair | None:
    is_ranked = one.kind == other.kind == "quantitative"
    try:
        association = column_association(
            one, other, measure="rank_r" if is_ranked else "auto", n_permutations=0
        )
    except DataError:
        # The association is undefined for infinite values.
        return None
    if np.isnan(association.value):
        return None
    return ColumnPair(one.name, other.name, association.measure, association.value)
