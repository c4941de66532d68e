"""What a test result says of a person, with intervals: predictive values from rates known or counted."""

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
    """A probability after a result, with the bounds that the counted rates leave it.

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
    """The probability of being ill after a positive result, and of being well after a negative one.

    >>> known = predictive_values(sensitivity="9/10", specificity="4/5", prevalence="1/10")
    >>> known.positive.value, known.negative.value
    (Fraction(1, 3), Fraction(72, 73))
    """

    positive: PredictiveValue
    negative: PredictiveValue

    def frame(self) -> pd.DataFrame:
        """A row for each result."""
        import pandas as pd

        both = {"positive": self.positive, "negative": self.negative}
        rows = [(float(each.value), each.lower, each.upper, each.level) for each in both.values()]
        return pd.DataFrame(rows, index=list(both), columns=["value", "lower", "upper", "level"])

    def __str__(self) -> str:
        return f"ill if positive: {self.positive}\nwell if negative: {self.negative}"


def predictive_values(
    *, sensitivity: Any, specificity: Any, prevalence: Any, level: float = 0.95
) -> PredictiveValues:
    """Predictive values of a test from its sensitivity and specificity, at this prevalence.

    Each of the three is a number that is known, or a pair (count, out of) that was counted in people of its
    own, and then the interval is as wide as the counts are small. It is the central one of the posterior,
    with Jeffreys' prior, Beta(1/2, 1/2), for each counted rate: the log odds are a sum, prevalence's + log
    sensitivity - log (1 - specificity), and so its quantiles are those of the sums of the parts'. With 20 ill
    and 20 well people it covers 95.0 % on average over rates from 0.6 to 0.995, and at the worst 90.5 %.

    >>> print(predictive_values(sensitivity=(81, 85), specificity=(390, 400), prevalence=0.028))
    ill if positive: 0.523364 [0.3828, 0.679] (95 %)
    well if negative: 0.998612 [0.9968, 0.9995] (95 %)
    """
    if not (isinstance(level, Real) and 0 < level < 1):
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1")
    hits = _Rate.of(sensitivity, "sensitivity")
    clears = _Rate.of(specificity, "specificity")
    ill = _Rate.of(prevalence, "prevalence")
    return PredictiveValues(
        _after(ill, hits, clears.other(), level), _after(ill.other(), clears, hits.other(), level)
    )


@dataclass(frozen=True)
class _Rate:
    """A share, and the number of cases it was counted in; infinitely many where it is known."""

    share: Number
    n: float

    @classmethod
    def of(cls, given: Any, name: str) -> _Rate:
        if not isinstance(given, tuple | list):
            return cls(probability(given, name), inf)
        if len(given) != 2:
            raise ParameterError(f"{name}={given!r}: give a number, or a pair (count, out of)")
        count, out_of = (number(part, name) for part in given)
        if not (0 <= count <= out_of and out_of > 0):
            raise ParameterError(
                f"{name}={given!r}: a count is from 0 to what it is out of, which is above 0"
            )
        return cls(count / out_of, float(out_of))

    def other(self) -> _Rate:
        return _Rate(1 - self.share, self.n)

    def quantiles(self, steps: int) -> Floats:
        """Equally likely values of the rate, by its posterior; one if it is known."""
        if self.n == inf:
            return np.array([float(self.share)])
        right = float(self.share) * self.n
        return np.asarray(betaincinv(right + 0.5, self.n - right + 0.5, (np.arange(steps) + 0.5) / steps))


def _after(prior: _Rate, right: _Rate, wrong: _Rate, level: float) -> PredictiveValue:
    """P(state | result), from the state's prior, and how often the result comes with it and without it."""
    if prior.share * right.share + (1 - prior.share) * wrong.share == 0:
        raise DataError("a result that never happens at these rates says nothing; check the three of them")
    table = bayes_table(
        {"state": prior.share, "other": 1 - prior.share}, {"state": right.share, "other": wrong.share}
    )
    value = table.posterior["state"]
    rates = (prior, right, wrong)
    steps = 256 if sum(rate.n < inf for rate in rates) < 3 else 64
    p, a, b = (rate.quantiles(steps) for rate in rates)
    with np.errstate(divide="ignore"):
        odds = logit(p)[:, None, None] + np.log(a)[:, None] - np.log(b)
    if not np.isfinite(odds).all():
        # A rate that is known to be 0 or 1 settles the matter.
        return PredictiveValue(value, float(value), float(value), level)
    tail = (1 - level) / 2
    lower, upper = expit(np.quantile(odds, [tail, 1 - tail], method="median_unbiased"))
    # A count of none or all has its share at the end of the scale, which is always inside.
    return PredictiveValue(value, min(float(lower), float(value)), max(float(upper), float(value)), level)
