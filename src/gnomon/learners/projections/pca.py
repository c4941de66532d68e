"""Principal components: the few directions along which rows differ most."""

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
from gnomon.learners.projections.axes import EPSILON, WAYS, Axes, by_deflation, residual
from gnomon.learners.projections.plane_density import PlaneDensity
from gnomon.learners.projections.products import SeenRows, by_lanczos, by_sketch
from gnomon.learners.projections.projection import Projection
from gnomon.learners.projections.scatter import Scatter, smallest_weight
from gnomon.learners.projections.scores import checked_scores, column_sums
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

BY_PRODUCTS_WITH_ROWS = ("arpack", "randomized")
MOST_SPARSE_COLUMNS_SUMMED = 2000


def _is_count(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) >= 0


@dataclass(frozen=True)
class Weight:
    """The weight of all rows, and the smallest weight of one, which counts for one row."""

    total: float
    least: float

    @property
    def n_rows(self) -> int:
        """How many rows that is."""
        return round(min(self.total / self.least, float(2**62)))


class PCA(Projection):
    """Describe rows by their coordinates along the directions of largest variance, orthogonal to each other.

    Fitted on sums about the mean, so folds, `partial_fit` and `forget` are additions, and a large offset
    costs no digits. A wide or sparse table is never turned into a square of columns.

    svd_solver: "auto" takes the eigenvectors of the covariance (a few of very many from products with the
    rows) where they keep their digits, else a factor of the rows; "covariance_eigh", "full" (a factor),
    "gram" (products of rows) and "deflation" (one direction at a time, to watch) do as they say; "arpack" and
    "randomized" find n_components of very many.

    Attributes
    ----------
    components_ : the directions (rows), largest variance first, their largest loading positive
    explained_variance_, explained_variance_ratio_ : variance along each, and its share of the whole
    singular_values_ : roots of the sums of squares along each
    mean_, scale_ : what is subtracted from the columns, and what they are divided by (None: nothing)
    n_components_, noise_variance_ : how many directions, and the mean variance of those left out
    converged_, n_iter_, history_ : whether the solver came to rest, its steps, and what they were
    residual_ : the certificate, largest |S w - l w| over the largest l for scatter S and eigenvalues l

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
        help="how many directions; below 1, the share of variance to keep; None for all that vary",
    )
    whiten: bool = flag(default=False, help="whether to divide each coordinate by its standard deviation")
    svd_solver: str = one_of(
        "auto", "full", "covariance_eigh", "gram", "deflation", "arpack", "randomized",
        default="auto", help="how the directions are found",
    )  # fmt: skip
    tol: float = between(0, inf, default=0.0, help="of arpack and deflation: when to stop; 0 for all digits")
    max_iter: int = between(1, inf, whole=True, default=10_000, help="of deflation: steps for one direction")
    iterated_power: Any = one_of_or(
        Rule(_is_count, "a whole number of at least 0", "int"),
        "auto",
        default="auto",
        help="of randomized: passes",
    )
    n_oversamples: int = between(
        0, inf, whole=True, default=10, help="of randomized: columns beyond those kept"
    )
    standardize: bool = flag(
        default=False, help="whether to divide columns by their standard deviation first"
    )
    ddof: int = between(
        0, 1, whole=True, default=1, help="taken from the number of rows to divide squares by"
    )
    random_state: Any = seed(default=None)

    shared_by = ("svd_solver",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Scatter | Rows:
        """The scatter of the rows, or the rows for solvers that only multiply with them."""
        many = not isinstance(X, np.ndarray) and X.shape[1] > MOST_SPARSE_COLUMNS_SUMMED
        if self.svd_solver in BY_PRODUCTS_WITH_ROWS or (many and self.svd_solver == "auto"):
            self.refuse_not_finite(X)
            return Rows(X, None, weight)
        solver = self.svd_solver
        return self._finite(
            X, Scatter.of(X, weight, keep_rows=solver == "gram", keep_digits=solver == "full")
        )

    def fit_prepared(self, data: Scatter | Rows, start: Self | None = None) -> Self:
        """The directions, and how many of them."""
        self.prepared_ = data
        if isinstance(data, Rows):
            axes, n_rows, weight = self._axes_of_rows(data)
        else:
            axes, n_rows, weight = self._axes_of_scatter(data)
        self._set(axes, n_rows, weight)
        self._warn_if_unfinished()
        return self

    def transform(self, X: Any) -> Floats:
        """The coordinates (scores) of rows along the directions."""
        found = self._coordinates(X, self._loadings())
        if self.whiten:
            found /= self._deviations()
        return found

    def inverse_transform(self, X: Any) -> Floats:
        """Rows rebuilt from their coordinates: their nearest points in the plane of the directions."""
        check_is_fitted(self)
        scores = checked_scores(X, self.n_components_)
        if self.whiten:
            scores = scores * self._deviations()
        rows = scores @ self.components_
        return (rows if self.scale_ is None else rows * self.scale_) + self.mean_

    def score_samples(self, X: Any) -> Floats:
        """The log-likelihood of each row under probabilistic PCA (Tipping & Bishop 1999, eq. 4)."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        found = self._density().log_density(X)
        if not np.isfinite(found).all():
            self.refuse_not_finite(X)
        return found

    def score(self, X: Any, y: Any = None) -> float:
        """The mean log-likelihood of rows."""
        return float(np.mean(self.score_samples(X)))

    def get_covariance(self) -> Floats:
        """The covariance of the columns that the directions and the noise left out imply."""
        check_is_fitted(self)
        return self._density().covariance()

    def get_precision(self) -> Floats:
        """The inverse of that covariance."""
        check_is_fitted(self)
        return self._density().precision()

    def trace(self) -> pd.DataFrame:
        """The steps of svd_solver="deflation": direction, step, scatter along it, and how far it turned."""
        import pandas as pd

        check_is_fitted(self)
        columns = ["component", "step", "sum_of_squares", "turned_by"]
        return pd.DataFrame(list(self.history_), columns=columns)

    def _axes_of_scatter(self, data: Scatter) -> tuple[Axes, int, Weight]:
        weight = Weight(data.weight, data.least)
        self._set_center(data.n_rows, weight, data.mean, data.squares())
        k = self._whole_number(min(data.n_rows, len(self.mean_)))
        scale = None if self.scale_ is None else 1 / self.scale_
        if self.svd_solver == "deflation":
            tol = self.tol if self.tol > 0 else 1e-12
            axes = by_deflation(data, scale, k, tol=tol, max_iter=self.max_iter)
        else:
            axes = WAYS[self.svd_solver](data, scale, k)
        self.residual_ = residual(axes, lambda vectors: data.times(vectors, scale))
        return axes, data.n_rows, weight

    def _axes_of_rows(self, data: Rows) -> tuple[Axes, int, Weight]:
        n_rows = data.X.shape[0] if data.weight is None else int(np.count_nonzero(data.weight))
        mean, squares, total = column_sums(data.X, data.weight)
        weight = Weight(total, smallest_weight(data.weight))
        self._set_center(n_rows, weight, mean, squares)
        seen = SeenRows(
            data.X, data.weight, center=mean, scale=None if self.scale_ is None else 1 / self.scale_
        )
        k = self._whole_number(min(seen.shape))
        if k is None:
            raise ParameterError(
                f"PCA(n_components={self.n_components!r}): svd_solver={self.svd_solver!r}, or many sparse "
                "columns, ask for a whole number of components"
            )
        if self.svd_solver == "randomized":
            passes = (
                (7 if k < 0.1 * min(seen.shape) else 4)
                if self.iterated_power == "auto"
                else self.iterated_power
            )
            axes = by_sketch(
                seen, k, n_oversamples=self.n_oversamples, n_iter=passes, random_state=self.random_state
            )
        else:
            self._refuse_all(k, seen.shape)
            axes = by_lanczos(seen, k, tol=self.tol, random_state=self.random_state)
        self.residual_ = residual(axes, lambda vectors: seen.transposed_times(seen.times(vectors)))
        return axes, n_rows, weight

    def _set_center(self, n_rows: int, weight: Weight, mean: Floats, squares: Floats) -> None:
        if n_rows < 2:
            raise DataError(f"PCA needs 2 rows or more to see how they differ, and n_samples = {n_rows}")
        self.mean_ = mean
        self.scale_ = None
        if self.standardize:
            deviations = np.sqrt(squares / self._divisor(weight))
            self.scale_ = np.where(deviations > 0, deviations, 1.0)

    def _set(self, axes: Axes, n_rows: int, weight: Weight) -> None:
        total = axes.total
        shares = axes.values / total if total > 0 else np.zeros_like(axes.values)
        k = self._kept(shares, min(n_rows, len(self.mean_)))
        # A row of weight 3 stands for three rows.
        most = min(max(n_rows, weight.n_rows), len(self.mean_))
        self.n_components_, self.n_samples_ = k, n_rows
        self.components_ = axes.vectors[:k]
        self.explained_variance_ = axes.values[:k] / self._divisor(weight)
        self.explained_variance_ratio_ = shares[:k]
        self.singular_values_ = np.sqrt(axes.values[:k])
        rest = total - float(np.sum(axes.values[:k]))
        rest = rest if rest > len(self.mean_) * EPSILON * total else 0.0
        self.noise_variance_ = rest / self._divisor(weight) / (most - k) if most > k else 0.0
        self.converged_, self.n_iter_, self.history_ = axes.converged, axes.n_iter, axes.history

    def _divisor(self, weight: Weight) -> float:
        """The weight of all rows, less ddof rows."""
        return weight.total - self.ddof * weight.least

    def _whole_number(self, most: int) -> int | None:
        """n_components if it is a whole number, checked; None if the variances decide."""
        wanted = self.n_components
        if wanted is None or (isinstance(wanted, float | np.floating) and 0 < wanted < 1):
            return None
        is_whole = isinstance(wanted, int | np.integer) and not isinstance(wanted, bool)
        if not is_whole or not 1 <= wanted <= most:
            raise ParameterError(
                f"PCA(n_components={wanted!r}): give a whole number from 1 to min(rows, columns) = {most}, "
                "a share of variance between 0 and 1, or None for all"
            )
        return int(wanted)

    def _kept(self, shares: Floats, most: int) -> int:
        wanted = self._whole_number(most)
        if wanted is not None:
            return wanted
        if self.n_components is None:
            return max(1, int(np.count_nonzero(shares)))
        # As little as a rounding error must not ask for one more direction.
        enough = np.cumsum(shares) >= self.n_components - 1e-12
        return int(enough.argmax()) + 1 if enough.any() else len(shares)

    def _refuse_all(self, k: int, shape: tuple[int, int]) -> None:
        if k >= min(shape):
            raise ParameterError(
                f"PCA(n_components={k}, svd_solver={self.svd_solver!r}): Lanczos' method finds fewer than "
                f"min(rows, columns) = {min(shape)}; ask for fewer, or use svd_solver='full'"
            )

    def _density(self) -> PlaneDensity:
        return PlaneDensity(
            self.mean_, self.scale_, self.components_, self.explained_variance_, self.noise_variance_
        )

    def _loadings(self) -> Floats:
        return self.components_.T if self.scale_ is None else self.components_.T / self.scale_[:, None]

    def _deviations(self) -> Floats:
        """Standard deviations of the coordinates; directions without any are left as they are."""
        deviations = np.sqrt(self.explained_variance_)
        return np.where(deviations > 0, deviations, 1.0)

    def _warn_if_unfinished(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"PCA(svd_solver='deflation'): a direction still turned after {self.max_iter} steps, because "
                "two variances are nearly equal; raise max_iter or tol, or use svd_solver='auto'",
                NumericsWarning,
                stacklevel=5,
            )


learners.add("PCA", PCA, "the directions of largest variance", task=("projection",), family="projections")
