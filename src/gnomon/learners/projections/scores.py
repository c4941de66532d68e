"""Products with centered rows in blocks, without a centered copy of the table or loss of accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Floats
from gnomon.errors import DataError

ROWS_PER_BLOCK = 8192


def centered_products(X: Any, center: Floats, B: Floats) -> Floats:
    """The product (X - 1 center') B; sparse rows stay sparse.

    >>> centered_products(np.array([[3.0, 1.0]]), np.array([1.0, 1.0]), np.eye(2))
    array([[2., 0.]])
    """
    if not isinstance(X, np.ndarray):
        return np.asarray(X @ B) - center @ B
    product = np.empty((len(X), B.shape[1]))
    for first in range(0, len(X), ROWS_PER_BLOCK):
        block = slice(first, first + ROWS_PER_BLOCK)
        np.matmul(X[block] - center, B, out=product[block])
    return product


def squared_lengths(X: Any, center: Floats, scale: Floats | None = None) -> Floats:
    """Squared length |(x - center) / scale|² of each row.

    >>> squared_lengths(np.array([[3.0, 1.0]]), np.array([1.0, 0.0]))
    array([5.])
    """
    weight = np.ones(len(center)) if scale is None else 1 / scale**2
    if not isinstance(X, np.ndarray):
        squares = np.asarray(X.multiply(X) @ weight)
        return squares - 2 * np.asarray(X @ (weight * center)) + float(weight @ center**2)
    squares = np.empty(len(X))
    for first in range(0, len(X), ROWS_PER_BLOCK):
        block = slice(first, first + ROWS_PER_BLOCK)
        squares[block] = (X[block] - center) ** 2 @ weight
    return squares


def column_sums(X: Any, weight: Floats | None) -> tuple[Floats, Floats, float]:
    """Mean of each column, sum of squares about it, and total weight.

    >>> column_sums(np.array([[1.0], [3.0]]), None)
    (array([2.]), array([2.]), 2.0)
    """
    weights = np.ones(X.shape[0]) if weight is None else weight
    total = float(weights.sum())
    mean = np.asarray(X.T @ weights) / total
    if isinstance(X, np.ndarray):
        mean = mean + (weights @ (X - mean)) / total
        return mean, np.einsum("i,ij->j", weights, (X - mean) ** 2), total
    squares = np.asarray(X.multiply(X).T @ weights) - total * mean**2
    return mean, np.maximum(squares, 0.0), total


def checked_scores(X: Any, k: int) -> Floats:
    """Check the coordinates passed to `inverse_transform`: k columns.

    >>> checked_scores([[1, 2]], 2)
    array([[1., 2.]])
    """
    scores = np.asarray(check_array(X, dtype=np.float64))
    if scores.shape[1] != k:
        raise DataError(
            f"X has {scores.shape[1]} columns, and there are {k} components; pass one coordinate for each"
        )
    return scores
