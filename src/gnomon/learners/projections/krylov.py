"""The few largest eigenvalues of a large matrix, from products with it alone, to all digits.

Blocks B, S B, S² B, ... made orthonormal span a space in which the largest eigenvectors of S appear soon
(Golub & Underwood 1977); how far they are from eigenvectors is known, so that none is taken too early.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import cholesky, eigh, qr, solve_triangular

from gnomon.arrays import Floats

COLUMNS_BEYOND = 10
FEWEST_BLOCKS = 5
MOST_BLOCKS = 15
MOST_SHARE = 0.4
RESTS = 1e-11


def few_eigenvectors(times: Callable[[Floats], Floats], n: int, k: int) -> tuple[Floats, Floats] | None:
    """The k largest eigenvalues of a symmetric matrix S (n, n) and their eigenvectors (columns).

    times: gives S B for columns B. None if they do not come to rest soon, as where values lie close together.

    >>> S = np.diag(0.5 ** np.arange(200))
    >>> few_eigenvectors(lambda B: S @ B, 200, 2)[0].round(6)
    array([1. , 0.5])
    """
    block = orthonormal(np.random.default_rng(0).normal(size=(n, k + COLUMNS_BEYOND)))
    basis, images, course = block, times(block), list[float]()
    for _ in range(MOST_BLOCKS):
        values, vectors, off = _inside(basis, images, k)
        course.append(off)
        if off <= RESTS:
            return values, vectors
        if basis.shape[1] + block.shape[1] > MOST_SHARE * n or _is_hopeless(course):
            return None
        block = _apart(images[:, -block.shape[1] :], basis)
        basis, images = np.hstack([basis, block]), np.hstack([images, times(block)])
    return None


def orthonormal(columns: Floats) -> Floats:
    """Orthonormal columns that span the same space.

    >>> Q = orthonormal(np.array([[3.0, 1.0], [4.0, 0.0], [0.0, 1.0]]))
    >>> bool(np.allclose(Q.T @ Q, np.eye(2)))
    True
    """
    found = columns
    try:
        # By products of columns, twice, as once leaves rounding times their condition number squared.
        for _ in range(2):
            root = cholesky(found.T @ found, lower=True, check_finite=False)
            found = solve_triangular(root, found.T, lower=True, check_finite=False).T
        return np.asarray(found, dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.asarray(qr(columns, mode="economic", check_finite=False)[0], dtype=np.float64)


def _apart(columns: Floats, basis: Floats) -> Floats:
    """Orthonormal columns, orthogonal to the basis: taken off twice, as once leaves rounding."""
    for _ in range(2):
        columns = orthonormal(columns - basis @ (basis.T @ columns))
    return columns


def _inside(basis: Floats, images: Floats, k: int) -> tuple[Floats, Floats, float]:
    """The k largest eigenvalues l in the basis, their vectors v, and the largest |S v - l v| / l_1."""
    square = basis.T @ images
    n = len(square)
    values, turned = eigh((square + square.T) / 2, check_finite=False, subset_by_index=(n - k, n - 1))
    values, turned = values[::-1], turned[:, ::-1]
    vectors = basis @ turned
    off = np.linalg.norm(images @ turned - vectors * values, axis=0).max()
    return values, vectors, float(off / abs(values[0])) if values[0] else 0.0


def _is_hopeless(course: list[float]) -> bool:
    """Whether the last two blocks brought so little that all the others will not do."""
    if len(course) < FEWEST_BLOCKS:
        return False
    rate = (course[-1] / course[-3]) ** 0.5
    return bool(course[-1] * rate ** (MOST_BLOCKS - len(course)) > RESTS)
