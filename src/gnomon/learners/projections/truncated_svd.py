"""Truncated singular value decomposition (SVD) of uncentered rows."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import between, one_of, seed
from gnomon.errors import ParameterError
from gnomon.learners.projections.axes import Axes, solve_auto
from gnomon.learners.projections.factors import MatrixFactors
from gnomon.learners.projections.products import RowOperator, solve_lanczos, solve_randomized
from gnomon.learners.projections.projection import Projection
from gnomon.learners.projections.scatter import Scatter
from gnomon.learners.projections.scores import centered_products, checked_scores, column_sums
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows

MAX_SPARSE_COLUMNS_SUMMED = 300


class TruncatedSVD(Projection):
    """Truncated singular value decomposition (SVD, latent semantic analysis): X = U S V' of low rank.

    As PCA, but without centering, so that sparse tables (counts, ratings) stay sparse. algorithm "auto" is
    exact: eigenvectors of X' X for few columns, else Lanczos' method.

    Attributes
    ----------
    components_ : right singular vectors V (rows), with their largest loading positive
    singular_values_ : singular values, largest first
    explained_variance_, explained_variance_ratio_ : variance of the coordinates, and its share of the total

    Examples
    --------
    >>> from gnomon import TruncatedSVD
    >>> TruncatedSVD(1).fit([[3.0, 0.0], [0.0, 1.0], [4.0, 0.0]]).singular_values_
    array([5.])
    """

    n_components: int = between(1, inf, whole=True, default=2, kw_only=False, help="number of components")
    algorithm: str = one_of("auto", "arpack", "randomized", default="auto", help="SVD solver")
    n_iter: int = between(
        0, inf, whole=True, default=5, help="number of power iterations of the randomized solver"
    )
    n_oversamples: int = between(
        0, inf, whole=True, default=10, help="number of additional random vectors of the randomized solver"
    )
    tol: float = between(0, inf, default=0.0, help="tolerance of arpack; 0 for full accuracy")
    random_state: Any = seed()

    shared_by = ("algorithm",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Scatter | Rows:
        """The scatter of the rows, or the rows for matrix-free solvers."""
        many = not isinstance(X, np.ndarray) and X.shape[1] > MAX_SPARSE_COLUMNS_SUMMED
        if self.algorithm != "auto" or many:
            self.refuse_not_finite(X)
            return Rows(X, None, weight)
        return self._finite(X, Scatter.of(X, weight))

    def fit_prepared(self, data: Scatter | Rows, start: Self | None = None) -> Self:
        """Compute the largest singular values and their right singular vectors."""
        k = self.n_components
        if isinstance(data, Rows):
            self._check(min(data.X.shape))
            axes = self._axes_of_rows(data)
            mean, squares, weight = column_sums(data.X, data.weight)
            scores = centered_products(data.X, mean, axes.vectors[:k].T)
            along = np.sum(scores**2, axis=0) if data.weight is None else data.weight @ scores**2
        else:
            self._check(min(data.n_rows, len(data.mean)))
            axes = solve_auto(data.about_the_origin(), None, k)
            along, squares, weight = data.along(axes.vectors[:k]), data.squares(), data.weight
        self.components_, self.singular_values_ = axes.vectors[:k], np.sqrt(axes.values[:k])
        total = float(squares.sum())
        self.explained_variance_ = along / weight
        self.explained_variance_ratio_ = along / total if total > 0 else np.zeros(k)
        return self

    def transform(self, X: Any) -> Floats:
        """Project rows onto the components: the coordinates U S."""
        return self._coordinates(X)

    def inverse_transform(self, X: Any) -> Floats:
        """Reconstruct rows from their coordinates."""
        check_is_fitted(self)
        return checked_scores(X, len(self.components_)) @ self.components_

    def factors(self, X: Any) -> MatrixFactors:
        """The three factors U, S and V' of the training rows.

        >>> TruncatedSVD(1).fit([[3.0, 0.0], [4.0, 0.0]]).factors([[3.0, 0.0], [4.0, 0.0]]).left
        array([[0.6],
               [0.8]])
        """
        coordinates = self.transform(X)
        roots = np.where(self.singular_values_ > 0, self.singular_values_, 1.0)
        return MatrixFactors(coordinates / roots, self.singular_values_, self.components_)

    def _axes_of_rows(self, data: Rows) -> Axes:
        operator = RowOperator(data.X, data.weight)
        if self.algorithm == "randomized":
            return solve_randomized(
                operator,
                self.n_components,
                n_oversamples=self.n_oversamples,
                n_iter=self.n_iter,
                random_state=self.random_state,
            )
        if self.n_components >= min(operator.shape):
            raise ParameterError(
                f"TruncatedSVD(n_components={self.n_components}): Lanczos' method finds fewer than min(rows, "
                f"columns) = {min(operator.shape)} components; pass fewer, or use algorithm='randomized'"
            )
        return solve_lanczos(operator, self.n_components, tol=self.tol, random_state=self.random_state)

    def _check(self, max_components: int) -> None:
        if self.n_components > max_components:
            raise ParameterError(
                f"TruncatedSVD(n_components={self.n_components}): these rows and columns allow at most "
                f"{max_components}; pass fewer"
            )


learners.add(
    "TruncatedSVD",
    TruncatedSVD,
    "truncated SVD: the largest singular values, without centering",
    task=("projection",),
    family="projections",
)
