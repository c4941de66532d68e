"""Singular vectors of large or sparse rows, by products with them alone: no sparse row is made dense.

The rows are seen as A = diag(√w) (X - 1 m') diag(s): weights w, a center m and scales s, or none of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import svd
from scipy.sparse.linalg import LinearOperator, svds

from gnomon.arrays import Floats
from gnomon.learners.projections.axes import Axes, upright
from gnomon.learners.projections.krylov import orthonormal
from gnomon.seeds import Seed, generator


class SeenRows:
    """The matrix A, by what it does to others.

    >>> seen = SeenRows(np.array([[1.0, 2.0], [3.0, 6.0]]), None, center=np.array([2.0, 4.0]))
    >>> seen.times(np.eye(2))
    array([[-1., -2.],
           [ 1.,  2.]])
    """

    def __init__(
        self, X: Any, weight: Floats | None, *, center: Floats | None = None, scale: Floats | None = None
    ) -> None:
        # Dense rows are centered before any product, else a large mean would take their digits.
        is_dense = isinstance(X, np.ndarray)
        self._X = X - center if is_dense and center is not None else X
        self._center = None if is_dense else center
        self._root = None if weight is None else np.sqrt(weight)
        self._scale = scale
        self.shape: tuple[int, int] = X.shape

    def times(self, B: Floats) -> Floats:
        """A B, of a matrix or a vector B."""
        B = B if self._scale is None else (self._scale * B.T).T
        found = np.asarray(self._X @ B)
        if self._center is not None:
            found = found - self._center @ B
        return found if self._root is None else (self._root * found.T).T

    def transposed_times(self, C: Floats) -> Floats:
        """A' C, of a matrix or a vector C."""
        C = C if self._root is None else (self._root * C.T).T
        found = np.asarray(self._X.T @ C)
        if self._center is not None:
            found = found - np.multiply.outer(self._center, C.sum(axis=0))
        return found if self._scale is None else (self._scale * found.T).T

    def squares(self) -> float:
        """The sum of all squares of A, without building it."""
        weight = np.ones(self.shape[0]) if self._root is None else self._root**2
        scale = np.ones(self.shape[1]) if self._scale is None else self._scale
        if isinstance(self._X, np.ndarray):
            columns = np.einsum("ij,ij,i->j", self._X, self._X, weight)
        else:
            columns = np.asarray(self._X.multiply(self._X).T @ weight)
        if self._center is not None:
            columns = columns - weight.sum() * self._center**2
        return float(np.sum(columns * scale**2))


def by_sketch(
    seen: SeenRows, k: int, *, n_oversamples: int = 10, n_iter: int = 4, random_state: Seed = None
) -> Axes:
    """The k first axes from products with a few random columns (Halko, Martinsson & Tropp 2011).

    n_oversamples: columns beyond k. n_iter: times that the columns go through A A', which sharpens them.

    >>> rows = np.array([[3.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    >>> by_sketch(SeenRows(rows, None), 1, random_state=0).values.round(6)
    array([9.])
    """
    width = min(k + n_oversamples, *seen.shape)
    basis = seen.times(generator(random_state).normal(size=(seen.shape[1], width)))
    for _ in range(n_iter):
        basis = seen.times(orthonormal(seen.transposed_times(orthonormal(basis))))
    small = seen.transposed_times(orthonormal(basis)).T
    _, roots, vectors = svd(small, full_matrices=False, check_finite=False)
    return Axes(roots[:k] ** 2, upright(vectors[:k]), seen.squares(), n_iter=n_iter)


def by_lanczos(seen: SeenRows, k: int, *, tol: float = 0.0, random_state: Seed = None) -> Axes:
    """The k first axes by Lanczos' method: exact up to `tol` (0 for all digits), for k below both sides.

    >>> by_lanczos(SeenRows(np.diag([3.0, 2.0, 1.0]), None), 2, random_state=0).values.round(6)
    array([9., 4.])
    """
    asked = LinearOperator(
        seen.shape,
        matvec=lambda b: seen.times(b.ravel()),
        rmatvec=lambda c: seen.transposed_times(c.ravel()),
        matmat=seen.times,
        rmatmat=seen.transposed_times,
        dtype=np.float64,
    )
    start = generator(random_state).uniform(-1, 1, min(seen.shape))
    _, roots, vectors = svds(asked, k, tol=tol, v0=start)
    return Axes(
        np.asarray(roots[::-1] ** 2, dtype=np.float64),
        upright(np.asarray(vectors[::-1], dtype=np.float64)),
        seen.squares(),
    )
