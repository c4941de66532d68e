"""Power of two-sided t tests: power for a difference, and minimum detectable difference for a power."""

from functools import cache

import numpy as np
from scipy import optimize, stats
from scipy.special import expit, ndtr

from gnomon.arrays import Floats
from gnomon.assessment.intervals import critical_t
from gnomon.errors import ParameterError


def power_t(difference: float, error: float, freedom: int, level: float = 0.95) -> float:
    """Power of a two-sided t test for a true difference, whose estimate has this standard error.

    >>> round(power_t(0.05, 0.02, 9), 3)
    0.606
    """
    if error <= 0:
        raise ParameterError(f"error={error!r}: a standard error must be above 0; estimate it by a pilot")
    return _power(abs(difference) / error, freedom, critical_t(level, freedom))


def detectable_t(error: float, freedom: int, level: float = 0.95, power: float = 0.8) -> float:
    """Minimum detectable difference: the smallest that a two-sided t test detects with this power.

    >>> round(detectable_t(0.02, 9), 4)
    0.063
    """
    return error * detectable_ratio(freedom, level, power)


@cache
def detectable_ratio(freedom: int, level: float, power: float) -> float:
    """Minimum detectable difference in standard errors.

    >>> round(detectable_ratio(10_000, 0.95, 0.8), 2)
    2.8
    """
    critical = critical_t(level, freedom)
    check_power(power, level)
    return float(optimize.brentq(lambda ratio: _power(ratio, freedom, critical) - power, 0.0, 20 * critical))


def check_power(power: float, level: float) -> float:
    """The validated power: above the type I error rate 1 - level, below 1.

    >>> check_power(0.8, 0.95)
    0.8
    """
    if not 1 - level < power < 1:
        raise ParameterError(f"power={power!r}: must be above {1 - level:.2g} and below 1, such as 0.8")
    return power


def _power(ratio: float, freedom: int, critical: float) -> float:
    """P(|Z + ratio| > critical S) over the distribution of S; SciPy's noncentral t fails in the far tails."""
    spread, weight = _spreads(freedom)
    return float(weight @ (ndtr(ratio - critical * spread) + ndtr(-ratio - critical * spread)))


@cache
def _spreads(freedom: int) -> tuple[Floats, Floats]:
    """Quadrature of S = √(χ²/freedom): quantiles at equal steps of the log-odds, with weights."""
    odds = np.linspace(-35, 35, 501)
    quantile = np.where(odds < 0, stats.chi2.ppf(expit(odds), freedom), stats.chi2.isf(expit(-odds), freedom))
    return np.sqrt(quantile / freedom), expit(odds) * expit(-odds) * (odds[1] - odds[0])
