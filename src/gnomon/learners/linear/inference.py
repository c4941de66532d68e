"""Inference for least squares: standard errors, t tests, confidence and prediction intervals.

The noise is assumed normal and independent. Weights are frequency weights, as everywhere: a row of weight 2
is two observations.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats
from scipy.linalg import solve_triangular

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.linear.information_criteria import LikelihoodInference
from gnomon.sharing.factored import FactoredMoments, triangular

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class LinearInference(LikelihoodInference):
    """Inference of a least-squares fit: noise variance, likelihood, standard errors and intervals.

    names, coefficients: the intercept first, if there is one. spread: S with S S' times the noise variance
    the covariance of the coefficients. center: about which the features are centered. loss: sum of squared
    residuals. weight: number of observations.

    >>> from gnomon import LinearRegression
    >>> model = LinearRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0.1, 0.9, 2.1, 2.9])
    >>> model.inference().frame().round(3)
              coefficient  standard error       t      p  lower  upper
    constant         0.06           0.106   0.567  0.628 -0.395  0.515
    0                0.96           0.057  16.971  0.003  0.717  1.203
    """

    names: tuple[str, ...]
    coefficients: Floats
    spread: Floats
    center: Floats
    loss: float
    weight: float
    has_intercept: bool

    @classmethod
    def of(
        cls, data: FactoredMoments, has_intercept: bool, rank: int, names: Array | None = None
    ) -> LinearInference:
        """From the moments of the training rows; columns must be linearly independent, with one target."""
        moments = data.moments if has_intercept else data.about_the_origin()
        p = moments.n_features
        if moments.n_targets != 1 or rank < p:
            raise DataError(
                f"standard errors need one target and linearly independent columns; here are "
                f"{moments.n_targets} targets and rank {rank} of {p} columns"
            )
        triangle = _square(data, moments.mean)
        inverse = solve_triangular(triangle[:p, :p], np.eye(p))
        slopes = inverse @ triangle[:p, p]
        loss = float(np.sum(triangle[p:, p] ** 2))
        named = tuple(map(str, range(p) if names is None else names))
        if not has_intercept:
            return cls(named, slopes, inverse, moments.mean[:p], loss, moments.weight, False)
        intercept = moments.mean[p] - moments.mean[:p] @ slopes
        # Var(b) = sigma² (1/n + m' C m), and Cov(b, w) = -sigma² C m.
        spread = np.zeros((p + 1, p + 1))
        spread[0, 0], spread[0, 1:] = 1 / np.sqrt(moments.weight), -moments.mean[:p] @ inverse
        spread[1:, 1:] = inverse
        return cls(
            ("constant", *named),
            np.array([intercept, *slopes]),
            spread,
            moments.mean[:p],
            loss,
            moments.weight,
            True,
        )

    @property
    def degrees_of_freedom(self) -> float:
        """Residual degrees of freedom: observations less coefficients."""
        return self.weight - len(self.coefficients)

    @property
    def noise_variance(self) -> float:
        """The maximum likelihood estimate of the noise variance, loss / n."""
        return self.loss / self.weight

    @property
    def residual_variance(self) -> float:
        """The unbiased estimate of the noise variance, loss / (n - number of coefficients)."""
        if self.degrees_of_freedom <= 0:
            raise DataError(
                f"{self.weight:g} rows and {len(self.coefficients)} coefficients leave no residual degrees "
                "of freedom; add rows"
            )
        return self.loss / self.degrees_of_freedom

    @property
    def n_parameters(self) -> int:
        """Coefficients, and the noise variance (R's count; statsmodels leaves the variance out)."""
        return len(self.coefficients) + 1

    @property
    def log_likelihood(self) -> float:
        """The log-likelihood at its maximum: -n/2 (1 + log 2 pi + log of the noise variance)."""
        if self.loss <= 0:
            raise DataError("the residuals are all zero, so the likelihood is unbounded")
        return -self.weight / 2 * (1 + log(2 * pi) + log(self.noise_variance))

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of the coefficients, by the unbiased noise variance."""
        return self.residual_variance * self.spread @ self.spread.T

    def frame(self, level: float = 0.95) -> pd.DataFrame:
        """Coefficients with standard errors, t statistics, two-sided p-values and confidence intervals."""
        import pandas as pd

        error = np.sqrt(self.residual_variance * np.sum(self.spread**2, axis=1))
        half = self._critical(level) * error
        with np.errstate(divide="ignore"):
            t = self.coefficients / error
        return pd.DataFrame(
            {
                "coefficient": self.coefficients,
                "standard error": error,
                "t": t,
                "p": 2 * stats.t.sf(np.abs(t), self.degrees_of_freedom),
                "lower": self.coefficients - half,
                "upper": self.coefficients + half,
            },
            index=list(self.names),
        )

    def interval(self, X: Any, level: float = 0.95, *, of: str = "mean") -> tuple[Floats, Floats]:
        """Confidence interval of the mean at rows X, or with of="new" prediction interval of an observation.

        >>> from gnomon import LinearRegression
        >>> fit = LinearRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0.1, 0.9, 2.1, 2.9]).inference()
        >>> [bound.round(3).tolist() for bound in fit.interval([[4.0]], of="new")]
        [[3.039], [4.761]]
        """
        if of not in ("mean", "new"):
            raise ParameterError(f"of={of!r}: it must be 'mean' (confidence) or 'new' (prediction)")
        X = np.asarray(X, dtype=np.float64)
        variance = self.leverage(X) + (of == "new")
        half = self._critical(level) * np.sqrt(self.residual_variance * variance)
        predicted = X @ self.coefficients[self.has_intercept :]
        predicted += self.coefficients[0] if self.has_intercept else 0.0
        return predicted - half, predicted + half

    def leverage(self, X: Floats) -> Floats:
        """Leverage x' C x of each row: the variance of its fitted mean, in units of the noise variance."""
        slopes = self.spread[self.has_intercept :, self.has_intercept :]
        slopes_leverage = np.sum(((X - self.center) @ slopes) ** 2, axis=1)
        return slopes_leverage + (1 / self.weight if self.has_intercept else 0.0)

    def _critical(self, level: float) -> float:
        if not 0 < level < 1:
            raise ParameterError(f"level={level!r}: it must be above 0 and below 1, such as 0.95")
        return float(stats.t.ppf(0.5 + level / 2, self.degrees_of_freedom))


def _square(data: FactoredMoments, center: Floats) -> Floats:
    """The triangular factor about this center, upper triangular and square."""
    factor = triangular(data.factor(about=center))
    return np.concatenate([factor, np.zeros((len(center) - len(factor), len(center)))])
