"""Multiple comparisons: p-values adjusted to control the family-wise error rate.

=============  ====================================================================================
method         adjusted p, in ascending order, of m hypotheses
=============  ====================================================================================
bonferroni     m p
holm           step-down: (m - i + 1) p at step i, made monotone (Holm 1979); any dependence
hochberg       step-up: the same from the largest (Hochberg 1988); independence or positive dependence
shaffer        t p, t the maximum of pairwise hypotheses that can still be true (Shaffer 1986)
none           p
=============  ====================================================================================
"""

from functools import cache

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError, ParameterError

METHODS = ("holm", "hochberg", "bonferroni", "shaffer", "none")


def adjust_p_values(p: Array, method: str = "holm") -> Floats:
    """Adjusted p-values (Holm, Hochberg, Bonferroni, Shaffer), in the order of `p`.

    A hypothesis is rejected where its adjusted p is below 1 - level.

    >>> adjust_p_values(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.06, 0.06])
    """
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise DataError(f"p={p!r}: must be a list of numbers from 0 to 1")
    if method not in METHODS:
        raise ParameterError(f"correction={method!r}: must be one of {', '.join(map(repr, METHODS))}")
    order = np.argsort(values, kind="stable")
    ascending = values[order] * _factors(len(values), method)
    if method == "hochberg":
        ascending = np.minimum.accumulate(ascending[::-1])[::-1]
    elif method in ("holm", "shaffer"):
        ascending = np.maximum.accumulate(ascending)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(ascending, 1.0)
    return adjusted


def _factors(n: int, method: str) -> Floats:
    """The factor of p at each step."""
    if method in ("bonferroni", "none"):
        return np.full(n, float(n) if method == "bonferroni" else 1.0)
    steps = n - np.arange(n)
    return (_max_true(n)[steps] if method == "shaffer" else steps).astype(np.float64)


def _max_true(n: int) -> Integers:
    """For every number of remaining pairs, the maximum number that can be true at the same time."""
    n_things = round((1 + np.sqrt(1 + 8 * n)) / 2)
    if n_things * (n_things - 1) // 2 != n:
        raise ParameterError(
            f"correction='shaffer': {n} hypotheses are not all pairwise comparisons of a set; use 'holm'"
        )
    possible = np.zeros(n + 1, dtype=np.int64)
    for count in numbers_of_true(n_things):
        possible[count] = count
    return np.maximum.accumulate(possible)


@cache
def numbers_of_true(n_things: int) -> frozenset[int]:
    """The possible numbers of true pairwise hypotheses of n things: equality partitions them into classes.

    >>> sorted(numbers_of_true(4))
    [0, 1, 2, 3, 6]
    """
    if n_things < 2:
        return frozenset([0])
    # The first class has j things, and the rest any partition: S(n) = ∪ { j (j - 1)/2 + s : s in S(n - j) }.
    return frozenset(
        size * (size - 1) // 2 + rest
        for size in range(1, n_things + 1)
        for rest in numbers_of_true(n_things - size)
    )
