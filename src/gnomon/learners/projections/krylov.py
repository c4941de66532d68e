"""Block Krylov (block Lanczos) method: a few largest eigenvalues of a large matrix, from products with it.

Orthonormalized blocks B, S B, S² B, ... span a space in which the largest eigenvectors of S converge soon
(Golub & Underwood 1977); their residuals decide convergence.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import cholesky, eigh, qr, solve_triangular

from gnomon.arrays import Floats

OVERSAMPLING = 10
MIN_BLOCKS = 5
MAX_BLOCKS = 15
MAX_BASIS_SHARE = 0.4
TOLERANCE = 1e-11


def few_eigenvectors(times: Callable[[Floats], Floats], n: int, k: int) -> tuple[Floats, Floats] | None:
    """The k largest eigenvalues of a symmetric matrix S (n, n), and their eigenvectors (columns).

    times: returns S B for columns B. None if convergence is slow, as for close eigenvalues.

    >>> S = np.diag(0.5 ** np.arange(200))
    >>> few_eigenvectors(lambda B: S @ B, 200, 2)[0].round(6)
    array([1. , 0.5])
    """
    block = orthonormal(np.random.default_rng(0).normal(size=(n, k + OVERSAMPLING)))
    basis, images, residuals = block, times(block), list[float]()
    for _ in range(MAX_BLOCKS):
        values, vectors, residual = _rayleigh_ritz(basis, images, k)
        residuals.append(residual)
        if residual <= TOLERANCE:
            return values, vectors
        if basis.shape[1] + block.shape[1] > MAX_BASIS_SHARE * n or _is_hopeless(residuals):
            return None
        block = _orthogonal_to(images[:, -block.shape[1] :], basis)
        basis, images = np.hstack([basis, block]), np.hstack([images, times(block)])
    return None


def orthonormal(columns: Floats) -> Floats:
    """Orthonormal columns that span the same space.

    >>> Q = orthonormal(np.array([[3.0, 1.0], [4.0, 0.0], [0.0, 1.0]]))
    >>> bool(np.allclose(Q.T @ Q, np.eye(2)))
    True
    """
    orthogonal = columns
    try:
        # Cholesky QR, twice, as once leaves rounding errors times the squared condition number.
        for _ in range(2):
            root = cholesky(orthogonal.T @ orthogonal, lower=True, check_finite=False)
            orthogonal = solve_triangular(root, orthogonal.T, lower=True, check_finite=False).T
        return np.asarray(orthogonal, dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(qr(columns, mode="economic", check_finite=False)[0], dtype=np.float64)


def _orthogonal_to(columns: Floats, basis: Floats) -> Floats:
    """Orthonormal columns, orthogonal to the basis; projected twice against rounding errors."""
    for _ in range(2):
        columns = orthonormal(columns - basis @ (basis.T @ columns))
    return columns


def _rayleigh_ritz(basis: Floats, images: Floats, k: int) -> tuple[Floats, Floats, float]:
    """Rayleigh-Ritz: k largest eigenvalues l in the basis, vectors v, and the largest |S v - l v| / l_1."""
    square = basis.T @ images
    n = len(square)
    values, rotated = eigh((square + square.T) / 2, check_finite=False, subset_by_index=(n - k, n - 1))
    values, rotated = values[::-1], rotated[:, ::-1]
    vectors = basis @ rotated
    residual = np.linalg.norm(images @ rotated - vectors * values, axis=0).max()
    return values, vectors, float(residual / abs(values[0])) if values[0] else 0.0


def _is_hopeless(residuals: list[float]) -> bool:
    """Whether the convergence rate of the last two blocks is too slow for the remaining blocks."""
    if len(residuals) < MIN_BLOCKS:
        return False
    rate = (residuals[-1] / residuals[-3]) ** 0.5
    return bool(residuals[-1] * rate ** (MAX_BLOCKS - len(residuals)) > TOLERANCE)
