"""McNemar's test (1947) of two classifiers on the same rows, from the discordant pairs.

Concordant rows, that both classify correctly or both wrongly, carry no information. Given the number m of
discordant rows, those that only the first classifies correctly are Binomial(m, 1/2) under the null.
"""

from math import sqrt

import numpy as np
from scipy import optimize, stats

from gnomon.arrays import Array
from gnomon.assessment.intervals import Bounds, check_level, critical_z
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError, ParameterError

VARIANTS = ("mid-p", "exact", "chi-squared")


def mcnemar_test(
    only_first: int, only_second: int, variant: str = "mid-p", *, continuity: bool = True
) -> Outcome:
    """McNemar's test from the two counts of rows that only one classifier predicts correctly.

    variant: "exact" (binomial, conservative), "mid-p" (closest to its nominal level, Fagerland et al. 2013)
    or "chi-squared" (continuity: Edwards' correction).

    >>> print(mcnemar_test(15, 5, "exact"))
    McNemar (exact): statistic 5, p = 0.041
    """
    first, second = _whole(only_first, "only_first"), _whole(only_second, "only_second")
    discordant, fewer = first + second, min(first, second)
    _check(variant)
    name = f"McNemar ({variant})"
    if discordant == 0:
        return Outcome(name, 0.0, 1.0, (1,) if variant == "chi-squared" else ())
    if variant == "chi-squared":
        absolute_difference = max(abs(first - second) - continuity, 0)
        statistic = absolute_difference**2 / discordant
        return Outcome(name, statistic, float(stats.chi2.sf(statistic, 1)), (1,))
    doubled = 2 * float(stats.binom.cdf(fewer, discordant, 0.5))
    if variant == "mid-p":
        doubled -= float(stats.binom.pmf(fewer, discordant, 0.5))
    return Outcome(name, float(fewer), min(doubled, 1.0))


def mcnemar_interval(
    only_first: int, only_second: int, n: int, level: float = 0.95, variant: str = "mid-p"
) -> Bounds:
    """Confidence interval of the difference of two accuracies on the same n rows, given the discordant ones.

    It excludes 0 if and only if the test of the same variant rejects equality.

    >>> [round(bound, 4) for bound in mcnemar_interval(15, 5, 100, variant="exact")]
    [0.0036, 0.1654]
    """
    first, second = _whole(only_first, "only_first"), _whole(only_second, "only_second")
    _check(variant)
    check_level(level)
    discordant = first + second
    if discordant == 0:
        return 0.0, 0.0
    share = {"mid-p": _mid_p, "exact": _clopper_pearson, "chi-squared": _wilson_corrected}[variant]
    low, high = share(first, discordant, level)
    return (2 * low - 1) * discordant / n, (2 * high - 1) * discordant / n


def disagreements(first_right: Array, second_right: Array, weight: Array | None = None) -> tuple[int, int]:
    """Numbers of discordant rows: that only the first predicts correctly, and only the second.

    weight: integer frequency weights.

    >>> disagreements(np.array([1, 1, 0, 1]), np.array([1, 0, 1, 0]))
    (2, 1)
    """
    first, second = (np.asarray(each, dtype=np.bool_) for each in (first_right, second_right))
    if weight is None:
        return int(np.sum(first & ~second)), int(np.sum(second & ~first))
    if (weight != np.round(weight)).any():
        raise DataError(
            f"row {int(np.argmax(weight != np.round(weight)))} has a fractional weight, and McNemar's test "
            "counts rows; use the paired t over rows, which accepts any weight"
        )
    return int(weight[first & ~second].sum()), int(weight[second & ~first].sum())


def _clopper_pearson(count: int, n: int, level: float) -> Bounds:
    tail = (1 - level) / 2
    low = float(stats.beta.ppf(tail, count, n - count + 1)) if count else 0.0
    high = float(stats.beta.isf(tail, count + 1, n - count)) if count < n else 1.0
    return low, high


def _mid_p(count: int, n: int, level: float) -> Bounds:
    """The proportions at which the mid-p tail probability is (1 - level)/2."""
    tail = (1 - level) / 2

    def above(share: float) -> float:
        return float(stats.binom.sf(count, n, share) + stats.binom.pmf(count, n, share) / 2) - tail

    def below(share: float) -> float:
        return float(stats.binom.cdf(count, n, share) - stats.binom.pmf(count, n, share) / 2) - tail

    low = optimize.brentq(above, 0.0, 1.0) if count else 0.0
    high = optimize.brentq(below, 0.0, 1.0) if count < n else 1.0
    return float(low), float(high)


def _wilson_corrected(count: int, n: int, level: float) -> Bounds:
    """Wilson's interval with the continuity correction: |count - n π| - 1/2 = z √(n π (1 - π))."""
    z = critical_z(level)

    def bound(count: float, side: int) -> float:
        half = z * sqrt(z * z / 4 + count * (n - count) / n)
        return (count + z * z / 2 + side * half) / (n + z * z)

    low = bound(count - 0.5, -1) if count else 0.0
    high = bound(count + 0.5, 1) if count < n else 1.0
    return low, high


def _whole(count: int, name: str) -> int:
    if count != int(count) or count < 0:
        raise ParameterError(f"{name}={count!r}: must be a number of rows, an integer of 0 or more")
    return int(count)


def _check(variant: str) -> None:
    if variant not in VARIANTS:
        raise ParameterError(f"variant={variant!r}: must be one of {', '.join(map(repr, VARIANTS))}")
