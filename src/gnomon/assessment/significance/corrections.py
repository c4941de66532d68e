"""Many comparisons at once: p adjusted so that the chance of any false find stays at the level.

=============  ==================================================================================
method         p, in rising order, of m hypotheses
=============  ==================================================================================
bonferroni     m p
holm           (m - i + 1) p at step i, never falling (Holm 1979); valid whatever the dependence
hochberg       the same from above, never rising (Hochberg 1988); for independent or positive ones
shaffer        t p, with t the most that can still be true: of all pairs of k things (Shaffer 1986)
none           p
=============  ==================================================================================
"""

from functools import cache

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError, ParameterError

METHODS = ("holm", "hochberg", "bonferroni", "shaffer", "none")


def adjust_p_values(p: Array, method: str = "holm") -> Floats:
    """Adjusted p, in the order given: a hypothesis is refused where this is below 1 - level.

    >>> adjust_p_values(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.06, 0.06])
    """
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise DataError(f"p must be a list of numbers from 0 to 1, not {p!r}")
    if method not in METHODS:
        raise ParameterError(f"correction={method!r}: it must be one of {', '.join(map(repr, METHODS))}")
    order = np.argsort(values, kind="stable")
    rising = values[order] * _factors(len(values), method)
    if method == "hochberg":
        rising = np.minimum.accumulate(rising[::-1])[::-1]
    elif method in ("holm", "shaffer"):
        rising = np.maximum.accumulate(rising)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(rising, 1.0)
    return adjusted


def _factors(n: int, method: str) -> Floats:
    """What p is multiplied by at each step."""
    if method in ("bonferroni", "none"):
        return np.full(n, float(n) if method == "bonferroni" else 1.0)
    steps = n - np.arange(n)
    return (_still_true(n)[steps] if method == "shaffer" else steps).astype(np.float64)


def _still_true(n: int) -> Integers:
    """For every number of pairs left, the most of them that can all be true at once."""
    n_things = round((1 + np.sqrt(1 + 8 * n)) / 2)
    if n_things * (n_things - 1) // 2 != n:
        raise ParameterError(
            f"correction='shaffer': {n} hypotheses are not all pairs of some number of things; use 'holm'"
        )
    possible = np.zeros(n + 1, dtype=np.int64)
    for count in true_counts(n_things):
        possible[count] = count
    return np.maximum.accumulate(possible)


@cache
def true_counts(n_things: int) -> frozenset[int]:
    """How many of the pairs of n things can be equal: equal things fall into classes, whose pairs count.

    >>> sorted(true_counts(4))
    [0, 1, 2, 3, 6]
    """
    if n_things < 2:
        return frozenset([0])
    # The first class has j things, and the rest are free: S(n) = ∪ { j (j - 1)/2 + s : s in S(n - j) }.
    return frozenset(
        size * (size - 1) // 2 + rest
        for size in range(1, n_things + 1)
        for rest in true_counts(n_things - size)
    )
