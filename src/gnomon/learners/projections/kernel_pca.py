"""Kernel principal components: the directions of largest variance after a kernel's lift, for curved data."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import a_function, between, flag, free, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.gram import gram_of, kernel_times, paired_rows
from gnomon.learners.kernel.kernel_ridge import KernelRidge
from gnomon.learners.kernel.resolving import NAMES, resolve
from gnomon.learners.projections.spectrum import largest_eigenvectors
from gnomon.registry import learners
from gnomon.sharing.distances import refuse_too_large
from gnomon.sharing.learner import Learner
from gnomon.sharing.pairs import PairedRows

LEAST_EIGENVALUE = -1e-6
ROUNDING = 1e-12


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Coordinates along the directions of largest variance of phi(x), where k(x, z) = phi(x)·phi(z).

    The matrix of kernels between training rows, centered in the lifted space, has eigenvectors u and
    eigenvalues l; a direction is the sum of u_i / √l phi(x_i) (Schölkopf, Smola & Müller 1998).

    Attributes
    ----------
    eigenvalues_ : sums of squares along the directions, largest first
    eigenvectors_ : coordinates of the training rows on a scale of length 1 (columns)
    explained_variance_ratio_ : share of the sum of squares in the lifted space
    kernel_, gamma_ : the kernel, and its gamma if it has one
    X_fit_ : the training rows

    Examples
    --------
    >>> from gnomon import KernelPCA
    >>> KernelPCA(1).fit_transform([[0.0, 0.0], [3.0, 4.0]]).round(6)
    array([[ 2.5],
           [-2.5]])
    """

    n_components: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        kw_only=False,
        help="how many directions; None for all",
    )
    kernel: Any = one_of_or(
        a_function, *NAMES, default="linear", help="the kernel: a name, a function of two rows, or a value"
    )
    gamma: Any = free(
        default=None,
        help="of rbf, poly and sigmoid: a number, 'scale', or 'auto' or None for 1 / d",
        kind="float, 'scale', 'auto' or None",
    )
    degree: float = between(0, inf, default=3, help="power of the polynomial kernel")
    coef0: float = between(-inf, inf, default=1.0, help="constant of the polynomial and sigmoid kernels")
    fit_inverse_transform: bool = flag(default=False, help="whether to learn the way back, by kernel ridge")
    alpha: float = between(0, inf, default=1.0, help="price of length of the way back", grid=())

    shared_by = ("kernel",)

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """As for every learner, but targets are let through unseen."""
        X, _, weight = super().check_rows(X, None, sample_weight, reset=reset)
        return X, y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows whose squares are floats, or kernels."""
        X = super().check_examples(X, reset=reset)
        return X if self.kernel == "precomputed" else refuse_too_large(X)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> PairedRows:
        """What the kernel reads of all pairs of rows."""
        return paired_rows(self.kernel, X, np.zeros(X.shape[0]), weight, "rows")

    def fit_prepared(self, data: PairedRows, start: Self | None = None) -> Self:
        """Center the kernels, and find their eigenvectors."""
        gamma = "auto" if self.gamma is None else self.gamma
        self.kernel_ = resolve(
            self.kernel,
            degree=self.degree,
            gamma=gamma,
            coef0=self.coef0,
            X=data.X,
            weight=data.weight,
            functions_of="rows",
        )
        self.gamma_ = getattr(self.kernel_, "gamma", None)
        self.X_fit_, self._index = data.X, data.index
        self._decompose(gram_of(self.kernel_, data), data.weight)
        if self.fit_inverse_transform:
            self._learn_the_way_back(data)
        return self

    def transform(self, X: Any) -> Floats:
        """The coordinates of rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        # (phi(x) - mean)·v, where v is the sum of a_i phi(x_i) and the a_i add up to 0.
        return kernel_times(self.kernel_, X, self.X_fit_, self._index, self._directions) - self._offset

    def inverse_transform(self, X: Any) -> Floats:
        """Rows whose lifts are near these coordinates: learned by kernel ridge from training rows."""
        check_is_fitted(self)
        if not self.fit_inverse_transform:
            raise ParameterError(
                "KernelPCA(fit_inverse_transform=False): the way back was not learned; fit with "
                "fit_inverse_transform=True"
            )
        return self.way_back_.predict(X)

    def _decompose(self, gram: Floats, weight: Floats | None) -> None:
        times = np.ones(len(gram)) if weight is None else weight
        root, share = np.sqrt(times), times / times.sum()
        of_mean = gram @ share
        matrix = gram - of_mean[:, None]
        matrix -= of_mean - share @ of_mean
        if weight is not None:
            matrix *= np.outer(root, root)
        n_rows = int(np.count_nonzero(times))
        values, vectors = self._largest(matrix, min(n_rows, self.n_components or n_rows))
        self._keep(values, vectors, root, float(np.trace(matrix)), of_mean)

    def _largest(self, matrix: Floats, k: int) -> tuple[Floats, Floats]:
        values, vectors = largest_eigenvectors(matrix, k)
        largest = max(float(values[0]), 0.0)
        if values[-1] < LEAST_EIGENVALUE * largest or values[0] < 0:
            raise DataError(
                f"the kernel {self.kernel_!r} has a negative eigenvalue ({values[-1]:.3g}) on these rows, so "
                "it is no dot product; choose one that is positive semi-definite, or fewer components"
            )
        values = np.where(values > ROUNDING * largest, values, 0.0)
        kept = slice(None) if self.n_components is not None else values > 0
        return (values[kept], vectors[:, kept]) if np.any(values > 0) else (values[:1], vectors[:, :1])

    def _keep(self, values: Floats, vectors: Floats, root: Floats, total: float, of_mean: Floats) -> None:
        has = root > 0
        vectors = vectors * _signs(vectors[has] / root[has, None])
        self.eigenvalues_, self.eigenvectors_ = values, vectors
        self.explained_variance_ratio_ = values / total if total > 0 else np.zeros_like(values)
        inverse = np.divide(1.0, np.sqrt(values), out=np.zeros_like(values), where=values > 0)
        directions = root[:, None] * vectors * inverse
        # What each direction has of the mean is rounding, and large kernels would show it.
        directions -= np.outer(root**2 / np.sum(root**2), directions.sum(axis=0))
        self._directions = directions
        self._offset = of_mean @ directions

    def _learn_the_way_back(self, data: PairedRows) -> None:
        if self.kernel == "precomputed" or not isinstance(data.X, np.ndarray):
            raise ParameterError(
                "KernelPCA(fit_inverse_transform=True): there are no dense rows to go back to; "
                "give rows instead of kernels, and make them dense"
            )
        self.way_back_ = KernelRidge(alpha=self.alpha, kernel=self.kernel_)
        self.way_back_.fit(self.transform(data.X), data.X, sample_weight=data.weight)

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def _signs(scores: Floats) -> Floats:
    """+1 or -1 for each column, so that its largest score, the first of equals, is positive."""
    size = np.abs(scores)
    first = (size >= (1 - ROUNDING) * size.max(axis=0)).argmax(axis=0)
    return np.where(scores[first, np.arange(scores.shape[1])] < 0, -1.0, 1.0)


learners.add(
    "KernelPCA",
    KernelPCA,
    "the directions of largest variance after a kernel's lift",
    task=("projection",),
    family="projections",
)
