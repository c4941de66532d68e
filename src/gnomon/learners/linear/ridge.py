"""Ridge regression: least squares with a price on large coefficients."""

from __future__ import annotations

import warnings
from dataclasses import replace
from math import inf
from typing import Any, Self

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.lapack import dpocon
from sklearn.base import MultiOutputMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import between, flag
from gnomon.errors import DataError, NumericsWarning
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large

MOST_COLUMNS_FOR_SPECTRUM = 300
SAFE_CONDITION = 1e10
LARGEST_CONDITION = 1e14


class Ridge(MultiOutputMixin, RegressorMixin, Learner):
    """Minimise |y - X w - b|² + alpha |w|²; the constant b carries no price.

    Fitted on moments: folds cost one pass over the rows, and settings of alpha one eigendecomposition.

    Attributes
    ----------
    coef_, intercept_ : w and b
    condition_ : the condition number of the system that was solved; about 16 - log10 of it digits of the
        coefficients can be trusted

    Examples
    --------
    >>> from gnomon import Ridge
    >>> model = Ridge(alpha=0.0).fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([3.1]), 1.8)
    """

    alpha: float = between(
        0,
        inf,
        default=1.0,
        position=True,
        help="price of large coefficients",
        grid=tuple(10.0**power for power in range(-3, 4)),
    )
    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    summarises = True
    shows_not_finite = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Moments:
        """Moments of features and targets together."""
        moments = Moments.of(X, y, weight)
        if not np.isfinite(moments.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return moments

    def fit_prepared(self, data: Moments, start: Self | None = None) -> Self:
        """Solve for the coefficients about the mean."""
        self.prepared_ = data
        about = data if self.fit_intercept else _about_the_origin(data)
        coefficients, self.condition_ = _solve(about, self.alpha)
        p = data.n_features
        mean = data.mean if self.fit_intercept else np.zeros_like(data.mean)
        intercept = mean[p:] - mean[:p] @ coefficients
        self.coef_ = coefficients.T if data.n_targets > 1 else coefficients[:, 0]
        self.intercept_ = intercept if data.n_targets > 1 else float(intercept[0])
        self._warn_if_few_digits()
        return self

    def predict(self, X: Any) -> Floats:
        """X w + b."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        predicted = X @ self.coef_.T + self.intercept_
        if not np.isfinite(predicted).all():
            self.refuse_not_finite(X)
        return predicted

    def _warn_if_few_digits(self) -> None:
        if self.condition_ > 1e13:
            digits = max(0, int(16 - np.log10(min(self.condition_, 1e16))))
            warnings.warn(
                f"Ridge(alpha={self.alpha}): the columns are nearly collinear (condition "
                f"{self.condition_:.0e}), so about {digits} digits of the coefficients "
                "can be trusted; raise alpha or drop columns",
                NumericsWarning,
                stacklevel=4,
            )


def _about_the_origin(data: Moments) -> Moments:
    scatter = data.scatter + data.weight * np.outer(data.mean, data.mean)
    return replace(data, mean=np.zeros_like(data.mean), scatter=scatter)


def _solve(data: Moments, alpha: float) -> tuple[Floats, float]:
    """The solution w of (S + alpha I) w = s, and the condition of the system."""
    p = data.n_features
    cross = data.scatter[:p, p:]
    if p <= MOST_COLUMNS_FOR_SPECTRUM:
        values, vectors = data.spectrum
        low, high = values[0] + alpha, values[-1] + alpha
        if low > 0 and high / low < SAFE_CONDITION:
            return vectors @ ((vectors.T @ cross) / (values + alpha)[:, None]), float(high / low)
    return _solve_scaled(data.scatter[:p, :p] + alpha * np.eye(p), cross)


def _solve_scaled(system: Floats, cross: Floats) -> tuple[Floats, float]:
    """Columns put on one scale first, so that badly scaled ones lose no digits."""
    scale = np.sqrt(np.diag(system))
    constant = scale == 0
    scale[constant] = 1.0
    scaled = system / np.outer(scale, scale)
    scaled[constant, constant] = 1.0
    right = np.where(constant[:, None], 0.0, cross / scale[:, None])
    condition = _condition(scaled)
    if condition < LARGEST_CONDITION:
        return cho_solve(cho_factor(scaled), right) / scale[:, None], condition
    # Directions that rounding has swamped are left at zero.
    values, vectors = np.linalg.eigh(scaled)
    inverse = np.where(values > values[-1] / LARGEST_CONDITION, 1 / values, 0.0)
    return vectors @ ((vectors.T @ right) * inverse[:, None]) / scale[:, None], condition


def _condition(system: Floats) -> float:
    """An estimate of the condition number from a Cholesky factor; infinite if there is none."""
    try:
        factor, _ = cho_factor(system)
    except LinAlgError:
        return inf
    reciprocal, _ = dpocon(factor, np.abs(system).sum(axis=0).max())
    return 1 / reciprocal if reciprocal > 0 else inf


learners.add(
    "Ridge",
    Ridge,
    "least squares with a price on large coefficients",
    task=("regression",),
    family="linear",
    default=True,
)
