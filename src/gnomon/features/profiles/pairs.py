"""Columns that go together: pairs whose association is strong, whatever their kinds."""

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
    age and years go together (rank r 0.98)
    """

    first: str
    second: str
    measure: str
    value: float

    def __str__(self) -> str:
        return f"{self.first} and {self.second} go together ({TITLES[self.measure]} {self.value:.2f})"


def column_pairs(columns: Sequence[Column], strong: float = STRONG) -> tuple[ColumnPair, ...]:
    """The pairs with an association of at least `strong` in size, the strongest first.

    Numbers are compared by their ranks. Of many columns the first sixty are compared, of many rows 2,000
    drawn at random; columns of more than fifty levels go with everything and are left out.

    >>> from gnomon.data.column import column_of
    >>> few = [column_of("a", [1.0, 2.0, 3.0, 4.0]), column_of("b", [2.0, 4.0, 8.0, 16.0])]
    >>> [(each.first, each.second, round(each.value, 3)) for each in column_pairs(few)]
    [('a', 'b', 1.0)]
    """
    some = [each for each in columns if len(each.levels) <= MAX_LEVELS][:MAX_COLUMNS]
    if some and len(some[0].values) > MAX_ROWS:
        rows = np.sort(seeds.generator(0).choice(len(some[0].values), MAX_ROWS, replace=False))
        some = [replace(each, values=each.values[rows]) for each in some]
    found = [
        pair
        for place, one in enumerate(some)
        for other in some[place + 1 :]
        if (pair := _pair(one, other)) is not None and abs(pair.value) >= strong
    ]
    return tuple(sorted(found, key=lambda each: -round(abs(each.value), 9)))


def linked(pairs: Sequence[ColumnPair]) -> list[tuple[str, ...]]:
    """The groups of columns that chains of pairs join, each in order of the alphabet.

    >>> linked([ColumnPair("a", "b", "r", 0.9), ColumnPair("b", "c", "r", 0.9)])
    [('a', 'b', 'c')]
    """
    groups: list[set[str]] = []
    for pair in pairs:
        both = {pair.first, pair.second}
        touched = [each for each in groups if each & both]
        groups = [each for each in groups if not each & both] + [both.union(*touched)]
    return sorted(tuple(sorted(each)) for each in groups)


def _pair(one: Column, other: Column) -> ColumnPair | None:
    is_ranked = one.kind == other.kind == "quantitative"
    try:
        found = column_association(one, other, measure="rank_r" if is_ranked else "auto", n_permutations=0)
    except DataError:
        # Infinite values have no association.
        return None
    return None if np.isnan(found.value) else ColumnPair(one.name, other.name, found.measure, found.value)
