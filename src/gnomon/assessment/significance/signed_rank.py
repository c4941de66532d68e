"""Wilcoxon's (1945) signed-rank test, exact for few differences even where some are tied."""

from math import sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals import Bounds, check_level, critical_z
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome

EXACT_UP_TO = 50


def wilcoxon_test(differences: Array) -> Outcome:
    """Test that differences lie evenly about 0, by the ranks of their sizes; zeros are left out.

    The statistic is the sum of the ranks of the positive ones. Up to 50 differences the distribution is
    exact, given the ties; beyond that it is normal with the variance that ties leave.

    >>> print(wilcoxon_test([0.1, 0.2, 0.15, 0.3, 0.25, -0.05]))
    Wilcoxon signed rank: statistic 20, p = 0.062
    """
    values = check_differences(differences, least=1)
    values = values[values != 0]
    ranks = stats.rankdata(np.abs(values))
    statistic = float(np.sum(ranks[values > 0]))
    if len(values) == 0:
        return Outcome("Wilcoxon signed rank", 0.0, 1.0)
    p = _exact(ranks, statistic) if len(values) <= EXACT_UP_TO else _normal(ranks, statistic)
    return Outcome("Wilcoxon signed rank", statistic, p)


def pseudo_median(differences: Array) -> float:
    """Hodges and Lehmann's (1963) center: the median of the means of all pairs, each value with itself too.

    >>> pseudo_median([1.0, 2.0, 6.0])
    2.75
    """
    values = np.sort(check_differences(differences, least=1))
    n_pairs = len(values) * (len(values) + 1) // 2
    return (_pair_mean(values, (n_pairs + 1) // 2) + _pair_mean(values, n_pairs // 2 + 1)) / 2


def pseudo_median_interval(differences: Array, level: float = 0.95) -> Bounds:
    """The centers that Wilcoxon's test does not refuse; without end where the values are too few.

    >>> pseudo_median_interval([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    (1.0, 6.0)
    """
    values = np.sort(check_differences(differences, least=1))
    n, tail = len(values), (1 - check_level(level)) / 2
    n_pairs = n * (n + 1) // 2
    if n <= EXACT_UP_TO:
        # The sum of ranks is k or less with probability `tail` at the most.
        chances = _chances(np.arange(1, n + 1))
        k = int(np.searchsorted(np.cumsum(chances), tail, side="right"))
    else:
        spread = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        k = int(n_pairs / 2 - critical_z(level) * spread)
    if k == 0:
        return -np.inf, np.inf
    return _pair_mean(values, k), _pair_mean(values, n_pairs + 1 - k)


def _exact(ranks: Floats, statistic: float) -> float:
    """Doubled, mid-ranks are whole, so that the sums can be counted."""
    chances = _chances(np.round(2 * ranks).astype(np.int64))
    place = round(2 * statistic)
    return float(min(1.0, 2 * min(np.sum(chances[: place + 1]), np.sum(chances[place:]))))


def _normal(ranks: Floats, statistic: float) -> float:
    center, spread = np.sum(ranks) / 2, sqrt(float(np.sum(ranks**2)) / 4)
    return float(2 * stats.norm.sf(abs(statistic - center) / spread))


def _chances(sizes: Integers) -> Floats:
    """The probability of every sum of a random half of the sizes."""
    chances = np.zeros(int(np.sum(sizes)) + 1)
    chances[0] = 1.0
    for size in sizes.tolist():
        chances[size:] = (chances[size:] + chances[:-size]) / 2
        chances[:size] /= 2
    return chances


def _pair_mean(values: Floats, place: int) -> float:
    """The mean of a pair that is in this place from below, by halving: no list of n² means is made."""
    low, high = float(values[0]), float(values[-1])
    if _pairs_up_to(values, low) >= place:
        return low
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if _pairs_up_to(values, middle) >= place else (middle, high)
    return high


def _pairs_up_to(values: Floats, bound: float) -> int:
    """How many pairs, each value with itself too, have a mean of at most the bound."""
    partners = int(np.sum(np.searchsorted(values, 2 * bound - values, side="right")))
    return (partners + int(np.searchsorted(values, bound, side="right"))) // 2
