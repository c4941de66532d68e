"""What a least-squares fit says of its own errors, when noise is normal and independent.

Weights count repetitions, as everywhere: a row of weight 2 is two observations.
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
from gnomon.sharing.factored import FactoredMoments, triangular

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class LinearInference:
    """Noise, likelihood, standard errors and intervals of a linear model fitted by least squares.

    names, coefficients: the constant first, where there is one. spread: S with S S' times the noise variance
    the covariance of the coefficients. center: where the features are measured from. loss: sum of squared
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
    has_constant: bool

    @classmethod
    def of(
        cls, data: FactoredMoments, has_constant: bool, rank: int, names: Array | None = None
    ) -> LinearInference:
        """From what a model was fitted on; columns must be independent, and the target one."""
        moments = data.moments if has_constant else data.about_the_origin()
        p = moments.n_features
        if moments.n_targets != 1 or rank < p:
            raise DataError(
                f"errors of coefficients need one target and independent columns; here are "
                f"{moments.n_targets} targets and {rank} independent columns of {p}"
            )
        triangle = _square(data, moments.mean)
        inverse = solve_triangular(triangle[:p, :p], np.eye(p))
        slopes = inverse @ triangle[:p, p]
        loss = float(np.sum(triangle[p:, p] ** 2))
        named = tuple(map(str, range(p) if names is None else names))
        if not has_constant:
            return cls(named, slopes, inverse, moments.mean[:p], loss, moments.weight, False)
        constant = moments.mean[p] - moments.mean[:p] @ slopes
        # Var(b) = sigma² (1/n + m' C m), and Cov(b, w) = -sigma² C m.
        spread = np.zeros((p + 1, p + 1))
        spread[0, 0], spread[0, 1:] = 1 / np.sqrt(moments.weight), -moments.mean[:p] @ inverse
        spread[1:, 1:] = inverse
        return cls(
            ("constant", *named),
            np.array([constant, *slopes]),
            spread,
            moments.mean[:p],
            loss,
            moments.weight,
            True,
        )

    @property
    def freedom(self) -> float:
        """Observations less coefficients."""
        return self.weight - len(self.coefficients)

    @property
    def noise_variance(self) -> float:
        """The maximum-likelihood noise variance, loss / n."""
        return self.loss / self.weight

    @property
    def residual_variance(self) -> float:
        """The unbiased noise variance, loss / (n - number of coefficients)."""
        if self.freedom <= 0:
            raise DataError(
                f"{self.weight:g} rows and {len(self.coefficients)} coefficients leave nothing to tell the "
                "noise by; give more rows"
            )
        return self.loss / self.freedom

    @property
    def log_likelihood(self) -> float:
        """log L at the maximum: -n/2 (1 + log 2 pi + log of the noise variance)."""
        if self.loss <= 0:
            raise DataError("the fit has no residuals, so its likelihood has no bound")
        return -self.weight / 2 * (1 + log(2 * pi) + log(self.noise_variance))

    @property
    def covariance(self) -> Floats:
        """The covariance of the coefficients, by the unbiased noise variance."""
        return self.residual_variance * self.spread @ self.spread.T

    def frame(self, level: float = 0.95) -> pd.DataFrame:
        """Each coefficient with its standard error, t, two-sided p and interval."""
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
                "p": 2 * stats.t.sf(np.abs(t), self.freedom),
                "lower": self.coefficients - half,
                "upper": self.coefficients + half,
            },
            index=list(self.names),
        )

    def interval(self, X: Any, level: float = 0.95, *, of: str = "mean") -> tuple[Floats, Floats]:
        """Lower and upper bounds at rows X: of="mean" of the line there, of="new" of a new observation.

        >>> from gnomon import LinearRegression
        >>> fit = LinearRegression().fit([[0.0], [1.0], [2.0], [3.0]], [0.1, 0.9, 2.1, 2.9]).inference()
        >>> [bound.round(3).tolist() for bound in fit.interval([[4.0]], of="new")]
        [[3.039], [4.761]]
        """
        if of not in ("mean", "new"):
            raise ParameterError(f"of={of!r}: it must be 'mean' (of the line) or 'new' (of an observation)")
        X = np.asarray(X, dtype=np.float64)
        variance = self.leverage(X) + (of == "new")
        half = self._critical(level) * np.sqrt(self.residual_variance * variance)
        predicted = X @ self.coefficients[self.has_constant :]
        predicted += self.coefficients[0] if self.has_constant else 0.0
        return predicted - half, predicted + half

    def leverage(self, X: Floats) -> Floats:
        """x' C x of each row (with the constant): the variance of the line there, in units of the noise's."""
        slopes = self.spread[self.has_constant :, self.has_constant :]
        found = np.sum(((X - self.center) @ slopes) ** 2, axis=1)
        return found + (1 / self.weight if self.has_constant else 0.0)

    def _critical(self, level: float) -> float:
        if not 0 < level < 1:
            raise ParameterError(f"level={level!r}: it is above 0 and below 1, such as 0.95")
        return float(stats.t.ppf(0.5 + level / 2, self.freedom))


def _square(data: FactoredMoments, center: Floats) -> Floats:
    """The triangular factor about this center, upper triangular and square."""
    factor = triangular(data.factor(about=center))
    return np.concatenate([factor, np.zeros((len(center) - len(factor), len(center)))])
