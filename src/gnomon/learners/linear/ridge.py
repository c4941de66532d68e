"""Ridge regression: least squares with an L2 penalty on the coefficients."""

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

from gnomon.arrays import Floats
from gnomon.check import between, flag
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.linear.batched_prediction import BatchedValues
from gnomon.learners.linear.left_out import predict_left_out, refitting, squared_lengths
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large
from gnomon.sharing.prepared import Rows

MAX_COLUMNS_FOR_SPECTRUM = 300
SAFE_CONDITION = 1e10
MAX_CONDITION = 1e14


class Ridge(BatchedValues, MultiOutputMixin, RegressorMixin, Learner):
    """Ridge regression: least squares with L2 regularization (Tikhonov regularization, weight decay).

    Minimizes |y - X w - b|² + alpha |w|²; the intercept b is not penalized. Fitted on moments: all folds of a
    cross-validation cost one pass over the rows, a regularization path one eigendecomposition.

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
        kw_only=False,
        help="L2 regularization strength",
        grid=tuple(10.0**power for power in range(-3, 4)),
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    penalize_intercept: bool = flag(default=False, help="whether to penalize the intercept too")
    per_row: bool = flag(
        default=False, help="whether alpha is per row (mean squared error), so n alpha in total"
    )
    summarizes = True
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
        """Solve the normal equations on centered data."""
        penalty = self.alpha * (data.weight if self.per_row else 1.0)
        mean_fraction = self._mean_fraction(data, penalty)
        coefficients, self.condition_ = _solve(data, penalty, mean_fraction * data.weight)
        p = data.n_features
        intercept = (1 - mean_fraction) * (data.mean[p:] - data.mean[:p] @ coefficients)
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
        """Effective degrees of freedom: the trace of the hat matrix.

        >>> round(Ridge(alpha=0.0).fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2]).degrees_of_freedom(), 9)
        2.0
        """
        check_is_fitted(self)
        data = self.prepared_
        penalty = self.alpha * (data.weight if self.per_row else 1.0)
        p, mean_fraction = data.n_features, self._mean_fraction(data, penalty)
        values, vectors = _about_the_origin(data, mean_fraction * data.weight).spectrum
        spread = np.sum(vectors * (data.scatter[:p, :p] @ vectors), axis=0)
        spread += data.weight * (mean_fraction * data.mean[:p] @ vectors) ** 2
        shrinkage = np.divide(spread, values + penalty, out=np.zeros_like(values), where=values + penalty > 0)
        return float(shrinkage.sum()) + data.weight * self._intercept_leverage(data, penalty)

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """Leave-one-out predictions (PRESS): for each row that of the model fitted on all others, by one fit.

        >>> Ridge(alpha=0.0).predict_left_out([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 6.0]).round(6)
        array([-2.      ,  1.428571,  3.714286,  3.      ])
        """
        model = clone(self)
        X, y, weight = model.check_rows(X, y, sample_weight)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        data = model.prepare(X, y, weight)
        weights = np.ones(len(X)) if weight is None else weight
        penalty = self.alpha * (data.weight - weights[0] if self.per_row else 1.0)
        model.set_params(alpha=penalty, per_row=False).fit_prepared(data)
        leverage = weights * self._leverage(data, penalty, X)
        if self.per_row and np.ptp(weights) > 0:
            # Without a row, the total penalty changes by that row's weight: no closed form.
            leverage = np.ones(len(X))
        predicted = X @ model.coef_.T + model.intercept_
        return predict_left_out(y, predicted, leverage, refitting(self, Rows(X, y, weight)))

    def _mean_fraction(self, data: Moments, penalty: float) -> float:
        """The fraction of n m m' (m the means) left in the normal equations once the intercept is eliminated.

        A penalty a on the intercept leaves a / (W + a): 0 where it is not penalized (a = 0), 1 where there is
        no intercept (a infinite).
        """
        if not self.fit_intercept:
            return 1.0
        return penalty / (data.weight + penalty) if self.penalize_intercept else 0.0

    def _leverage(self, data: Moments, penalty: float, X: Floats) -> Floats:
        """x' C x of each row, with the intercept's part."""
        p, mean_fraction = data.n_features, self._mean_fraction(data, penalty)
        mean, times = data.mean[:p], mean_fraction * data.weight
        if times > 0 and not _is_safe(data, penalty):
            data, mean, times = _about_the_origin(data, times), (1 - mean_fraction) * mean, 0.0
        scale, scaled = _scaled(data.scatter[:p, :p] + penalty * np.eye(p))
        values, vectors = np.linalg.eigh(scaled)
        large = values > values[-1] / MAX_CONDITION
        directions = vectors[:, large] / scale[:, None] / np.sqrt(values[large])
        leverage = squared_lengths(X, mean, directions) + self._intercept_leverage(data, penalty)
        if times == 0:
            return leverage
        # With u = C m and t = m' u: z' (C - times u u' / (1 + times t)) z, where z = x - m + mean_fraction m.
        u = directions @ (directions.T @ mean)
        t, along = float(mean @ u), (X - mean) @ u
        return leverage + (2 * mean_fraction * along + mean_fraction**2 * t - times * along**2) / (
            1 + times * t
        )

    def _intercept_leverage(self, data: Moments, penalty: float) -> float:
        """What the intercept adds to the leverage of every row."""
        if not self.fit_intercept:
            return 0.0
        return 1 / (data.weight + (penalty if self.penalize_intercept else 0.0))

    def _warn_if_few_digits(self) -> None:
        if self.condition_ > 1e13:
            digits = max(0, int(16 - np.log10(min(self.condition_, 1e16))))
            warnings.warn(
                f"Ridge(alpha={self.alpha}): the columns are nearly collinear (condition number "
                f"{self.condition_:.0e}), so about {digits} digits of the coefficients "
                "can be trusted; increase alpha or drop columns",
                NumericsWarning,
                stacklevel=4,
            )


def _solve(data: Moments, alpha: float, times: float) -> tuple[Floats, float]:
    """The solution w of (S + times m m' + alpha I) w = s + times m m_y, and the condition of the system.

    Updated from that of the centered system (times = 0) where that is well conditioned, as large means would
    swamp the scatter (Sherman & Morrison 1950).
    """
    p = data.n_features
    if times > 0 and not _is_safe(data, alpha):
        data, times = _about_the_origin(data, times), 0.0
    mean, cross = data.mean[:p, None], data.scatter[:p, p:]
    coefficients, condition = _solve_centered(data, alpha, np.hstack([cross, mean]) if times > 0 else cross)
    if times == 0:
        return coefficients, condition
    coefficients, mean_solution = coefficients[:, :-1], coefficients[:, -1:]
    residual = data.mean[None, p:] - mean.T @ coefficients
    return coefficients + mean_solution @ (
        residual * times / (1 + times * (mean.T @ mean_solution))
    ), condition


def _solve_centered(data: Moments, alpha: float, right: Floats) -> tuple[Floats, float]:
    p = data.n_features
    if p <= MAX_COLUMNS_FOR_SPECTRUM:
        values, vectors = data.spectrum
        low, high = values[0] + alpha, values[-1] + alpha
        if low > 0 and high / low < SAFE_CONDITION:
            return vectors @ ((vectors.T @ right) / (values + alpha)[:, None]), float(high / low)
    return _solve_scaled(data.scatter[:p, :p] + alpha * np.eye(p), right)


def _is_safe(data: Moments, alpha: float) -> bool:
    """Whether the centered system is well conditioned."""
    p = data.n_features
    system = data.scatter[:p, :p] + alpha * np.eye(p)
    return bool((np.diag(system) > 0).all()) and _condition(_scaled(system)[1]) < SAFE_CONDITION


def _about_the_origin(data: Moments, times: float) -> Moments:
    """The scatter about the origin: plus `times` the outer product of the means."""
    return replace(data, scatter=data.scatter + times * np.outer(data.mean, data.mean))


def _solve_scaled(system: Floats, cross: Floats) -> tuple[Floats, float]:
    """Columns are standardized first, so that badly scaled ones lose no digits."""
    scale, scaled = _scaled(system)
    right = np.where(np.diag(system)[:, None] == 0, 0.0, cross / scale[:, None])
    condition = _condition(scaled)
    if condition < MAX_CONDITION:
        return cho_solve(cho_factor(scaled), right) / scale[:, None], condition
    # Directions below rounding error keep a coefficient of zero.
    values, vectors = np.linalg.eigh(scaled)
    inverse = np.where(values > values[-1] / MAX_CONDITION, 1 / values, 0.0)
    return vectors @ ((vectors.T @ right) * inverse[:, None]) / scale[:, None], condition


def _scaled(system: Floats) -> tuple[Floats, Floats]:
    """Square roots of the diagonal, and the system divided by them; constant columns have 1 there."""
    scale = np.sqrt(np.diag(system))
    is_empty = scale == 0
    scale[is_empty] = 1.0
    scaled = system / np.outer(scale, scale)
    scaled[is_empty, is_empty] = 1.0
    return scale, scaled


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
    "least squares with an L2 penalty (Tikhonov regularization)",
    task=("regression",),
    family="linear",
    default=True,
)
