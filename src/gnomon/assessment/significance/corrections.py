"""Multiple comparisons: p-values adjusted to control the family-wise error or the false discovery rate.

===================  ==============================================================================
method               adjusted p, in ascending order, of m hypotheses
===================  ==============================================================================
bonferroni           m p
holm                 step-down: (m - i + 1) p at step i, made monotone (Holm 1979); any dependence
hochberg             step-up: the same from the largest (1988); independence or positive dependence
shaffer              t p, t the maximum of pairwise hypotheses that can still be true (1986)
benjamini-hochberg   step-up: m p / i (1995); independence or positive dependence
benjamini-yekutieli  step-up: (1 + 1/2 + ... + 1/m) m p / i (2001); any dependence
none                 p
===================  ==============================================================================

The two of Benjamini control the false discovery rate, the others the family-wise error rate.
"""

from functools import cache
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError

METHODS = ("holm", "hochberg", "bonferroni", "shaffer", "benjamini-hochberg", "benjamini-yekutieli", "none")
# The names of statsmodels and the usual abbreviations.
SYNONYMS = {
    "fdr_bh": "benjamini-hochberg",
    "bh": "benjamini-hochberg",
    "fdr_by": "benjamini-yekutieli",
    "by": "benjamini-yekutieli",
    "simes-hochberg": "hochberg",
}
STEP_UP = ("hochberg", "benjamini-hochberg", "benjamini-yekutieli")


def adjust_p_values(p: Any, method: str = "holm") -> Floats:
    """Adjusted p-values (multiple testing correction: Holm, Bonferroni, Benjamini-Hochberg, ...), in order.

    A hypothesis is rejected where its adjusted p is at most 1 - level. method: "holm", "hochberg",
    "bonferroni" or "shaffer" (family-wise error rate); "benjamini-hochberg" or "benjamini-yekutieli" (false
    discovery rate); or "none".

    >>> adjust_p_values([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    >>> adjust_p_values([0.01, 0.04, 0.03], "benjamini-hochberg")
    array([0.03, 0.04, 0.04])
    """
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise DataError(f"p={p!r}: must be a list of numbers from 0 to 1")
    method = SYNONYMS.get(method, method.replace("_", "-"))
    if method not in METHODS:
        raise ParameterError(f"correction={method!r}: must be one of {', '.join(map(repr, METHODS))}")
    order = np.argsort(values, kind="stable")
    ascending = values[order] * _factors(len(values), method)
    if method in STEP_UP:
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
    if method.startswith("benjamini"):
        harmonic = np.sum(1 / np.arange(1, n + 1)) if method == "benjamini-yekutieli" else 1.0
        return np.asarray(harmonic * n / np.arange(1, n + 1))
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
