"""Information criteria of a maximum likelihood fit (AIC, BIC), and the printed table of its coefficients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class LikelihoodInference(ABC):
    """What inference of linear and of logistic regression share: AIC, BIC and the printed table.

    A subclass has log_likelihood, n_parameters (all that the likelihood was maximized over), weight (the
    number of observations) and frame().
    """

    log_likelihood: Any
    n_parameters: Any
    weight: Any

    @property
    def aic(self) -> float:
        """Akaike's information criterion, -2 log L + 2 n_parameters: lower is better."""
        return float(-2 * self.log_likelihood + 2 * self.n_parameters)

    @property
    def bic(self) -> float:
        """Schwarz's Bayesian information criterion, -2 log L + n_parameters log n: lower is better."""
        return float(-2 * self.log_likelihood + self.n_parameters * log(self.weight))

    @abstractmethod
    def frame(self, level: float = 0.95) -> pd.DataFrame:
        """Coefficients with standard errors, test statistics, p-values and confidence intervals."""

    def __repr__(self) -> str:
        return f"{self.frame().to_string(float_format='{:.4g}'.format)}\n{self._criteria()}"

    def _repr_html_(self) -> str:
        return f"{self.frame().to_html(float_format='{:.4g}'.format)}<p>{self._criteria()}</p>"

    def _criteria(self) -> str:
        return (
            f"{self.weight:g} observations, log-likelihood {self.log_likelihood:.6g}, "
            f"AIC {self.aic:.6g}, BIC {self.bic:.6g}"
        )
