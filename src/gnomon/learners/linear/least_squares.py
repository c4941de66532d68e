"""Linear regression by least squares, which under normal noise is maximum likelihood."""

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
from gnomon.learners.linear.inference import LinearInference
from gnomon.learners.linear.left_out import predict_left_out, refitting, squared_lengths
from gnomon.learners.linear.together import ValuesTogether
from gnomon.registry import learners
from gnomon.sharing.factored import SAFE_CONDITION, FactoredMoments, condition
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large
from gnomon.sharing.prepared import Rows


class LinearRegression(ValuesTogether, MultiOutputMixin, RegressorMixin, Learner):
    """Minimize |y - X w - b|².

    Folds and leave-one-out cost one pass over the rows. Well-conditioned columns are solved from their
    moments; others by a triangular factor of the centered rows, which keeps twice the digits. Where columns
    are collinear outright, the solution is the one of least |w|, and the fit says so.

    Attributes
    ----------
    coef_, intercept_ : w and b
    condition_ : condition number of the standardized features; about 16 - log10 of it digits
        of the coefficients can be trusted
    rank_ : the number of columns that say something new

    Examples
    --------
    >>> from gnomon import LinearRegression
    >>> model = LinearRegression().fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2])
    >>> model.coef_.round(6), round(model.intercept_, 6)
    (array([3.1]), 1.8)
    """

    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    positive: bool = flag(default=False, help="whether coefficients must not be negative")
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
        """Solve for the coefficients about the mean."""
        self.prepared_ = data
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
            self._say_collinear(p)
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
        """For each row what the model fitted on all others predicts, in the time of one fit.

        >>> LinearRegression().predict_left_out([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 6.0]).round(6)
        array([-2.      ,  1.428571,  3.714286,  3.      ])
        """
        model = clone(self)
        X, y, weight = model.check_rows(X, y, sample_weight)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        model.fit_prepared(model.prepare(X, y, weight))
        # Bounds make the fit no linear function of the targets.
        leverage = np.ones(len(X)) if self.positive else leverages(model.prepared_, self.fit_intercept, X)
        if weight is not None and not self.positive:
            leverage *= weight
        predicted = X @ model.coef_.T + model.intercept_
        return predict_left_out(y, predicted, leverage, refitting(self, Rows(X, y, weight)))

    def inference(self) -> LinearInference:
        """Noise, likelihood, standard errors and intervals of this fit."""
        check_is_fitted(self)
        if self.positive:
            raise DataError(
                "LinearRegression(positive=True).inference(): coefficients held at zero have no normal "
                "errors; use a bootstrap, or positive=False"
            )
        return LinearInference.of(
            self.prepared_, self.fit_intercept, self.rank_, getattr(self, "feature_names_in_", None)
        )

    def _say_collinear(self, p: int) -> None:
        warnings.warn(
            f"LinearRegression: only {self.rank_} of {p} columns are independent in these rows, so many "
            "coefficients fit equally well; the smallest were taken. Drop columns, or use Ridge",
            NumericsWarning,
            stacklevel=4,
        )


def leverages(data: FactoredMoments, has_constant: bool, X: Floats) -> Floats:
    """x' C x of each row, with the constant; C the pseudo-inverse where columns are not independent.

    >>> data = FactoredMoments.of(np.array([[0.0], [2.0]]), np.array([1.0, 2.0]))
    >>> leverages(data, True, np.array([[0.0], [1.0]]))
    array([1. , 0.5])
    """
    moments = data.moments if has_constant else data.about_the_origin()
    p = moments.n_features
    found = np.full(len(X), 1 / moments.weight if has_constant else 0.0)
    if p:
        scale, _, values, right, rank = _decomposed(_triangle(data, moments)[:, :p], moments.weight)
        directions = right[:rank].T / scale[:, None] / values[:rank]
        found += squared_lengths(X, moments.mean[:p], directions)
    return found


def _solve(data: FactoredMoments, moments: Moments) -> tuple[Floats, float, int]:
    """Coefficients, the condition of the features on one scale, and their rank."""
    p = moments.n_features
    system, cross = moments.scatter[:p, :p], moments.scatter[:p, p:]
    squared = condition(system)
    if squared < SAFE_CONDITION and (np.diag(system) > 0).all():
        scale = np.sqrt(np.diag(system))[:, None]
        found = cho_solve(cho_factor(system / scale / scale.T), cross / scale) / scale
        return found, float(np.sqrt(squared)), p
    return solve_triangle(_triangle(data, moments), p, moments.weight)


def _triangle(data: FactoredMoments, moments: Moments) -> Floats:
    """T with T' T equal to the scatter of features and targets, from rows where they were kept."""
    if data.keeps_digits:
        return data.factor(about=moments.mean)
    values, vectors = np.linalg.eigh(moments.scatter)
    return np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T


def solve_triangle(triangle: Floats, p: int, weight: float) -> tuple[Floats, float, int]:
    """Coefficients of the first p columns for the others, the condition on one scale, and the rank.

    triangle: T with T' T the scatter. weight: number of rows it came from.

    >>> solve_triangle(np.array([[2.0, 6.0], [0.0, 1.0]]), 1, 2.0)
    (array([[3.]]), 1.0, 1)
    """
    if p == 0:
        return np.zeros((0, triangle.shape[1])), 1.0, 0
    scale, left, values, right, rank = _decomposed(triangle[:, :p], weight)
    found = right[:rank].T @ ((left[:, :rank].T @ triangle[:, p:]) / values[:rank, None]) / scale[:, None]
    if rank < p:
        found = _smallest(found, right[rank:].T / scale[:, None])
    known = values[: int(triangle[:, :p].any(axis=0).sum())]
    return found, float(known[0] / known[-1]) if len(known) and known[-1] > 0 else np.inf, rank


def _decomposed(triangle: Floats, weight: float) -> tuple[Floats, Floats, Floats, Floats, int]:
    """Lengths of the columns (1 of empty ones), singular parts of the columns made of length 1, and rank."""
    scale = np.linalg.norm(triangle, axis=0)
    scale[scale == 0] = 1.0
    left, values, right = np.linalg.svd(triangle / scale, full_matrices=len(triangle) < len(scale))
    # Below this, a direction is rounding of columns of length one.
    smallest = max(weight, len(scale)) * np.finfo(np.float64).eps * values[0]
    return scale, left, values, right, int((values > smallest).sum())


def _smallest(found: Floats, unseen: Floats) -> Floats:
    """The solution of least length: less what directions that the rows do not show would add to it."""
    unseen = unseen / np.linalg.norm(unseen, axis=0)
    return found - unseen @ np.linalg.lstsq(unseen, found)[0]


def _solve_positive(triangle: Floats, p: int) -> Floats:
    return np.column_stack([nnls(triangle[:, :p], target)[0] for target in triangle[:, p:].T])


learners.add(
    "LinearRegression",
    LinearRegression,
    "least squares",
    task=("regression",),
    family="linear",
)
