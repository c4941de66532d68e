"""Distributions over parameters and models: what is believed before data, and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv, logsumexp, ndtri

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.probability.draws import check_draws
from gnomon.probability.exact import Number, by_name, is_one, number, probability, total
from gnomon.probability.mass import dirichlet_multinomial_probability
from gnomon.probability.tables import LARGEST, floats
from gnomon.seeds import Seed, generator


@dataclass(frozen=True)
class DirichletPrior:
    """A belief about the probabilities of k values: as if each had been seen alpha_i times before.

    Two values make it the Beta distribution.

    >>> coin = DirichletPrior.uniform(2).after([7, 3])
    >>> coin.mean
    [Fraction(2, 3), Fraction(1, 3)]
    >>> [round(bound, 4) for bound in coin.interval()[0].tolist()]
    [0.3903, 0.8907]
    """

    alpha: tuple[Number, ...]

    def __post_init__(self) -> None:
        found = tuple(number(value, "alpha") for value in self.alpha)
        if len(found) < 2 or any(value <= 0 for value in found):
            raise ParameterError(f"alpha={self.alpha!r}: give two or more numbers above 0")
        object.__setattr__(self, "alpha", found)

    @classmethod
    def uniform(cls, k: int) -> DirichletPrior:
        """All distributions over k values alike: each value seen once before.

        >>> DirichletPrior.uniform(3).mean[0]
        Fraction(1, 3)
        """
        return cls((1,) * k)

    @property
    def mean(self) -> list[Number]:
        """The expected probability of each value; it is also the probability that the next draw is it."""
        whole = total(self.alpha)
        return [value / whole for value in self.alpha]

    @property
    def variance(self) -> list[Number]:
        """The variance of each probability."""
        whole = total(self.alpha)
        return [share * (1 - share) / (whole + 1) for share in self.mean]

    def after(self, counts: Sequence[Any]) -> DirichletPrior:
        """The belief once the values came up this often.

        >>> DirichletPrior((1, 1)).after([2, 0]).alpha
        (Fraction(3, 1), Fraction(1, 1))
        """
        found = [number(count, "a count") for count in counts]
        if len(found) != len(self.alpha) or any(count < 0 for count in found):
            raise DataError(f"counts {list(counts)!r}: give {len(self.alpha)} of them, each at least 0")
        return DirichletPrior(tuple(value + count for value, count in zip(self.alpha, found, strict=True)))

    def interval(self, level: float = 0.95) -> Floats:
        """The central interval of each probability, (k, 2).

        >>> DirichletPrior((1, 1)).interval(0.9).round(2).tolist()
        [[0.05, 0.95], [0.05, 0.95]]
        """
        tail = (1 - _checked_level(level)) / 2
        alpha = np.array([float(value) for value in self.alpha])
        other = alpha.sum() - alpha
        return np.column_stack([betaincinv(alpha, other, tail), betaincinv(alpha, other, 1 - tail)])

    def predictive(self, counts: Sequence[int]) -> Number:
        """The probability that the values come up this often, theta averaged out.

        >>> DirichletPrior((1, 1)).predictive([1, 1])
        Fraction(1, 3)
        """
        return dirichlet_multinomial_probability(counts, self.alpha)

    def sample(self, n: int, *, random_state: Seed = None) -> Floats:
        """Distributions drawn from the belief, (n, k).

        >>> DirichletPrior((1, 1)).sample(3, random_state=0).shape
        (3, 2)
        """
        return generator(random_state).dirichlet(
            [float(value) for value in self.alpha], check_draws(n, least=0)
        )


@dataclass(frozen=True)
class NormalMeanPrior:
    """A belief about the mean of normal values of known variance: itself normal.

    variance: of the belief; infinity says that nothing is known yet. noise: the variance of one value.

    >>> NormalMeanPrior(0.0, 4.0, noise=4.0).after([2.0])
    NormalMeanPrior(mean=1.0, variance=2.0, noise=4.0)
    """

    mean: float
    variance: float
    noise: float

    def __post_init__(self) -> None:
        if not (self.variance > 0 and 0 < self.noise < inf and np.isfinite(self.mean)):
            raise ParameterError(
                f"mean={self.mean!r}, variance={self.variance!r}, noise={self.noise!r}: variances are "
                "above 0, and only that of the belief may be infinite"
            )

    def after(self, values: ArrayLike) -> NormalMeanPrior:
        """The belief once these values were seen: precisions add, means are weighed by them.

        >>> NormalMeanPrior(0.0, float("inf"), noise=1.0).after([1.0, 3.0]).mean
        2.0
        """
        seen = floats(values, "values")
        if seen.ndim != 1 or not (np.abs(seen) <= LARGEST).all():
            raise DataError("values: give one finite number a row")
        if len(seen) == 0:
            return self
        before, news = 1 / self.variance, len(seen) / self.noise
        mean = (before * self.mean + news * float(seen.mean())) / (before + news)
        return NormalMeanPrior(mean, 1 / (before + news), self.noise)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The central interval of the mean.

        >>> [round(bound, 2) for bound in NormalMeanPrior(0.0, 1.0, noise=1.0).interval()]
        [-1.96, 1.96]
        """
        half = float(ndtri((1 + _checked_level(level)) / 2)) * sqrt(self.variance)
        return self.mean - half, self.mean + half

    def predictive(self, value: float) -> float:
        """The density of the next value, the mean averaged out.

        >>> round(NormalMeanPrior(0.0, 1.0, noise=1.0).predictive(0.0), 4)
        0.2821
        """
        spread = self.variance + self.noise
        if spread == inf:
            return 0.0
        return exp(-((value - self.mean) ** 2) / (2 * spread)) / sqrt(2 * pi * spread)


def model_posterior(log_evidence: Any, prior: Any = None) -> dict[Any, float]:
    """P(model | data) from the natural log of P(data | model); models are alike if no prior is given.

    >>> round(model_posterior({"fair": -6.9, "biased": -6.2})["fair"], 3)
    0.332
    """
    models = by_name(log_evidence, "log_evidence")
    weigh = {each: probability(share, "a prior") for each, share in by_name(prior or {}, "prior").items()}
    if weigh and (set(weigh) != set(models) or not is_one(total(weigh.values()))):
        raise DataError(f"prior={prior!r}: give a probability for each model; they sum to 1")
    logs = floats(list(models.values()), "log_evidence")
    with np.errstate(divide="ignore"):
        logs = logs + np.log([float(weigh.get(each, 1.0)) for each in models])
    if logs.size != len(models) or not len(logs) or np.isnan(logs).any() or not np.isfinite(logs.max()):
        raise DataError("the data are impossible under every model, or a log evidence is not a number")
    return dict(zip(models, np.exp(logs - logsumexp(logs)).tolist(), strict=True))


def _checked_level(level: float) -> float:
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1")
    return level
