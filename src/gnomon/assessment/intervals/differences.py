"""Intervals for the difference of two rates: of separate cases, and of the same cases judged twice."""

from math import sqrt

from scipy.optimize import brentq

from gnomon.assessment.intervals.critical import Bounds, critical_z
from gnomon.assessment.intervals.rates import wilson_interval
from gnomon.errors import DataError


def newcombe_interval(
    first: float, n_first: float, second: float, n_second: float, level: float = 0.95
) -> Bounds:
    """Newcombe's (1998) interval for first - second, two shares of separate cases, from Wilson's of each.

    >>> [round(bound, 4) for bound in newcombe_interval(56 / 70, 70, 48 / 80, 80)]
    [0.0524, 0.3339]
    """
    low_first, high_first = wilson_interval(first, n_first, level)
    low_second, high_second = wilson_interval(second, n_second, level)
    difference = first - second
    lower = difference - sqrt((first - low_first) ** 2 + (high_second - second) ** 2)
    upper = difference + sqrt((high_first - first) ** 2 + (second - low_second) ** 2)
    return lower, upper


def tango_interval(only_first: float, only_second: float, n: float, level: float = 0.95) -> Bounds:
    """Tango's (1998) score interval for the difference of two shares of the same n cases.

    only_first, only_second: cases that only the first, or only the second, got right.

    >>> [round(bound, 4) for bound in tango_interval(12, 2, 50)]
    [0.0611, 0.3447]
    """
    if not (n > 0 and min(only_first, only_second) >= 0 and only_first + only_second <= n):
        raise DataError(
            f"of n={n:g} cases, {only_first:g} right by the first alone and {only_second:g} by the second "
            "alone cannot be; give counts of at least 0 that add up to n or less"
        )
    z = critical_z(level)
    observed = (only_first - only_second) / n

    def excess(difference: float, sign: int) -> float:
        return _score(difference, only_first, only_second, n) - sign * z

    # The score falls from +infinity at -1 to -infinity at 1, and is 0 at what was observed.
    near = 1 - 1e-12
    lower = -1.0 if excess(-near, 1) <= 0 else float(brentq(excess, -near, observed, args=(1,)))
    upper = 1.0 if excess(near, -1) >= 0 else float(brentq(excess, observed, near, args=(-1,)))
    return lower, upper


def _score(difference: float, only_first: float, only_second: float, n: float) -> float:
    """(observed - difference) / its standard error where that difference is the true one."""
    gap = only_first - only_second - n * difference
    if gap == 0:
        return 0.0
    # The likeliest share of only_second, given the difference, solves a p² + b p + c = 0.
    b = (2 * n - only_first + only_second) * difference - only_first - only_second
    c = -only_second * difference * (1 - difference)
    share = (sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    return gap / sqrt(max(variance, 1e-300))
