"""Pairwise values of rows: dot products or squared Euclidean distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats

ROUNDING = 1e-14
ROWS_PER_BLOCK = 256


def pair_values(reads: str, A: Any, B: Any = None) -> Floats:
    """Dot products ("dots") or squared distances ("squares") of each row of A with each of B, or of A.

    >>> pair_values("squares", np.array([[0.0], [3.0]]), np.array([[1.0]]))
    array([[1.],
           [4.]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return dot_products(A, B) if reads == "dots" else squared_distances(A, B)


def dot_products(A: Any, B: Any = None) -> Floats:
    """a·b for each row of A and of B; tables may be sparse, the result is dense.

    >>> dot_products(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0], [0.0, 1.0]]))
    array([[11.,  2.]])
    """
    return np.asarray(dense(A @ (A if B is None else B).T), dtype=np.float64)


def squared_distances(A: Any, B: Any = None) -> Floats:
    """Squared Euclidean distances |a - b|², centered on the mean of B to avoid cancellation.

    Values below the rounding error of |a|² + |b|² are 0, so that the distance of equal rows is 0.

    >>> squared_distances(np.array([[1e9], [1e9 + 1]]))
    array([[0., 1.],
           [1., 0.]])
    """
    same = B is None or B is A
    if isinstance(A, np.ndarray) and (same or isinstance(B, np.ndarray)):
        center = (A if same else B).mean(axis=0)
        A, B = A - center, None if same else B - center
    values = dot_products(A, None if same else B)
    of_a = squared_lengths(A)
    of_b = of_a if same else squared_lengths(B)
    values *= -2.0
    values += of_a[:, None]
    values += of_b
    for block in (slice(row, row + ROWS_PER_BLOCK) for row in range(0, len(values), ROWS_PER_BLOCK)):
        values[block][values[block] <= ROUNDING * np.add.outer(of_a[block], of_b)] = 0.0
    if same:
        np.fill_diagonal(values, 0.0)
    return values


def squared_lengths(A: Any) -> Floats:
    """|a|² of each row.

    >>> squared_lengths(np.array([[3.0, 4.0]]))
    array([25.])
    """
    with np.errstate(over="ignore"):
        if isinstance(A, np.ndarray):
            return np.einsum("ij,ij->i", A, A, dtype=np.float64)
        return np.asarray(A.multiply(A).sum(axis=1), dtype=np.float64).reshape(-1)


def dense(X: Any) -> Any:
    """A table as a dense array, sparse or not.

    >>> import scipy.sparse
    >>> dense(scipy.sparse.csr_array([[0.0, 2.0]]))
    array([[0., 2.]])
    """
    return X.toarray() if hasattr(X, "toarray") else X
