"""Positive and negative predictive values of a diagnostic test, with credible intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betaincinv, expit, logit

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.probability.bayes import bayes_table
from gnomon.probability.exact import Number, number, probability, shown

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PredictiveValue:
    """Posterior probability after a test result, with its credible interval.

    >>> print(PredictiveValue(0.5, 0.4, 0.6, 0.95))
    0.5 [0.4, 0.6] (95 %)
    """

    value: Number
    lower: float
    upper: float
    level: float

    def __str__(self) -> str:
        return f"{shown(self.value)} [{self.lower:.4g}, {self.upper:.4g}] ({100 * self.level:g} %)"


@dataclass(frozen=True)
class PredictiveValues:
    """Positive predictive value (PPV, ill if positive) and negative predictive value (NPV).

    >>> values = predictive_values(sensitivity="9/10", specificity="4/5", prevalence="1/10")
    >>> values.positive.value, values.negative.value
    (Fraction(1, 3), Fraction(72, 73))
    """

    positive: PredictiveValue
    negative: PredictiveValue

    def frame(self) -> pd.DataFrame:
        """Return one row per result."""
        import pandas as pd

        both = {"positive": self.positive, "negative": self.negative}
        rows = [(float(each.value), each.lower, each.upper, each.level) for each in both.values()]
        return pd.DataFrame(rows, index=list(both), columns=["value", "lower", "upper", "level"])

    def __str__(self) -> str:
        return f"ill if positive: {self.positive}\nwell if negative: {self.negative}"


def predictive_values(
    *, sensitivity: Any, specificity: Any, prevalence: Any, level: float = 0.95
) -> PredictiveValues:
    """Positive and negative predictive values of a test from sensitivity, specificity and prevalence.

    Each of the three is a known number, or a pair (count, total) estimated from an independent sample. The
    interval is the central credible interval under Jeffreys' prior, Beta(1/2, 1/2), of each estimated rate:
    the log odds are the sum logit prevalence + log sensitivity - log (1 - specificity), of which quantiles
    are computed. With 20 ill and 20 well people its coverage is 95.0 % on average over rates from 0.6 to
    0.995, and 90.5 % at worst.

    >>> print(predictive_values(sensitivity=(81, 85), specificity=(390, 400), prevalence=0.028))
    ill if positive: 0.523364 [0.3828, 0.679] (95 %)
    well if negative: 0.998612 [0.9968, 0.9995] (95 %)
    """
    if not (isinstance(level, Real) and 0 < level < 1):
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1")
    true_positive = _Rate.of(sensitivity, "sensitivity")
    true_negative = _Rate.of(specificity, "specificity")
    ill = _Rate.of(prevalence, "prevalence")
    return PredictiveValues(
        _posterior(ill, true_positive, true_negative.complement(), level),
        _posterior(ill.complement(), true_negative, true_positive.complement(), level),
    )


@dataclass(frozen=True)
class _Rate:
    """A rate, and the sample size of its estimate; infinite if the rate is known."""

    value: Number
    n: float

    @classmethod
    def of(cls, rate: Any, name: str) -> _Rate:
        if not isinstance(rate, tuple | list):
            return cls(probability(rate, name), inf)
        if len(rate) != 2:
            raise ParameterError(f"{name}={rate!r}: it must be a number, or a pair (count, total)")
        count, n = (number(part, name) for part in rate)
        if not (0 <= count <= n and n > 0):
            raise ParameterError(f"{name}={rate!r}: the count must be from 0 to the total, which is above 0")
        return cls(count / n, float(n))

    def complement(self) -> _Rate:
        return _Rate(1 - self.value, self.n)

    def quantiles(self, steps: int) -> Floats:
        """Equally spaced quantiles of the posterior of the rate; one value if it is known."""
        if self.n == inf:
            return np.array([float(self.value)])
        count = float(self.value) * self.n
        return np.asarray(betaincinv(count + 0.5, self.n - count + 0.5, (np.arange(steps) + 0.5) / steps))


def _posterior(prior: _Rate, right: _Rate, wrong: _Rate, level: float) -> PredictiveValue:
    """P(state | result), from the prior of the state, P(result | state) and P(result | not state)."""
    if prior.value * right.value + (1 - prior.value) * wrong.value == 0:
        raise DataError(
            "a test result has probability 0 at these rates; check sensitivity, specificity and prevalence"
        )
    table = bayes_table(
        {"state": prior.value, "other": 1 - prior.value}, {"state": right.value, "other": wrong.value}
    )
    value = table.posterior["state"]
    rates = (prior, right, wrong)
    steps = 256 if sum(rate.n < inf for rate in rates) < 3 else 64
    p, a, b = (rate.quantiles(steps) for rate in rates)
    with np.errstate(divide="ignore"):
        odds = logit(p)[:, None, None] + np.log(a)[:, None] - np.log(b)
    if not np.isfinite(odds).all():
        # A rate known to be 0 or 1 determines the posterior.
        return PredictiveValue(value, float(value), float(value), level)
    tail = (1 - level) / 2
    lower, upper = expit(np.quantile(odds, [tail, 1 - tail], method="median_unbiased"))
    # A count of none or all has a rate of 0 or 1, which the interval includes.
    return PredictiveValue(value, min(float(lower), float(value)), max(float(upper), float(value)), level)
