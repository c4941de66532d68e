"""Ordinary least squares: linear regression, under normal noise the maximum likelihood estimate."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import nnls
from sklearn.base import MultiOutputMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import flag
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.linear.batched_prediction import BatchedValues
from gnomon.learners.linear.inference import LinearInference
from gnomon.learners.linear.left_out import predict_left_out, refitting, squared_lengths
from gnomon.registry import learners
from gnomon.sharing.factored import SAFE_CONDITION, FactoredMoments, condition
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large
from gnomon.sharing.prepared import Rows


class LinearRegression(BatchedValues, MultiOutputMixin, RegressorMixin, Learner):
    """Linear regression by ordinary least squares (OLS): minimize |y - X w - b|².

    Cross-validation and leave-one-out cost one pass over the rows. Well-conditioned columns are solved from
    the normal equations; others by a triangular factor of the centered rows, which has twice the digits.
    With collinear columns the solution is the minimum-norm one (pseudo-inverse), and the fit warns.

    Attributes
    ----------
    coef_, intercept_ : w and b
    condition_ : condition number of the standardized features; about 16 - log10 of it digits
        of the coefficients can be trusted
    rank_ : rank of the centered X: the number of linearly independent columns

    Examples
    --------
    >>> from gnomon import LinearRegression
    >>> model = LinearRegression().fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([3.1]), 1.8)
    """

    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    positive: bool = flag(default=False, help="whether to force the coefficients to be nonnegative")
    summarizes = True
    shows_not_finite = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FactoredMoments:
        """Moments of features and targets together, with a factor where digits need it."""
        data = FactoredMoments.of(X, y, weight)
        if not np.isfinite(data.moments.scatter).all():
            self.refuse_not_finite(X)
            raise DataError(too_large(X))
        return data

    def fit_prepared(self, data: FactoredMoments, start: Self | None = None) -> Self:
        """Solve the normal equations on centered data."""
        moments = data.moments if self.fit_intercept else data.about_the_origin()
        p = moments.n_features
        if self.positive:
            coefficients = _solve_positive(_triangle(data, moments), p)
            self.condition_, self.rank_ = np.sqrt(condition(moments.scatter[:p, :p])), p
        else:
            coefficients, self.condition_, self.rank_ = _solve(data, moments)
        intercept = moments.mean[p:] - moments.mean[:p] @ coefficients
        self.coef_ = coefficients.T if moments.n_targets > 1 else coefficients[:, 0]
        self.intercept_ = intercept if moments.n_targets > 1 else float(intercept[0])
        if self.rank_ < p:
            self._warn_collinear(p)
        return self

    def predict(self, X: Any) -> Floats:
        """X w + b."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        predicted = X @ self.coef_.T + self.intercept_
        if not np.isfinite(predicted).all():
            self.refuse_not_finite(X)
        return predicted

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """Leave-one-out predictions (PRESS): for each row that of the model fitted on all others, by one fit.

        >>> LinearRegression().predict_left_out([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 6.0]).round(6)
        array([-2.      ,  1.428571,  3.714286,  3.      ])
        """
        model = clone(self)
        X, y, weight = model.check_rows(X, y, sample_weight)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        model.fit_prepared(model.prepare(X, y, weight))
        # With bounds the fit is not linear in the targets.
        leverage = np.ones(len(X)) if self.positive else leverages(model.prepared_, self.fit_intercept, X)
        if weight is not None and not self.positive:
            leverage *= weight
        predicted = X @ model.coef_.T + model.intercept_
        return predict_left_out(y, predicted, leverage, refitting(self, Rows(X, y, weight)))

    def inference(self) -> LinearInference:
        """Noise variance, likelihood, standard errors and confidence intervals of this fit."""
        check_is_fitted(self)
        if self.positive:
            raise DataError(
                "LinearRegression(positive=True).inference(): estimates at the bound of zero "
                "are not normally distributed; use a bootstrap, or positive=False"
            )
        return LinearInference.of(
            self.prepared_, self.fit_intercept, self.rank_, getattr(self, "feature_names_in_", None)
        )

    def _warn_collinear(self, p: int) -> None:
        warnings.warn(
            f"LinearRegression: the columns are collinear (rank {self.rank_} of {p}), so the coefficients "
            "are not unique; the minimum-norm solution was taken. Drop columns, or use Ridge",
            NumericsWarning,
            stacklevel=4,
        )


