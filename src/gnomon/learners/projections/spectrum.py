"""The largest eigenvalues of a symmetric matrix, by a method chosen for its size and rank."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, svd
from scipy.linalg.lapack import dpstrf
from scipy.sparse.linalg import eigsh

from gnomon.arrays import Floats

MIN_SIZE_FOR_LANCZOS = 500
MAX_LANCZOS_SHARE = 0.05
MAX_RANK_SHARE = 0.3
ROUNDING = 1e-13


def largest_eigenvectors(matrix: Floats, k: int) -> tuple[Floats, Floats]:
    """The k largest eigenvalues, largest first, and their eigenvectors (columns); fewer if the rank is less.

    >>> largest_eigenvectors(np.diag([1.0, 3.0, 2.0]), 2)[0]
    array([3., 2.])
    """
    n = len(matrix)
    if n >= MIN_SIZE_FOR_LANCZOS and k <= MAX_LANCZOS_SHARE * n:
        values, vectors = eigsh(matrix, k, v0=np.linspace(-1, 1, n), which="LA")
    elif n >= MIN_SIZE_FOR_LANCZOS and (factor := _low_rank_factor(matrix)) is not None:
        vectors, roots, _ = svd(factor, full_matrices=False, check_finite=False)
        return roots[:k] ** 2, vectors[:, :k]
    else:
        values, vectors = eigh(matrix, check_finite=False, driver="evd")
    return np.asarray(values[::-1][:k]), np.asarray(vectors[:, ::-1][:, :k])


def _low_rank_factor(matrix: Floats) -> Floats | None:
    """Pivoted Cholesky factor L with L L' equal to the matrix; None if its rank is not low."""
    packed, pivots, rank, _ = dpstrf(matrix, lower=True, tol=ROUNDING * float(matrix.diagonal().max()))
    if not 1 <= rank <= MAX_RANK_SHARE * len(matrix):
        return None
    factor = np.empty((len(matrix), rank))
    factor[pivots - 1] = np.tril(packed[:, :rank])
    # A matrix with negative eigenvalues also stops early; this check rejects it.
    probe = np.random.default_rng(0).normal(size=len(matrix))
    expected = matrix @ probe
    error = np.linalg.norm(expected - factor @ (factor.T @ probe))
    return factor if error <= 1e-10 * np.linalg.norm(expected) else None
