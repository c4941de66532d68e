"""A number that is the sum or the difference of two columns in most rows, if not in all.

In tables typed in manually a total has slips, and a rule has exceptions (a drawn game is neither won nor
lost). Equality to the last digit in most rows is still no chance.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from gnomon.arrays import Flags, Floats

MIN_SHARE = 0.5
MIN_ROWS = 15
MIN_DISTINCT = 10
MAX_BY_CHANCE = 0.2
MAX_SHIFTS = 9
MAX_COLUMNS = 60
EXACT = 1e-9


def approximate_sums(total: Floats, columns: Mapping[str, Floats]) -> list[tuple[str, str, float]]:
    """The pairs of columns whose sum or difference is the total, with the share of rows in which it is.

    Rows in which one of the three is 0 count only against a pair.

    >>> random = np.random.default_rng(0)
    >>> won, lost = random.integers(20, 90, size=(2, 60)).astype(float)
    >>> played = won + lost + (random.random(60) < 0.2)
    >>> [pair[:2] for pair in approximate_sums(won, {"lost": lost, "played": played})]
    [('lost', 'played')]
    """
    if len(np.unique(total[np.isfinite(total)])) < MIN_DISTINCT:
        return []
    names = [
        name
        for name, values in columns.items()
        if len(np.unique(values[np.isfinite(values)])) >= MIN_DISTINCT
    ][:MAX_COLUMNS]
    relations = []
    for first, second in combinations(names, 2):
        a, b = columns[first], columns[second]
        is_present = np.isfinite(total) & np.isfinite(a) & np.isfinite(b)
        if is_present.sum() < MIN_ROWS:
            continue
        y, a, b = total[is_present], a[is_present], b[is_present]
        if _is_new(y, a, b):
            share = max(_share(y, a, b), _share(y, a, -b), _share(y, -a, b))
            if share >= MIN_SHARE:
                relations.append((first, second, share))
    return relations


def _is_new(y: Floats, a: Floats, b: Floats) -> bool:
    """Whether in most rows none is 0: else two of the three are equal, and the third says nothing."""
    return float(np.mean((y != 0) & (a != 0) & (b != 0))) >= MIN_SHARE


def _share(y: Floats, a: Floats, b: Floats) -> float:
    """The share of rows in which y is a + b; 0 if the b of other rows would do as often."""
    is_sum = _are_equal(y, a + b)
    share = float(np.mean(is_sum))
    if share < MIN_SHARE or len(np.unique(y[is_sum])) < MIN_DISTINCT:
        return 0.0
    shifts = range(1, min(len(y), MAX_SHIFTS + 1))
    by_chance = float(np.mean([np.mean(_are_equal(y, a + np.roll(b, each))) for each in shifts]))
    return share if by_chance <= MAX_BY_CHANCE * share else 0.0


def _are_equal(y: Floats, made: Floats) -> Flags:
    return np.abs(y - made) <= EXACT * np.maximum(np.abs(y), np.abs(made))
