"""Products with rows about a center, a block at a time: no centered copy of the table, and no digit lost."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Floats
from gnomon.errors import DataError

ROWS_AT_A_TIME = 8192


def centered_products(X: Any, center: Floats, B: Floats) -> Floats:
    """(X - 1 center') B; sparse rows stay sparse.

    >>> centered_products(np.array([[3.0, 1.0]]), np.array([1.0, 1.0]), np.eye(2))
    array([[2., 0.]])
    """
    if not isinstance(X, np.ndarray):
        return np.asarray(X @ B) - center @ B
    found = np.empty((len(X), B.shape[1]))
    for first in range(0, len(X), ROWS_AT_A_TIME):
        some = slice(first, first + ROWS_AT_A_TIME)
        np.matmul(X[some] - center, B, out=found[some])
    return found


def squared_lengths(X: Any, center: Floats, scale: Floats | None = None) -> Floats:
    """|(x - center) / scale|² of each row.

    >>> squared_lengths(np.array([[3.0, 1.0]]), np.array([1.0, 0.0]))
    array([5.])
    """
    weight = np.ones(len(center)) if scale is None else 1 / scale**2
    if not isinstance(X, np.ndarray):
        squares = np.asarray(X.multiply(X) @ weight)
        return squares - 2 * np.asarray(X @ (weight * center)) + float(weight @ center**2)
    found = np.empty(len(X))
    for first in range(0, len(X), ROWS_AT_A_TIME):
        some = slice(first, first + ROWS_AT_A_TIME)
        found[some] = (X[some] - center) ** 2 @ weight
    return found


def column_sums(X: Any, weight: Floats | None) -> tuple[Floats, Floats, float]:
    """The mean of each column, its sum of squares about it, and the weight of all rows.

    >>> column_sums(np.array([[1.0], [3.0]]), None)
    (array([2.]), array([2.]), 2.0)
    """
    share = np.ones(X.shape[0]) if weight is None else weight
    total = float(share.sum())
    mean = np.asarray(X.T @ share) / total
    if isinstance(X, np.ndarray):
        mean = mean + (share @ (X - mean)) / total
        return mean, np.einsum("i,ij->j", share, (X - mean) ** 2), total
    squares = np.asarray(X.multiply(X).T @ share) - total * mean**2
    return mean, np.maximum(squares, 0.0), total


def checked_scores(X: Any, k: int) -> Floats:
    """Coordinates along k directions, as `inverse_transform` is given them.

    >>> checked_scores([[1, 2]], 2)
    array([[1., 2.]])
    """
    scores = np.asarray(check_array(X, dtype=np.float64))
    if scores.shape[1] != k:
        raise DataError(
            f"X has {scores.shape[1]} columns, and there are {k} directions; give one coordinate each"
        )
    return scores
