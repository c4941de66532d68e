"""The largest eigenvalues of a symmetric matrix, in the way that its size, rank and their number ask for."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, svd
from scipy.linalg.lapack import dpstrf
from scipy.sparse.linalg import eigsh

from gnomon.arrays import Floats

FEWEST_FOR_LANCZOS = 500
LANCZOS_SHARE = 0.05
LOW_RANK_SHARE = 0.3
ROUNDING = 1e-13


def largest_eigenvectors(matrix: Floats, k: int) -> tuple[Floats, Floats]:
    """The k largest eigenvalues, largest first, and their eigenvectors (columns); fewer if the rank is less.

    >>> largest_eigenvectors(np.diag([1.0, 3.0, 2.0]), 2)[0]
    array([3., 2.])
    """
    n = len(matrix)
    if n >= FEWEST_FOR_LANCZOS and k <= LANCZOS_SHARE * n:
        values, vectors = eigsh(matrix, k, v0=np.linspace(-1, 1, n), which="LA")
    elif n >= FEWEST_FOR_LANCZOS and (factor := _low_rank_factor(matrix)) is not None:
        vectors, roots, _ = svd(factor, full_matrices=False, check_finite=False)
        return roots[:k] ** 2, vectors[:, :k]
    else:
        values, vectors = eigh(matrix, check_finite=False, driver="evd")
    return np.asarray(values[::-1][:k]), np.asarray(vectors[:, ::-1][:, :k])


def _low_rank_factor(matrix: Floats) -> Floats | None:
    """L with L L' equal to the matrix, by Cholesky with pivots; None if its rank is not low."""
    packed, pivots, rank, _ = dpstrf(matrix, lower=True, tol=ROUNDING * float(matrix.diagonal().max()))
    if not 1 <= rank <= LOW_RANK_SHARE * len(matrix):
        return None
    factor = np.empty((len(matrix), rank))
    factor[pivots - 1] = np.tril(packed[:, :rank])
    # A matrix with negative eigenvalues stops early too, and does not pass this.
    probe = np.random.default_rng(0).normal(size=len(matrix))
    expected = matrix @ probe
    off = np.linalg.norm(expected - factor @ (factor.T @ probe))
    return factor if off <= 1e-10 * np.linalg.norm(expected) else None
