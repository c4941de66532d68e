"""Wilcoxon signed-rank test (1945), exact in small samples even with ties; Hodges-Lehmann estimate."""

from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals import Bounds, check_level, critical_z
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome

MAX_EXACT = 50


def wilcoxon_test(differences: Any) -> Outcome:
    """Wilcoxon signed-rank test that differences are symmetric about 0; zeros are dropped.

    The statistic is the sum of the ranks of the positive differences. Up to 50 differences the null
    distribution is exact, given the ties; beyond that it is normal with the variance corrected for ties.

    >>> print(wilcoxon_test([0.1, 0.2, 0.15, 0.3, 0.25, -0.05]))
    Wilcoxon signed rank: statistic 20, p = 0.062
    """
    values = check_differences(differences, min_count=1)
    values = values[values != 0]
    ranks = stats.rankdata(np.abs(values))
    statistic = float(np.sum(ranks[values > 0]))
    if len(values) == 0:
        return Outcome("Wilcoxon signed rank", 0.0, 1.0)
    p = _exact(ranks, statistic) if len(values) <= MAX_EXACT else _normal(ranks, statistic)
    return Outcome("Wilcoxon signed rank", statistic, p)


def pseudo_median(differences: Array) -> float:
    """Hodges-Lehmann estimate (1963), the pseudo-median: the median of the Walsh averages (xᵢ + xⱼ)/2, i ≤ j.

    >>> pseudo_median([1.0, 2.0, 6.0])
    2.75
    """
    values = np.sort(check_differences(differences, min_count=1))
    n_pairs = len(values) * (len(values) + 1) // 2
    return (_walsh_average(values, (n_pairs + 1) // 2) + _walsh_average(values, n_pairs // 2 + 1)) / 2


def pseudo_median_interval(differences: Any, level: float = 0.95) -> Bounds:
    """Confidence interval by inversion of Wilcoxon's signed-rank test; infinite where values are too few.

    >>> pseudo_median_interval([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    (1.0, 6.0)
    """
    values = np.sort(check_differences(differences, min_count=1))
    n, tail = len(values), (1 - check_level(level)) / 2
    n_pairs = n * (n + 1) // 2
    if n <= MAX_EXACT:
        # The largest k with P(sum of ranks < k) <= tail.
        probability = _null_distribution(np.arange(1, n + 1))
        k = int(np.searchsorted(np.cumsum(probability), tail, side="right"))
    else:
        spread = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        k = int(n_pairs / 2 - critical_z(level) * spread)
    if k == 0:
        return -np.inf, np.inf
    return _walsh_average(values, k), _walsh_average(values, n_pairs + 1 - k)


def _exact(ranks: Floats, statistic: float) -> float:
    """Doubled mid-ranks are integers, so that their sums can be enumerated."""
    probability = _null_distribution(np.round(2 * ranks).astype(np.int64))
    rank = round(2 * statistic)
    return float(min(1.0, 2 * min(np.sum(probability[: rank + 1]), np.sum(probability[rank:]))))


def _normal(ranks: Floats, statistic: float) -> float:
    center, spread = np.sum(ranks) / 2, sqrt(float(np.sum(ranks**2)) / 4)
    return float(2 * stats.norm.sf(abs(statistic - center) / spread))


def _null_distribution(sizes: Integers) -> Floats:
    """Probability of every sum of a random subset of the sizes, each included with probability 1/2."""
    probability = np.zeros(int(np.sum(sizes)) + 1)
    probability[0] = 1.0
    for size in sizes.tolist():
        probability[size:] = (probability[size:] + probability[:-size]) / 2
        probability[:size] /= 2
    return probability


def _walsh_average(values: Floats, rank: int) -> float:
    """The Walsh average of this rank, by bisection in O(n) memory."""
    low, high = float(values[0]), float(values[-1])
    if _n_averages_up_to(values, low) >= rank:
        return low
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if _n_averages_up_to(values, middle) >= rank else (middle, high)
    return high


def _n_averages_up_to(values: Floats, bound: float) -> int:
    """Number of Walsh averages (xᵢ + xⱼ)/2, i ≤ j, of at most the bound."""
    partners = int(np.sum(np.searchsorted(values, 2 * bound - values, side="right")))
    return (partners + int(np.searchsorted(values, bound, side="right"))) // 2
