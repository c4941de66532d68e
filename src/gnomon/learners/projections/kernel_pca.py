"""Kernel principal component analysis (kernel PCA): nonlinear dimensionality reduction."""

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

NEGATIVE_TOLERANCE = -1e-6
ROUNDING = 1e-12


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Kernel principal component analysis (kernel PCA): PCA of phi(x), where k(x, z) = phi(x)·phi(z).

    The kernel matrix of the training rows, centered in feature space, has eigenvectors u and eigenvalues l; a
    component is the sum of u_i / √l phi(x_i) (Schölkopf, Smola & Müller 1998).

    Attributes
    ----------
    eigenvalues_ : eigenvalues of the centered kernel matrix, largest first
    eigenvectors_ : its eigenvectors (columns)
    explained_variance_ratio_ : share of the variance in feature space
    kernel_, gamma_ : the kernel, and its gamma if any
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
        help="number of components; None for all",
    )
    kernel: Any = one_of_or(
        a_function, *NAMES, default="linear", help="kernel: a name, a function of two rows, or a Kernel"
    )
    gamma: Any = free(
        default=None,
        help="coefficient of rbf, poly and sigmoid: a number, 'scale', or 'auto' or None for 1 / d",
        kind="float, 'scale', 'auto' or None",
    )
    degree: float = between(0, inf, default=3, help="degree of the polynomial kernel")
    coef0: float = between(
        -inf, inf, default=1.0, help="independent term of the polynomial and sigmoid kernels"
    )
    fit_inverse_transform: bool = flag(default=False, help="whether to learn the inverse transform")
    alpha: float = between(
        0,
        inf,
        default=1.0,
        help="L2 regularization strength of the inverse transform (kernel ridge)",
        grid=(),
    )

    shared_by = ("kernel",)

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Check the rows; targets are ignored."""
        X, _, weight = super().check_rows(X, None, sample_weight, reset=reset)
        return X, y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows whose squares do not overflow, or a kernel matrix."""
        X = super().check_examples(X, reset=reset)
        return X if self.kernel == "precomputed" else refuse_too_large(X)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> PairedRows:
        """The rows, for kernels between all pairs."""
        return paired_rows(self.kernel, X, np.zeros(X.shape[0]), weight, "rows")

    def fit_prepared(self, data: PairedRows, start: Self | None = None) -> Self:
        """Center the kernel matrix, and compute its eigenvectors."""
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
            self._fit_inverse(data)
        return self

    def transform(self, X: Any) -> Floats:
        """Project rows onto the components."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        # (phi(x) - mean)·v, where v is the sum of a_i phi(x_i) and the a_i sum to 0.
        return kernel_times(self.kernel_, X, self.X_fit_, self._index, self._directions) - self._offset

    def inverse_transform(self, X: Any) -> Floats:
        """Map coordinates back to rows (pre-images), by kernel ridge regression on the training rows."""
        check_is_fitted(self)
        if not self.fit_inverse_transform:
            raise ParameterError(
                "KernelPCA(fit_inverse_transform=False): the inverse transform was not learned; fit with "
                "fit_inverse_transform=True"
            )
        return self.inverse_model_.predict(X)

    def _decompose(self, gram: Floats, weight: Floats | None) -> None:
        row_weight = np.ones(len(gram)) if weight is None else weight
        root, share = np.sqrt(row_weight), row_weight / row_weight.sum()
        row_mean = gram @ share
        matrix = gram - row_mean[:, None]
        matrix -= row_mean - share @ row_mean
        if weight is not None:
            matrix *= np.outer(root, root)
        n_rows = int(np.count_nonzero(row_weight))
        values, vectors = self._largest(matrix, min(n_rows, self.n_components or n_rows))
        self._store(values, vectors, root, float(np.trace(matrix)), row_mean)

    def _largest(self, matrix: Floats, k: int) -> tuple[Floats, Floats]:
        values, vectors = largest_eigenvectors(matrix, k)
        largest = max(float(values[0]), 0.0)
        if values[-1] < NEGATIVE_TOLERANCE * largest or values[0] < 0:
            raise DataError(
                f"the kernel {self.kernel_!r} has a negative eigenvalue ({values[-1]:.3g}) on these rows, so "
                "it is not positive semi-definite; choose another kernel, or fewer components"
            )
        values = np.where(values > ROUNDING * largest, values, 0.0)
        positive = slice(None) if self.n_components is not None else values > 0
        return (
            (values[positive], vectors[:, positive]) if np.any(values > 0) else (values[:1], vectors[:, :1])
        )

    def _store(self, values: Floats, vectors: Floats, root: Floats, total: float, row_mean: Floats) -> None:
        has = root > 0
        vectors = vectors * _signs(vectors[has] / root[has, None])
        self.eigenvalues_, self.eigenvectors_ = values, vectors
        self.explained_variance_ratio_ = values / total if total > 0 else np.zeros_like(values)
        inverse = np.divide(1.0, np.sqrt(values), out=np.zeros_like(values), where=values > 0)
        directions = root[:, None] * vectors * inverse
        # The mean of each direction is a rounding error, which large kernel values would amplify.
        directions -= np.outer(root**2 / np.sum(root**2), directions.sum(axis=0))
        self._directions = directions
        self._offset = row_mean @ directions

    def _fit_inverse(self, data: PairedRows) -> None:
        if self.kernel == "precomputed" or not isinstance(data.X, np.ndarray):
            raise ParameterError(
                "KernelPCA(fit_inverse_transform=True): the inverse transform needs dense rows; pass dense "
                "rows instead of a kernel matrix or sparse rows"
            )
        self.inverse_model_ = KernelRidge(alpha=self.alpha, kernel=self.kernel_)
        self.inverse_model_.fit(self.transform(data.X), data.X, sample_weight=data.weight)

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def _signs(scores: Floats) -> Floats:
    """Sign of each column that makes its largest score (the first on ties) positive."""
    size = np.abs(scores)
    first = (size >= (1 - ROUNDING) * size.max(axis=0)).argmax(axis=0)
    return np.where(scores[first, np.arange(scores.shape[1])] < 0, -1.0, 1.0)


learners.add(
    "KernelPCA",
    KernelPCA,
    "kernel PCA: principal components in the feature space of a kernel",
    task=("projection",),
    family="projections",
)
