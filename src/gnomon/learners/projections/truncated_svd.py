"""Singular value decomposition of rows as they are, cut after a few directions."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import between, one_of, seed
from gnomon.errors import ParameterError
from gnomon.learners.projections.axes import Axes, by_condition
from gnomon.learners.projections.factors import MatrixFactors
from gnomon.learners.projections.products import SeenRows, by_lanczos, by_sketch
from gnomon.learners.projections.projection import Projection
from gnomon.learners.projections.scatter import Scatter
from gnomon.learners.projections.scores import centered_products, checked_scores, column_sums
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows

MOST_SPARSE_COLUMNS_SUMMED = 300


class TruncatedSVD(Projection):
    """X = U S V', with the few largest singular values S kept: rows by topics, weights, topics by columns.

    As PCA, but about zero instead of the mean, so a sparse table of counts or ratings stays what it is.
    "auto" is exact: by sums where columns are few, else by Lanczos' method.

    Attributes
    ----------
    components_ : the right singular vectors V (rows), their largest loading positive
    singular_values_ : the singular values, largest first
    explained_variance_, explained_variance_ratio_ : variance of the coordinates, and its share of all

    Examples
    --------
    >>> from gnomon import TruncatedSVD
    >>> TruncatedSVD(1).fit([[3.0, 0.0], [0.0, 1.0], [4.0, 0.0]]).singular_values_
    array([5.])
    """

    n_components: int = between(1, inf, whole=True, default=2, kw_only=False, help="how many directions")
    algorithm: str = one_of("auto", "arpack", "randomized", default="auto", help="how they are found")
    n_iter: int = between(0, inf, whole=True, default=5, help="of randomized: passes over the rows")
    n_oversamples: int = between(
        0, inf, whole=True, default=10, help="of randomized: columns beyond those kept"
    )
    tol: float = between(0, inf, default=0.0, help="of arpack: when to stop; 0 for all digits")
    random_state: Any = seed(default=None)

    shared_by = ("algorithm",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Scatter | Rows:
        """Squares and products, or the rows for solvers that only multiply with them."""
        many = not isinstance(X, np.ndarray) and X.shape[1] > MOST_SPARSE_COLUMNS_SUMMED
        if self.algorithm != "auto" or many:
            self.refuse_not_finite(X)
            return Rows(X, None, weight)
        return self._finite(X, Scatter.of(X, weight))

    def fit_prepared(self, data: Scatter | Rows, start: Self | None = None) -> Self:
        """The directions of largest sums of squares."""
        self.prepared_ = data
        k = self.n_components
        if isinstance(data, Rows):
            self._check(min(data.X.shape))
            axes = self._axes_of_rows(data)
            mean, squares, weight = column_sums(data.X, data.weight)
            scores = centered_products(data.X, mean, axes.vectors[:k].T)
            along = np.sum(scores**2, axis=0) if data.weight is None else data.weight @ scores**2
        else:
            self._check(min(data.n_rows, len(data.mean)))
            axes = by_condition(data.about_the_origin(), None, k)
            along, squares, weight = data.along(axes.vectors[:k]), data.squares(), data.weight
        self.components_, self.singular_values_ = axes.vectors[:k], np.sqrt(axes.values[:k])
        total = float(squares.sum())
        self.explained_variance_ = along / weight
        self.explained_variance_ratio_ = along / total if total > 0 else np.zeros(k)
        return self

    def transform(self, X: Any) -> Floats:
        """The coordinates U S of rows."""
        return self._coordinates(X)

    def inverse_transform(self, X: Any) -> Floats:
        """Rows rebuilt from their coordinates."""
        check_is_fitted(self)
        return checked_scores(X, len(self.components_)) @ self.components_

    def factors(self, X: Any) -> MatrixFactors:
        """The three factors of the rows fitted on: U, S and V'.

        >>> TruncatedSVD(1).fit([[3.0, 0.0], [4.0, 0.0]]).factors([[3.0, 0.0], [4.0, 0.0]]).left
        array([[0.6],
               [0.8]])
        """
        coordinates = self.transform(X)
        roots = np.where(self.singular_values_ > 0, self.singular_values_, 1.0)
        return MatrixFactors(coordinates / roots, self.singular_values_, self.components_)

    def _axes_of_rows(self, data: Rows) -> Axes:
        seen = SeenRows(data.X, data.weight)
        if self.algorithm == "randomized":
            return by_sketch(
                seen,
                self.n_components,
                n_oversamples=self.n_oversamples,
                n_iter=self.n_iter,
                random_state=self.random_state,
            )
        if self.n_components >= min(seen.shape):
            raise ParameterError(
                f"TruncatedSVD(n_components={self.n_components}): Lanczos' method finds fewer than "
                f"min(rows, columns) = {min(seen.shape)}; ask for fewer, or use algorithm='randomized'"
            )
        return by_lanczos(seen, self.n_components, tol=self.tol, random_state=self.random_state)

    def _check(self, most: int) -> None:
        if self.n_components > most:
            raise ParameterError(
                f"TruncatedSVD(n_components={self.n_components}): these rows and columns have at most {most}"
            )


learners.add(
    "TruncatedSVD",
    TruncatedSVD,
    "the largest singular values of rows about zero",
    task=("projection",),
    family="projections",
)
