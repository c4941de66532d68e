"""Polynomial regression in an orthogonal (Legendre) basis, which is well conditioned.

Each column is mapped to [-1, 1] by its range in the training rows, and products of Legendre polynomials are
the terms. Terms come in order of degree, so one triangular factor holds the fit of every smaller degree.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.polynomial import legendre
from scipy.linalg import solve_triangular
from sklearn.base import RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import between, flag
from gnomon.errors import DataError, DataWarning, NumericsWarning
from gnomon.learners.linear.inference import LinearInference
from gnomon.learners.linear.least_squares import leverages, solve_triangle
from gnomon.learners.linear.left_out import predict_left_out, refitting
from gnomon.learners.linear.powers import power_form
from gnomon.registry import learners
from gnomon.sharing.factored import FactoredMoments
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

MAX_TERMS = 5000
FAR_OUTSIDE = 0.1

Terms = list[tuple[int, ...]]


class PolynomialRegression(RegressorMixin, Learner):
    """Polynomial regression: least squares on all monomials of the columns up to a degree.

    All degrees of a grid are fitted by one factorization. Extrapolation by more than a tenth of the training
    range warns: polynomials diverge there.

    Attributes
    ----------
    terms_ : the degree of each column in each term, without the intercept
    coef_, intercept_ : coefficients of the terms (products of Legendre polynomials), and the intercept
    low_, high_ : range of each column in the training rows
    condition_ : condition number of the terms

    Examples
    --------
    >>> from gnomon import PolynomialRegression
    >>> model = PolynomialRegression(degree=2).fit([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 4.0, 9.0])
    >>> model.predict([[1.5]]).round(6)
    array([2.25])
    >>> {powers: round(float(value), 6) for powers, value in model.powers().items() if abs(value) > 1e-6}
    {(2,): 1.0}
    """

    degree: int = between(
        0, 100, default=2, kw_only=False, whole=True, help="maximum degree of the terms", grid=(1, 2, 3, 4)
    )
    interaction_only: bool = flag(
        default=False, help="whether to include products of distinct columns only, no powers"
    )

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the terms of this degree."""
        return next(iter(type(self).fit_each([self], data)))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Rows) -> Iterator[Self]:
        """Fit every degree from the triangular factor of the highest."""
        factors: dict[bool, _Factor] = {}
        for interactions in {learner.interaction_only for learner in path}:
            degree = max(each.degree for each in path if each.interaction_only == interactions)
            factors[interactions] = _Factor(data, degree, interactions)
        for learner in path:
            yield learner._take(factors[learner.interaction_only])

    def predict(self, X: Any) -> Floats:
        """The value of the polynomial at each row."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        self._warn_if_extrapolating(X)
        # Powers of rows far outside the range, already warned of, may overflow.
        with np.errstate(over="ignore", invalid="ignore"):
            return _design(X, self.low_, self.high_, self.terms_) @ self.coef_ + self.intercept_

    def powers(self) -> dict[tuple[int, ...], Fraction]:
        """Coefficients of the monomials (powers of the columns), as exact fractions.

        Far from the origin these are large and cancel: rounded to floats they are for reading, not for
        prediction.
        """
        check_is_fitted(self)
        return power_form(self.terms_, self.coef_, self.intercept_, self.low_, self.high_)

    def orders(self, X: Any, y: Any) -> pd.DataFrame:
        """Every degree up to this one: number of terms, loss, log-likelihood, leave-one-out loss, |w|².

        loss: mean squared residual. All from one factor of the highest degree.

        >>> x, y = [[0.0], [1.0], [2.0], [3.0], [4.0]], [0.0, 1.1, 3.9, 9.1, 15.9]
        >>> PolynomialRegression(degree=2).orders(x, y)["loss"].round(4).tolist()
        [34.408, 2.7272, 0.0066]
        """
        import pandas as pd

        lines = []
        for degree, residual, left, slopes in self._by_degree(X, y):
            loss = float(np.mean(residual**2))
            with np.errstate(divide="ignore", invalid="ignore"):
                log_likelihood = -len(residual) / 2 * (1 + np.log(2 * np.pi) + np.log(loss))
                left_out = float(np.mean((residual / left) ** 2))
            lines.append((degree, len(slopes), loss, log_likelihood, left_out, float(slopes @ slopes)))
        names = ["degree", "terms", "loss", "log likelihood", "left out", "|w|²"]
        return pd.DataFrame(lines, columns=names).set_index("degree")

    def gradually(self, X: Any, y: Any) -> pd.DataFrame:
        """The coefficients of the monomials as the degree grows, from none.

        A row per degree (-1: all coefficients are zero), a column per monomial, then mean loss and |w|².

        >>> table = PolynomialRegression(degree=1).gradually([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
        >>> table[(1,)].round(9).tolist()
        [0.0, 0.0, 2.0]
        """
        import pandas as pd

        data = Rows(*clone(self).check_rows(X, y))
        path = [clone(self).set_params(degree=degree) for degree in range(self.degree + 1)]
        every = [(0,) * data.X.shape[1], *_terms(data.X.shape[1], self.degree, self.interaction_only)]
        lines = [[0.0] * len(every) + [float(np.mean(data.y**2)), 0.0]]
        for model in type(self).fit_each(path, data):
            powers = model.powers()
            weights = [float(powers.get(term, 0)) for term in every]
            fitted = _design(data.X, model.low_, model.high_, model.terms_) @ model.coef_ + model.intercept_
            lines.append([*weights, float(np.mean((data.y - fitted) ** 2)), float(np.dot(weights, weights))])
        index = pd.Index(range(-1, self.degree + 1), name="degree")
        # Otherwise a list of tuples would be read as levels of columns.
        columns = pd.Index([*every, "loss", "|w|²"], dtype=object, tupleize_cols=False)
        return pd.DataFrame(lines, index, columns)

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """Leave-one-out predictions (PRESS): for each row that of the model fitted on all others, by one fit.

        The terms stay those of the range of all rows, which leaves the space of polynomials as it is.

        >>> x, y = [[0.0], [1.0], [2.0], [3.0], [4.0]], [0.0, 1.0, 4.0, 9.0, 20.0]
        >>> PolynomialRegression(degree=2).predict_left_out(x, y).round(6)
        array([ 3.      ,  0.090909,  3.333333, 10.636364, 16.      ])
        """
        model = clone(self)
        data = Rows(*model.check_rows(X, y, sample_weight))
        model.fit_prepared(data)
        design = _design(data.X, model.low_, model.high_, model.terms_)
        leverage = leverages(model.prepared_, True, design)
        if data.weight is not None:
            leverage *= data.weight
        predicted = design @ model.coef_ + model.intercept_
        return predict_left_out(data.y, predicted, leverage, refitting(self, data))

    def inference(self) -> LinearInference:
        """Noise variance, likelihood, standard errors and confidence intervals of the terms, see `design`."""
        check_is_fitted(self)
        names = np.array([str(term) for term in self.terms_])
        return LinearInference.of(self.prepared_, True, len(self.terms_) - self.n_collinear_, names)

    def design(self, X: Any) -> Floats:
        """The design matrix: rows x terms, without the intercept."""
        check_is_fitted(self)
        return _design(self.check_examples(X, reset=False), self.low_, self.high_, self.terms_)

    def _take(self, factor: _Factor) -> Self:
        self.low_, self.high_ = factor.low, factor.high
        self.terms_ = [term for term in factor.terms if sum(term) <= self.degree]
        m = len(self.terms_)
        self.prepared_ = factor.first(m)
        moments = self.prepared_.moments
        coefficients, self.condition_, rank = solve_triangle(self.prepared_.factor(), m, moments.weight)
        self.coef_ = coefficients[:, 0]
        self.intercept_ = float(moments.mean[m] - moments.mean[:m] @ self.coef_)
        self.n_collinear_ = m - rank
        if rank < m:
            warnings.warn(
                f"PolynomialRegression(degree={self.degree}): the terms are collinear (rank {rank} of {m}), "
                "so the minimum-norm solution was taken. Lower the degree, or add rows",
                NumericsWarning,
                stacklevel=4,
            )
        return self

    def _by_degree(self, X: Any, y: Any) -> Iterator[tuple[int, Floats, Floats, Floats]]:
        """For each degree the residuals, 1 minus the leverages, and the coefficients of the terms."""
        model = clone(self)
        data = Rows(*model.check_rows(X, y))
        model.fit_prepared(data)
        if model.n_collinear_:
            raise DataError(
                f"{model.n_collinear_} of {len(model.terms_)} terms are collinear with others in these rows; "
                f"set a degree below {self.degree}"
            )
        moments, triangle, m = model.prepared_.moments, model.prepared_.factor(), len(model.terms_)
        centered = _design(data.X, model.low_, model.high_, model.terms_) - moments.mean[:m]
        # Orthogonal columns: those of lower degrees do not change when one is added.
        columns = solve_triangular(triangle[:m, :m], centered.T, trans="T").T
        for degree in range(self.degree + 1):
            k = sum(sum(term) <= degree for term in model.terms_)
            residual = data.y - moments.mean[m] - columns[:, :k] @ triangle[:k, m]
            left = 1 - np.sum(columns[:, :k] ** 2, axis=1) - 1 / moments.weight
            slopes = solve_triangular(triangle[:k, :k], triangle[:k, m]) if k else np.zeros(0)
            yield degree, residual, left, slopes

    def _warn_if_extrapolating(self, X: Floats) -> None:
        with np.errstate(over="ignore"):
            span = self.high_ - self.low_
            outside = np.maximum(self.low_ - X, X - self.high_) > FAR_OUTSIDE * np.where(
                span > 0, span, np.inf
            )
        if self.degree > 0 and outside.any():
            row, column = np.argwhere(outside)[0]
            names = getattr(self, "feature_names_in_", None)
            warnings.warn(
                f"PolynomialRegression: {int(outside.any(axis=1).sum())} rows lie far outside the training "
                f"range, where polynomials extrapolate badly (row {row} has {X[row, column]:g} in column "
                f"{column if names is None else repr(names[column])}, trained on {self.low_[column]:g} to "
                f"{self.high_[column]:g}); lower the degree, or drop these rows",
                DataWarning,
                stacklevel=4,
            )


class _Factor:
    """The triangular factor of the design matrix of all terms up to a degree, in order of degree."""

    def __init__(self, data: Rows, degree: int, interactions: bool) -> None:
        self.data = data
        counts = slice(None) if data.weight is None else data.weight > 0
        self.low, self.high = data.X[counts].min(axis=0), data.X[counts].max(axis=0)
        self.terms = _terms(data.X.shape[1], degree, interactions)
        design = _design(data.X, self.low, self.high, self.terms)
        self.whole = FactoredMoments.of(design, data.y, data.weight)
        if not np.isfinite(self.whole.moments.scatter).all():
            raise DataError(too_large(data.X))

    def first(self, m: int) -> FactoredMoments:
        """The factor of the first m terms and the target."""
        columns = [*range(m), -1]
        moments = self.whole.moments
        part = Moments(moments.weight, moments.mean[columns], moments.scatter[np.ix_(columns, columns)], 1)
        if m == len(self.terms):
            return self.whole
        return FactoredMoments.from_factor(part, self.whole.factor()[:, columns])


def _terms(n_columns: int, degree: int, interactions: bool) -> Terms:
    """Exponents of each column in every term of total degree 1 to `degree`, the lowest first."""
    choose = combinations if interactions else combinations_with_replacement
    terms: Terms = []
    for total in range(1, degree + 1):
        for chosen in choose(range(n_columns), total):
            terms.append(tuple(np.bincount(chosen, minlength=n_columns).tolist()))
            if len(terms) > MAX_TERMS:
                raise DataError(
                    f"{n_columns} columns to degree {degree} give more than {MAX_TERMS} terms; "
                    "lower the degree, or select features first"
                )
    return terms


def _design(X: Floats, low: Floats, high: Floats, terms: Terms) -> Floats:
    """Each term at each row: the product of the Legendre polynomials of its columns."""
    if not terms:
        return np.zeros((len(X), 0))
    # By halves, as the whole range may overflow.
    half = np.where(high > low, high / 2 - low / 2, 1.0)
    scaled = (X - (low / 2 + high / 2)) / half
    degrees = np.array(terms)
    polynomials = legendre.legvander(scaled, int(degrees.max()))
    design = np.ones((len(X), len(terms)))
    for column in range(X.shape[1]):
        used = degrees[:, column] > 0
        design[:, used] *= polynomials[:, column, degrees[used, column]]
    return design


learners.add(
    "PolynomialRegression",
    PolynomialRegression,
    "least squares on powers of the features and their products",
    task=("regression",),
    family="linear",
)
