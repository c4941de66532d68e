"""Conjugate priors (Dirichlet, normal) and posteriors of models."""

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
    """Dirichlet prior of the probabilities of k values, with pseudo-counts alpha_i; Beta for two values.

    >>> coin = DirichletPrior.uniform(2).posterior([7, 3])
    >>> coin.mean
    [Fraction(2, 3), Fraction(1, 3)]
    >>> [round(bound, 4) for bound in coin.interval()[0].tolist()]
    [0.3903, 0.8907]
    """

    alpha: tuple[Number, ...]

    def __post_init__(self) -> None:
        alpha = tuple(number(value, "alpha") for value in self.alpha)
        if len(alpha) < 2 or any(value <= 0 for value in alpha):
            raise ParameterError(f"alpha={self.alpha!r}: it must be two or more numbers above 0")
        object.__setattr__(self, "alpha", alpha)

    @classmethod
    def uniform(cls, k: int) -> DirichletPrior:
        """Uniform prior over the distributions of k values: alpha_i = 1.

        >>> DirichletPrior.uniform(3).mean[0]
        Fraction(1, 3)
        """
        return cls((1,) * k)

    @property
    def mean(self) -> list[Number]:
        """Mean probability of each value; also its posterior predictive probability."""
        whole = total(self.alpha)
        return [value / whole for value in self.alpha]

    @property
    def variance(self) -> list[Number]:
        """Variance of each probability."""
        whole = total(self.alpha)
        return [p * (1 - p) / (whole + 1) for p in self.mean]

    def posterior(self, counts: Sequence[Any]) -> DirichletPrior:
        """Posterior after these counts of the values were observed.

        >>> DirichletPrior((1, 1)).posterior([2, 0]).alpha
        (Fraction(3, 1), Fraction(1, 1))
        """
        exact = [number(count, "a count") for count in counts]
        if len(exact) != len(self.alpha) or any(count < 0 for count in exact):
            raise DataError(f"counts={list(counts)!r}: it must be {len(self.alpha)} numbers of at least 0")
        return DirichletPrior(tuple(value + count for value, count in zip(self.alpha, exact, strict=True)))

    def interval(self, level: float = 0.95) -> Floats:
        """Central credible interval of each probability, (k, 2).

        >>> DirichletPrior((1, 1)).interval(0.9).round(2).tolist()
        [[0.05, 0.95], [0.05, 0.95]]
        """
        tail = (1 - _checked_level(level)) / 2
        alpha = np.array([float(value) for value in self.alpha])
        other = alpha.sum() - alpha
        return np.column_stack([betaincinv(alpha, other, tail), betaincinv(alpha, other, 1 - tail)])

    def predictive(self, counts: Sequence[int]) -> Number:
        """Predictive probability of these counts (Dirichlet-multinomial), with theta integrated out.

        >>> DirichletPrior((1, 1)).predictive([1, 1])
        Fraction(1, 3)
        """
        return dirichlet_multinomial_probability(counts, self.alpha)

    def sample(self, n: int, *, random_state: Seed = 0) -> Floats:
        """Sample n probability vectors, (n, k).

        >>> DirichletPrior((1, 1)).sample(3, random_state=0).shape
        (3, 2)
        """
        return generator(random_state).dirichlet(
            [float(value) for value in self.alpha], check_draws(n, minimum=0)
        )


@dataclass(frozen=True)
class NormalMeanPrior:
    """Normal prior of the mean of normal values with known variance.

    variance: of the prior; infinity for a flat prior. noise: variance of one value.

    >>> NormalMeanPrior(0.0, 4.0, noise=4.0).posterior([2.0])
    NormalMeanPrior(mean=1.0, variance=2.0, noise=4.0)
    """

    mean: float
    variance: float
    noise: float

    def __post_init__(self) -> None:
        if not (self.variance > 0 and 0 < self.noise < inf and np.isfinite(self.mean)):
            raise ParameterError(
                f"mean={self.mean!r}, variance={self.variance!r}, noise={self.noise!r}: variances must be "
                "above 0, and only that of the prior may be infinite"
            )

    def posterior(self, values: ArrayLike) -> NormalMeanPrior:
        """Posterior after these values were observed: precisions add, means are weighted by them.

        >>> NormalMeanPrior(0.0, float("inf"), noise=1.0).posterior([1.0, 3.0]).mean
        2.0
        """
        seen = floats(values, "values")
        if seen.ndim != 1 or not (np.abs(seen) <= LARGEST).all():
            raise DataError("values must be a 1-D array of finite numbers")
        if len(seen) == 0:
            return self
        prior_precision, data_precision = 1 / self.variance, len(seen) / self.noise
        precision = prior_precision + data_precision
        mean = (prior_precision * self.mean + data_precision * float(seen.mean())) / precision
        return NormalMeanPrior(mean, 1 / precision, self.noise)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Central credible interval of the mean.

        >>> [round(bound, 2) for bound in NormalMeanPrior(0.0, 1.0, noise=1.0).interval()]
        [-1.96, 1.96]
        """
        half = float(ndtri((1 + _checked_level(level)) / 2)) * sqrt(self.variance)
        return self.mean - half, self.mean + half

    def predictive(self, value: float) -> float:
        """Predictive density of the next value, with the mean integrated out.

        >>> round(NormalMeanPrior(0.0, 1.0, noise=1.0).predictive(0.0), 4)
        0.2821
        """
        variance = self.variance + self.noise
        if variance == inf:
            return 0.0
        return exp(-((value - self.mean) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)


def model_posterior(log_evidence: Any, prior: Any = None) -> dict[Any, float]:
    """Posterior probabilities of models from their log evidence (natural log); uniform prior by default.

    >>> round(model_posterior({"fair": -6.9, "biased": -6.2})["fair"], 3)
    0.332
    """
    models = by_name(log_evidence, "log_evidence")
    weight = {each: probability(p, "a prior") for each, p in by_name(prior or {}, "prior").items()}
    if weight and (set(weight) != set(models) or not is_one(total(weight.values()))):
        raise DataError(f"prior={prior!r}: it must be one probability per model, with sum 1")
    logs = floats(list(models.values()), "log_evidence")
    with np.errstate(divide="ignore"):
        logs = logs + np.log([float(weight.get(each, 1.0)) for each in models])
    if logs.size != len(models) or not len(logs) or np.isnan(logs).any() or not np.isfinite(logs.max()):
        raise DataError("the data have probability 0 under every model, or a log evidence is not a number")
    return dict(zip(models, np.exp(logs - logsumexp(logs)).tolist(), strict=True))


def _checked_level(level: float) -> float:
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1")
    return level