def leverages(data: FactoredMoments, has_intercept: bool, X: Floats) -> Floats:
    """Leverage (hat value) x' C x of each row, intercept included; C the pseudo-inverse if collinear.

    >>> data = FactoredMoments.of(np.array([[0.0], [2.0]]), np.array([1.0, 2.0]))
    >>> leverages(data, True, np.array([[0.0], [1.0]]))
    array([1. , 0.5])
    """
    moments = data.moments if has_intercept else data.about_the_origin()
    p = moments.n_features
    leverage = np.full(len(X), 1 / moments.weight if has_intercept else 0.0)
    if p:
        scale, _, values, right, rank = _decomposed(_triangle(data, moments)[:, :p], moments.weight)
        directions = right[:rank].T / scale[:, None] / values[:rank]
        leverage += squared_lengths(X, moments.mean[:p], directions)
    return leverage


def _solve(data: FactoredMoments, moments: Moments) -> tuple[Floats, float, int]:
    """Coefficients, the condition number of the standardized features, and their rank."""
    p = moments.n_features
    system, cross = moments.scatter[:p, :p], moments.scatter[:p, p:]
    squared = condition(system)
    if squared < SAFE_CONDITION and (np.diag(system) > 0).all():
        scale = np.sqrt(np.diag(system))[:, None]
        coefficients = cho_solve(cho_factor(system / scale / scale.T), cross / scale) / scale
        return coefficients, float(np.sqrt(squared)), p
    return solve_triangle(_triangle(data, moments), p, moments.weight)


def _triangle(data: FactoredMoments, moments: Moments) -> Floats:
    """T with T' T equal to the scatter of features and targets, from the rows where they were stored."""
    if data.has_factor:
        return data.factor(about=moments.mean)
    values, vectors = np.linalg.eigh(moments.scatter)
    return np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T


def solve_triangle(triangle: Floats, p: int, weight: float) -> tuple[Floats, float, int]:
    """Coefficients of the first p columns for the others, the scaled condition number, and the rank.

    triangle: T with T' T the scatter. weight: number of rows it came from.

    >>> solve_triangle(np.array([[2.0, 6.0], [0.0, 1.0]]), 1, 2.0)
    (array([[3.]]), 1.0, 1)
    """
    if p == 0:
        return np.zeros((0, triangle.shape[1])), 1.0, 0
    scale, left, values, right, rank = _decomposed(triangle[:, :p], weight)
    coefficients = (
        right[:rank].T @ ((left[:, :rank].T @ triangle[:, p:]) / values[:rank, None]) / scale[:, None]
    )
    if rank < p:
        coefficients = _minimum_norm(coefficients, right[rank:].T / scale[:, None])
    known = values[: int(triangle[:, :p].any(axis=0).sum())]
    return coefficients, float(known[0] / known[-1]) if len(known) and known[-1] > 0 else np.inf, rank


def _decomposed(triangle: Floats, weight: float) -> tuple[Floats, Floats, Floats, Floats, int]:
    """Norms of the columns (1 of zero ones), singular value decomposition of the unit columns, and rank."""
    scale = np.linalg.norm(triangle, axis=0)
    scale[scale == 0] = 1.0
    left, values, right = np.linalg.svd(triangle / scale, full_matrices=len(triangle) < len(scale))
    # Below this, a singular value of unit columns is rounding error.
    tolerance = max(weight, len(scale)) * np.finfo(np.float64).eps * values[0]
    return scale, left, values, right, int((values > tolerance).sum())


def _minimum_norm(coefficients: Floats, null_space: Floats) -> Floats:
    """The minimum-norm solution: less its component in the null space."""
    null_space = null_space / np.linalg.norm(null_space, axis=0)
    return coefficients - null_space @ np.linalg.lstsq(null_space, coefficients)[0]


def _solve_positive(triangle: Floats, p: int) -> Floats:
    return np.column_stack([nnls(triangle[:, :p], target)[0] for target in triangle[:, p:].T])


learners.add(
    "LinearRegression",
    LinearRegression,
    "ordinary least squares (OLS)",
    task=("regression",),
    family="linear",
)
