"""Ridge regression: least squares with a price on large coefficients."""

from __future__ import annotations

import warnings
from dataclasses import replace
from math import inf
from typing import Any, Self

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.linalg.lapack import dpocon
from sklearn.base import MultiOutputMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats, Integers
from gnomon.check import between, flag
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.linear.left_out import predict_left_out
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
    penalize_intercept: bool = flag(default=False, help="whether the constant term has its price too")
    per_row: bool = flag(default=False, help="whether alpha is the price for each row, so n alpha in all")
    summarises = True
    shows_not_finite = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

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
        price = self.alpha * (data.weight if self.per_row else 1.0)
        system, centre = self._centred(data, price)
        coefficients, self.condition_ = _solve(system, price)
        p = data.n_features
        intercept = centre[p:] - centre[:p] @ coefficients
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

    def degrees_of_freedom(self) -> float:
        """How many free coefficients the fit comes to: the trace of its hat matrix.

        >>> round(Ridge(alpha=0.0).fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2]).degrees_of_freedom(), 9)
        2.0
        """
        check_is_fitted(self)
        data = self.prepared_
        price = self.alpha * (data.weight if self.per_row else 1.0)
        system, centre = self._centred(data, price)
        p = data.n_features
        offset = data.mean[:p] - centre[:p]
        values, vectors = system.spectrum
        spread = np.sum(vectors * (data.scatter[:p, :p] @ vectors), axis=0)
        spread += data.weight * (offset @ vectors) ** 2
        shares = np.divide(spread, values + price, out=np.zeros_like(values), where=values + price > 0)
        return float(shares.sum()) + data.weight * self._constant_part(data, price)

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """For each row what the model fitted on all others predicts, in the time of one fit.

        >>> Ridge(alpha=0.0).predict_left_out([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 6.0]).round(6)
        array([-2.      ,  1.428571,  3.714286,  3.      ])
        """
        model = clone(self)
        X, y, weight = model.check_rows(X, y, sample_weight)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        data = model.prepare(X, y, weight)
        weights = np.ones(len(X)) if weight is None else weight
        price = self.alpha * (data.weight - weights[0] if self.per_row else 1.0)
        model.set_params(alpha=price, per_row=False).fit_prepared(data)
        leverage = weights * self._leverage(data, price, X)
        if self.per_row and np.ptp(weights) > 0:
            # Without a row, the price of all coefficients changes by that row's weight: no closed form.
            leverage = np.ones(len(X))

        def refit(rows: Integers, row: int) -> Floats:
            some = None if weight is None else weight[rows]
            return clone(self).fit(X[rows], y[rows], some).predict(X[row : row + 1])[0]

        return predict_left_out(y, X @ model.coef_.T + model.intercept_, leverage, refit)

    def _centred(self, data: Moments, price: float) -> tuple[Moments, Floats]:
        """The moments that the coefficients solve for, and the point that the fitted plane goes through.

        With the constant found first, its price a leaves W a / (W + a) of the means' square in the system:
        nothing where it is free (a = 0), all W of it where there is no constant (a infinite).
        """
        if not self.fit_intercept:
            kept = 1.0
        else:
            kept = price / (data.weight + price) if self.penalize_intercept else 0.0
        if kept == 0:
            return data, data.mean
        scatter = data.scatter + kept * data.weight * np.outer(data.mean, data.mean)
        return replace(data, scatter=scatter), (1 - kept) * data.mean

    def _leverage(self, data: Moments, price: float, X: Floats) -> Floats:
        """x' C x of each row, with the constant's part."""
        system, centre = self._centred(data, price)
        values, vectors = system.spectrum
        p = data.n_features
        scaled = vectors / np.sqrt(np.maximum(values + price, values[-1] * 1e-15))
        return np.sum(((X - centre[:p]) @ scaled) ** 2, axis=1) + self._constant_part(data, price)

    def _constant_part(self, data: Moments, price: float) -> float:
        """What the constant adds to the leverage of every row."""
        if not self.fit_intercept:
            return 0.0
        return 1 / (data.weight + (price if self.penalize_intercept else 0.0))

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
