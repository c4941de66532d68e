"""Confidence intervals for a binomial proportion: the share of n independent cases.

Wilson's has close to nominal coverage on average; Clopper-Pearson's is conservative, so wider; Jeffreys' is
Bayesian with a noninformative prior; Agresti-Coull's approximates Wilson's. With weights, n is the effective
sample size, (Σw)² / Σw² (Kish 1965).
"""

from collections.abc import Callable
from math import isfinite, sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array
from gnomon.assessment.intervals.critical import Bounds, check_level, critical_z, symmetric_interval
from gnomon.errors import DataError, ParameterError

RateInterval = Callable[[float, float, float], Bounds]


def wilson_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Wilson score interval (1927) for a binomial proportion, the share of n independent cases.

    >>> [round(bound, 4) for bound in wilson_interval(22 / 30, 30)]
    [0.5555, 0.8582]
    """
    _check(share, n)
    z = critical_z(level)
    center = (share + z * z / (2 * n)) / (1 + z * z / n)
    half_width = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At a share of 0 or 1 the exact bound is 0 or 1; rounding must not exclude it.
    return max(center - half_width, 0.0) if share > 0 else 0.0, min(
        center + half_width, 1.0
    ) if share < 1 else 1.0


def clopper_pearson_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Clopper-Pearson exact interval (1934) for a binomial proportion, by inversion of the binomial test.

    >>> [round(bound, 4) for bound in clopper_pearson_interval(22 / 30, 30)]
    [0.5411, 0.8772]
    """
    _check(share, n)
    tail, count = (1 - check_level(level)) / 2, share * n
    lower = float(stats.beta.ppf(tail, count, n - count + 1)) if share > 0 else 0.0
    upper = float(stats.beta.ppf(1 - tail, count + 1, n - count)) if share < 1 else 1.0
    return lower, upper


def jeffreys_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Jeffreys interval for a binomial proportion: the central posterior interval under Beta(1/2, 1/2).

    The bound of a share of 0 (or 1) is set to 0 (or 1) (Brown, Cai & DasGupta 2001).

    >>> [round(bound, 4) for bound in jeffreys_interval(22 / 30, 30)]
    [0.559, 0.8651]
    """
    _check(share, n)
    tail, count = (1 - check_level(level)) / 2, share * n
    a, b = count + 0.5, n - count + 0.5
    lower = float(stats.beta.ppf(tail, a, b)) if share > 0 else 0.0
    upper = float(stats.beta.ppf(1 - tail, a, b)) if share < 1 else 1.0
    return lower, upper


def agresti_coull_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Agresti-Coull interval (1998) for a proportion: Wald's after adding z² cases, half of them successes.

    >>> [round(bound, 4) for bound in agresti_coull_interval(22 / 30, 30)]
    [0.5535, 0.8602]
    """
    _check(share, n)
    z = critical_z(level)
    center = (share * n + z * z / 2) / (n + z * z)
    lower, upper = symmetric_interval(center, z, sqrt(center * (1 - center) / (n + z * z)))
    return max(lower, 0.0), min(upper, 1.0)


RATE_INTERVALS: dict[str, RateInterval] = {
    "wilson": wilson_interval,
    "clopper-pearson": clopper_pearson_interval,
    "jeffreys": jeffreys_interval,
    "agresti-coull": agresti_coull_interval,
}


def rate_interval(method: str) -> RateInterval:
    """The interval function for a proportion of this name.

    >>> rate_interval("jeffreys") is jeffreys_interval
    True
    """
    if method not in RATE_INTERVALS:
        raise ParameterError(
            f"method={method!r}: an interval of a proportion must be one of "
            f"{', '.join(map(repr, RATE_INTERVALS))}"
        )
    return RATE_INTERVALS[method]


def effective_rows(n_rows: int, weight: Array | None = None) -> float:
    """Effective sample size of weighted rows (Kish): (Σw)² / Σw².

    >>> effective_rows(3), effective_rows(3, np.array([1.0, 1.0, 0.0]))
    (3.0, 2.0)
    """
    if weight is None:
        return float(n_rows)
    squares = float(np.sum(np.square(weight)))
    if squares <= 0:
        raise DataError(f"the weights of {n_rows} rows are all 0; at least one must be positive")
    return float(np.sum(weight)) ** 2 / squares


def _check(share: float, n: float) -> None:
    if not (isfinite(n) and n > 0):
        raise DataError(f"n={n!r}: a proportion needs at least one case")
    if not 0 <= share <= 1:
        raise DataError(f"share={share!r}: must be from 0 to 1; divide the count by n")
