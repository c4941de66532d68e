"""Principal component analysis (PCA)."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import Rule, between, flag, one_of, one_of_or, seed
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.projections.axes import EPSILON, SOLVERS, Axes, residual, solve_deflation
from gnomon.learners.projections.probabilistic_pca import ProbabilisticPCADensity
from gnomon.learners.projections.products import RowOperator, solve_lanczos, solve_randomized
from gnomon.learners.projections.projection import Projection
from gnomon.learners.projections.scatter import Scatter, smallest_weight
from gnomon.learners.projections.scores import checked_scores, column_sums
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

MATRIX_FREE_SOLVERS = ("arpack", "randomized")
MAX_SPARSE_COLUMNS_SUMMED = 2000


def _is_count(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) >= 0


@dataclass(frozen=True)
class Weight:
    """Total sample weight, and the smallest weight of a row, which counts as one row."""

    total: float
    min_weight: float

    @property
    def n_rows(self) -> int:
        """The equivalent number of rows."""
        return round(min(self.total / self.min_weight, float(2**62)))


class PCA(Projection):
    """Principal component analysis (PCA): coordinates along orthogonal directions of maximum variance.

    Fitted on centered sums of squares, so that folds, `partial_fit` and `forget` are additions, and a large
    mean does not lose accuracy. The covariance of a wide or sparse table is never formed.

    svd_solver: "auto" uses the eigenvectors of the covariance matrix (by a block Krylov method for few of
    many) where they are accurate, else the SVD of a factor of the rows; "covariance_eigh"; "full" (SVD);
    "gram" (eigenvectors of the Gram matrix); "deflation" (power iteration with deflation, see `trace`);
    "arpack" (Lanczos) and "randomized" for few components of large tables.

    Attributes
    ----------
    components_ : principal axes (rows), largest variance first, with their largest loading positive
    explained_variance_, explained_variance_ratio_ : variance along each, and its share of the total
    singular_values_ : square roots of the sums of squares along each
    mean_, scale_ : mean of each column, and its scale if standardized (else None)
    n_components_, noise_variance_ : number of components, and the mean variance of the omitted ones
    converged_, n_iter_, history_ : whether the solver converged, its number of steps, and the steps
    residual_ : relative residual, largest |S w - l w| over the largest l for scatter S and eigenvalues l

    Examples
    --------
    >>> from gnomon import PCA
    >>> rows = [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.2]]
    >>> PCA(1).fit(rows).explained_variance_ratio_.round(4)
    array([0.9995])
    """

    n_components: Any = between(
        0,
        inf,
        open=True,
        optional=True,
        default=None,
        kw_only=False,
        help="number of components; below 1, the fraction of variance to explain; None for all",
    )
    whiten: bool = flag(default=False, help="whether to scale the coordinates to unit variance")
    svd_solver: str = one_of(
        "auto", "full", "covariance_eigh", "gram", "deflation", "arpack", "randomized",
        default="auto", help="solver of the principal axes",
    )  # fmt: skip
    tol: float = between(0, inf, default=0.0, help="tolerance of arpack and deflation; 0 for full accuracy")
    max_iter: int = between(
        1, inf, whole=True, default=10_000, help="maximum number of steps per component of deflation"
    )
    iterated_power: Any = one_of_or(
        Rule(_is_count, "an integer of at least 0", "int"),
        "auto",
        default="auto",
        help="number of power iterations of the randomized solver",
    )
    n_oversamples: int = between(
        0, inf, whole=True, default=10, help="number of additional random vectors of the randomized solver"
    )
    standardize: bool = flag(
        default=False, help="whether to divide columns by their standard deviation (PCA of correlations)"
    )
    ddof: int = between(0, 1, whole=True, default=1, help="delta degrees of freedom of the variances")
    random_state: Any = seed()

    shared_by = ("svd_solver",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Scatter | Rows:
        """The scatter of the rows, or the rows for matrix-free solvers."""
        many = not isinstance(X, np.ndarray) and X.shape[1] > MAX_SPARSE_COLUMNS_SUMMED
        if self.svd_solver in MATRIX_FREE_SOLVERS or (many and self.svd_solver == "auto"):
            self.refuse_not_finite(X)
            return Rows(X, None, weight)
        solver = self.svd_solver
        return self._finite(
            X, Scatter.of(X, weight, keep_rows=solver == "gram", keep_digits=solver == "full")
        )

    def fit_prepared(self, data: Scatter | Rows, start: Self | None = None) -> Self:
        """Compute the components, and their number."""
        if isinstance(data, Rows):
            axes, n_rows, weight = self._axes_of_rows(data)
        else:
            axes, n_rows, weight = self._axes_of_scatter(data)
        self._set(axes, n_rows, weight)
        self._warn_if_not_converged()
        return self

    def transform(self, X: Any) -> Floats:
        """Project rows onto the components (scores)."""
        check_is_fitted(self)
        scores = self._coordinates(X, self._loadings())
        if self.whiten:
            scores /= self._deviations()
        return scores

    def inverse_transform(self, X: Any) -> Floats:
        """Reconstruct rows from their coordinates: the nearest points in the span of the components."""
        check_is_fitted(self)
        scores = checked_scores(X, self.n_components_)
        if self.whiten:
            scores = scores * self._deviations()
        rows = scores @ self.components_
        return (rows if self.scale_ is None else rows * self.scale_) + self.mean_

    def score_samples(self, X: Any) -> Floats:
        """Log-likelihood of each row under probabilistic PCA (Tipping & Bishop 1999, eq. 4)."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        log_density = self._density().log_density(X)
        if not np.isfinite(log_density).all():
            self.refuse_not_finite(X)
        return log_density

    def score(self, X: Any, y: Any = None) -> float:
        """Mean log-likelihood of rows."""
        return float(np.mean(self.score_samples(X)))

    def get_covariance(self) -> Floats:
        """Covariance matrix of the columns implied by probabilistic PCA."""
        check_is_fitted(self)
        return self._density().covariance()

    def get_precision(self) -> Floats:
        """Precision matrix: the inverse of `get_covariance`."""
        check_is_fitted(self)
        return self._density().precision()

    def trace(self) -> pd.DataFrame:
        """The steps of svd_solver="deflation": component, step, sum of squares, sine of the step's angle."""
        import pandas as pd

        check_is_fitted(self)
        columns = ["component", "step", "sum_of_squares", "sine_of_angle"]
        return pd.DataFrame(list(self.history_), columns=columns)

    def _axes_of_scatter(self, data: Scatter) -> tuple[Axes, int, Weight]:
        weight = Weight(data.weight, data.min_weight)
        self._set_center(data.n_rows, weight, data.mean, data.squares())
        k = self._n_components(min(data.n_rows, len(self.mean_)))
        scale = None if self.scale_ is None else 1 / self.scale_
        if self.svd_solver == "deflation":
            tol = self.tol if self.tol > 0 else 1e-12
            axes = solve_deflation(data, scale, k, tol=tol, max_iter=self.max_iter)
        else:
            axes = SOLVERS[self.svd_solver](data, scale, k)
        self.residual_ = residual(axes, lambda vectors: data.times(vectors, scale))
        return axes, data.n_rows, weight

    def _axes_of_rows(self, data: Rows) -> tuple[Axes, int, Weight]:
        n_rows = data.X.shape[0] if data.weight is None else int(np.count_nonzero(data.weight))
        mean, squares, total = column_sums(data.X, data.weight)
        weight = Weight(total, smallest_weight(data.weight))
        self._set_center(n_rows, weight, mean, squares)
        operator = RowOperator(
            data.X, data.weight, center=mean, scale=None if self.scale_ is None else 1 / self.scale_
        )
        k = self._n_components(min(operator.shape))
        if k is None:
            raise ParameterError(
                f"PCA(n_components={self.n_components!r}): svd_solver={self.svd_solver!r}, or many sparse "
                "columns, need an integer number of components; pass an integer"
            )
        if self.svd_solver == "randomized":
            passes = (
                (7 if k < 0.1 * min(operator.shape) else 4)
                if self.iterated_power == "auto"
                else self.iterated_power
            )
            axes = solve_randomized(
                operator, k, n_oversamples=self.n_oversamples, n_iter=passes, random_state=self.random_state
            )
        else:
            self._refuse_full_rank(k, operator.shape)
            axes = solve_lanczos(operator, k, tol=self.tol, random_state=self.random_state)
        self.residual_ = residual(axes, lambda vectors: operator.transposed_times(operator.times(vectors)))
        return axes, n_rows, weight

    def _set_center(self, n_rows: int, weight: Weight, mean: Floats, squares: Floats) -> None:
        if n_rows < 2:
            raise DataError(f"PCA needs at least 2 rows, and n_samples = {n_rows}; pass more rows")
        self.mean_ = mean
        self.scale_ = None
        if self.standardize:
            deviations = np.sqrt(squares / self._divisor(weight))
            self.scale_ = np.where(deviations > 0, deviations, 1.0)

    def _set(self, axes: Axes, n_rows: int, weight: Weight) -> None:
        total = axes.total
        shares = axes.values / total if total > 0 else np.zeros_like(axes.values)
        k = self._n_selected(shares, min(n_rows, len(self.mean_)))
        # Frequency weights: a row of weight 3 stands for three rows.
        rank = min(max(n_rows, weight.n_rows), len(self.mean_))
        self.n_components_, self.n_samples_ = k, n_rows
        self.components_ = axes.vectors[:k]
        self.explained_variance_ = axes.values[:k] / self._divisor(weight)
        self.explained_variance_ratio_ = shares[:k]
        self.singular_values_ = np.sqrt(axes.values[:k])
        rest = total - float(np.sum(axes.values[:k]))
        rest = rest if rest > len(self.mean_) * EPSILON * total else 0.0
        self.noise_variance_ = rest / self._divisor(weight) / (rank - k) if rank > k else 0.0
        self.converged_, self.n_iter_, self.history_ = axes.converged, axes.n_iter, axes.history

    def _divisor(self, weight: Weight) -> float:
        """Divisor of the variances: total weight minus ddof rows."""
        return weight.total - self.ddof * weight.min_weight

    def _n_components(self, max_components: int) -> int | None:
        """n_components if it is an integer, checked; None if the variances decide."""
        n_components = self.n_components
        if n_components is None or (isinstance(n_components, float | np.floating) and 0 < n_components < 1):
            return None
        is_integer = isinstance(n_components, int | np.integer) and not isinstance(n_components, bool)
        if not is_integer or not 1 <= n_components <= max_components:
            raise ParameterError(
                f"PCA(n_components={n_components!r}): pass an integer from 1 to min(rows, columns) = "
                f"{max_components}, a share of variance between 0 and 1, or None for all"
            )
        return int(n_components)

    def _n_selected(self, shares: Floats, max_components: int) -> int:
        n_components = self._n_components(max_components)
        if n_components is not None:
            return n_components
        if self.n_components is None:
            return max(1, int(np.count_nonzero(shares)))
        # A rounding error must not add a component.
        enough = np.cumsum(shares) >= self.n_components - 1e-12
        return int(enough.argmax()) + 1 if enough.any() else len(shares)

    def _refuse_full_rank(self, k: int, shape: tuple[int, int]) -> None:
        if k >= min(shape):
            raise ParameterError(
                f"PCA(n_components={k}, svd_solver={self.svd_solver!r}): Lanczos' method finds fewer than "
                f"min(rows, columns) = {min(shape)} components; pass fewer, or use svd_solver='full'"
            )

    def _density(self) -> ProbabilisticPCADensity:
        return ProbabilisticPCADensity(
            self.mean_, self.scale_, self.components_, self.explained_variance_, self.noise_variance_
        )

    def _loadings(self) -> Floats:
        return self.components_.T if self.scale_ is None else self.components_.T / self.scale_[:, None]

    def _deviations(self) -> Floats:
        """Standard deviations of the coordinates; 1 for components without variance."""
        deviations = np.sqrt(self.explained_variance_)
        return np.where(deviations > 0, deviations, 1.0)

    def _warn_if_not_converged(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"PCA(svd_solver='deflation'): a component did not converge in {self.max_iter} steps, as two "
                "variances are nearly equal; increase max_iter or tol, or use svd_solver='auto'",
                NumericsWarning,
                stacklevel=5,
            )


learners.add("PCA", PCA, "principal component analysis (PCA)", task=("projection",), family="projections")
