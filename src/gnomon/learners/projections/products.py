"""Matrix-free solvers: singular vectors of large or sparse rows by products only; sparse rows stay sparse.

The matrix is A = diag(√w) (X - 1 m') diag(s), with optional weights w, center m and scales s.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import svd
from scipy.sparse.linalg import LinearOperator, svds

from gnomon.arrays import Floats
from gnomon.learners.projections.axes import Axes, flip_signs
from gnomon.learners.projections.krylov import orthonormal
from gnomon.seeds import Seed, generator


class RowOperator:
    """Linear operator of the matrix A, defined by its products.

    >>> operator = RowOperator(np.array([[1.0, 2.0], [3.0, 6.0]]), None, center=np.array([2.0, 4.0]))
    >>> operator.times(np.eye(2))
    array([[-1., -2.],
           [ 1.,  2.]])
    """

    def __init__(
        self, X: Any, weight: Floats | None, *, center: Floats | None = None, scale: Floats | None = None
    ) -> None:
        # Dense rows are centered before any product, else a large mean would cancel their digits.
        is_dense = isinstance(X, np.ndarray)
        self._X = X - center if is_dense and center is not None else X
        self._center = None if is_dense else center
        self._root = None if weight is None else np.sqrt(weight)
        self._scale = scale
        self.shape: tuple[int, int] = X.shape

    def times(self, B: Floats) -> Floats:
        """The product A B with a matrix or vector B."""
        B = B if self._scale is None else (self._scale * B.T).T
        product = np.asarray(self._X @ B)
        if self._center is not None:
            product = product - self._center @ B
        return product if self._root is None else (self._root * product.T).T

    def transposed_times(self, C: Floats) -> Floats:
        """The product A' C with a matrix or vector C."""
        C = C if self._root is None else (self._root * C.T).T
        product = np.asarray(self._X.T @ C)
        if self._center is not None:
            product = product - np.multiply.outer(self._center, C.sum(axis=0))
        return product if self._scale is None else (self._scale * product.T).T

    def squares(self) -> float:
        """Squared Frobenius norm of A, without forming it."""
        weight = np.ones(self.shape[0]) if self._root is None else self._root**2
        scale = np.ones(self.shape[1]) if self._scale is None else self._scale
        if isinstance(self._X, np.ndarray):
            columns = np.einsum("ij,ij,i->j", self._X, self._X, weight)
        else:
            columns = np.asarray(self._X.multiply(self._X).T @ weight)
        if self._center is not None:
            columns = columns - weight.sum() * self._center**2
        return float(np.sum(columns * scale**2))


def solve_randomized(
    operator: RowOperator, k: int, *, n_oversamples: int = 10, n_iter: int = 4, random_state: Seed = 0
) -> Axes:
    """Randomized SVD: the first k axes (Halko, Martinsson & Tropp 2011).

    n_oversamples: additional random vectors. n_iter: number of power iterations.

    >>> rows = np.array([[3.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    >>> solve_randomized(RowOperator(rows, None), 1, random_state=0).values.round(6)
    array([9.])
    """
    width = min(k + n_oversamples, *operator.shape)
    basis = operator.times(generator(random_state).normal(size=(operator.shape[1], width)))
    for _ in range(n_iter):
        basis = operator.times(orthonormal(operator.transposed_times(orthonormal(basis))))
    small = operator.transposed_times(orthonormal(basis)).T
    _, roots, vectors = svd(small, full_matrices=False, check_finite=False)
    return Axes(roots[:k] ** 2, flip_signs(vectors[:k]), operator.squares(), n_iter=n_iter)


def solve_lanczos(operator: RowOperator, k: int, *, tol: float = 0.0, random_state: Seed = 0) -> Axes:
    """Lanczos' method (ARPACK): the first k axes to tolerance `tol` (0 for full accuracy), k < min(shape).

    >>> solve_lanczos(RowOperator(np.diag([3.0, 2.0, 1.0]), None), 2, random_state=0).values.round(6)
    array([9., 4.])
    """
    linear_operator = LinearOperator(
        operator.shape,
        matvec=lambda b: operator.times(b.ravel()),
        rmatvec=lambda c: operator.transposed_times(c.ravel()),
        matmat=operator.times,
        rmatmat=operator.transposed_times,
        dtype=np.float64,
    )
    start = generator(random_state).uniform(-1, 1, min(operator.shape))
    _, roots, vectors = svds(linear_operator, k, tol=tol, v0=start)
    return Axes(
        np.asarray(roots[::-1] ** 2, dtype=np.float64),
        flip_signs(np.asarray(vectors[::-1], dtype=np.float64)),
        operator.squares(),
    )
