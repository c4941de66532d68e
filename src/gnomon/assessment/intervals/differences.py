"""Confidence intervals for the difference of two proportions: independent (Newcombe) and paired (Tango)."""

from math import sqrt

from scipy.optimize import brentq

from gnomon.assessment.intervals.critical import Bounds, critical_z
from gnomon.assessment.intervals.rates import wilson_interval
from gnomon.errors import DataError


def newcombe_interval(
    first: float, n_first: float, second: float, n_second: float, level: float = 0.95
) -> Bounds:
    """Newcombe's (1998) interval for the difference of two independent proportions, from Wilson intervals.

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
    """Tango's (1998) score interval for the difference of two paired proportions, of the same n cases.

    only_first, only_second: discordant cases, in which only the first, or only the second, was correct.

    >>> [round(bound, 4) for bound in tango_interval(12, 2, 50)]
    [0.0611, 0.3447]
    """
    if not (n > 0 and min(only_first, only_second) >= 0 and only_first + only_second <= n):
        raise DataError(
            f"only_first={only_first:g}, only_second={only_second:g}, n={n:g}: counts must be 0 or more and "
            "add up to at most n"
        )
    z = critical_z(level)
    observed = (only_first - only_second) / n

    def excess(difference: float, sign: int) -> float:
        return _score(difference, only_first, only_second, n) - sign * z

    # The score decreases from +infinity at -1 to -infinity at 1, and is 0 at the observed difference.
    near = 1 - 1e-12
    lower = -1.0 if excess(-near, 1) <= 0 else float(brentq(excess, -near, observed, args=(1,)))
    upper = 1.0 if excess(near, -1) >= 0 else float(brentq(excess, observed, near, args=(-1,)))
    return lower, upper


def _score(difference: float, only_first: float, only_second: float, n: float) -> float:
    """Score statistic: (observed - difference) / its standard error under that difference."""
    excess_count = only_first - only_second - n * difference
    if excess_count == 0:
        return 0.0
    # The maximum likelihood estimate of P(only_second) given the difference solves a p² + b p + c = 0.
    b = (2 * n - only_first + only_second) * difference - only_first - only_second
    c = -only_second * difference * (1 - difference)
    share = (sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    return excess_count / sqrt(max(variance, 1e-300))
