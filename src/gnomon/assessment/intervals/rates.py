"""Intervals for a rate: a share of n independent cases, each of which counts 0 or 1.

Wilson's keeps its level on average; Clopper and Pearson's never falls below it, and is wider for that;
Jeffreys' is the Bayesian one with a prior that says little; Agresti and Coull's is Wilson's made simpler.
With weights, n is the effective number of rows, (Σw)² / Σw² (Kish 1965).
"""

from collections.abc import Callable
from math import isfinite, sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array
from gnomon.assessment.intervals.critical import Bounds, about, check_level, critical_z
from gnomon.errors import DataError, ParameterError

RateInterval = Callable[[float, float, float], Bounds]


def wilson_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Wilson's (1927) interval for a share of n independent cases.

    >>> [round(bound, 4) for bound in wilson_interval(22 / 30, 30)]
    [0.5555, 0.8582]
    """
    _check(share, n)
    z = critical_z(level)
    center = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends the exact bound is the end itself; rounding must not cut it off.
    return max(center - half, 0.0) if share > 0 else 0.0, min(center + half, 1.0) if share < 1 else 1.0


def clopper_pearson_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Clopper and Pearson's (1934) interval: the shares that an exact binomial test would not reject.

    >>> [round(bound, 4) for bound in clopper_pearson_interval(22 / 30, 30)]
    [0.5411, 0.8772]
    """
    _check(share, n)
    tail, count = (1 - check_level(level)) / 2, share * n
    lower = float(stats.beta.ppf(tail, count, n - count + 1)) if share > 0 else 0.0
    upper = float(stats.beta.ppf(1 - tail, count + 1, n - count)) if share < 1 else 1.0
    return lower, upper


def jeffreys_interval(share: float, n: float, level: float = 0.95) -> Bounds:
    """Central interval of the posterior under Jeffreys' prior, Beta(1/2, 1/2).

    A share of 0 (or 1) is kept inside: its bound is 0 (or 1) (Brown, Cai & DasGupta 2001).

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
    """Agresti and Coull's (1998) interval: normal, after z² cases are added, half of them right.

    >>> [round(bound, 4) for bound in agresti_coull_interval(22 / 30, 30)]
    [0.5535, 0.8602]
    """
    _check(share, n)
    z = critical_z(level)
    center = (share * n + z * z / 2) / (n + z * z)
    lower, upper = about(center, z, sqrt(center * (1 - center) / (n + z * z)))
    return max(lower, 0.0), min(upper, 1.0)


RATE_INTERVALS: dict[str, RateInterval] = {
    "wilson": wilson_interval,
    "clopper-pearson": clopper_pearson_interval,
    "jeffreys": jeffreys_interval,
    "agresti-coull": agresti_coull_interval,
}


def rate_interval(method: str) -> RateInterval:
    """The interval of this name.

    >>> rate_interval("jeffreys") is jeffreys_interval
    True
    """
    if method not in RATE_INTERVALS:
        raise ParameterError(
            f"method={method!r}: an interval of a rate is one of {', '.join(map(repr, RATE_INTERVALS))}"
        )
    return RATE_INTERVALS[method]


def effective_rows(n_rows: int, weight: Array | None = None) -> float:
    """How many rows of equal weight tell as much: (Σw)² / Σw².

    >>> effective_rows(3), effective_rows(3, np.array([1.0, 1.0, 0.0]))
    (3.0, 2.0)
    """
    if weight is None:
        return float(n_rows)
    squares = float(np.sum(np.square(weight)))
    if squares <= 0:
        raise DataError(f"the weights of {n_rows} rows are all 0; give some weight")
    return float(np.sum(weight)) ** 2 / squares


def _check(share: float, n: float) -> None:
    if not (isfinite(n) and n > 0):
        raise DataError(f"a rate of n={n!r} cases is undefined; give at least one case")
    if not 0 <= share <= 1:
        raise DataError(f"share={share!r} is no rate: it must be from 0 to 1; divide the count by n")
