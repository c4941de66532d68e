"""Matrix factorization: a table as the product of rows by topics, topic weights, and topics by columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class MatrixFactors:
    """Matrix factorization: left (rows, topics) times diag(weights) times right (topics, columns).

    For ratings: people by genres, weights of genres, genres by films. In the singular value decomposition the
    outer factors are orthonormal; truncated at rank r it is the best approximation of rank r in the Frobenius
    norm (Eckart-Young).

    >>> people, films = [[1, 0], [0, 1], [1, 1]], [[1, 0, 1], [0, 1, 1]]
    >>> MatrixFactors(people, [1, 2], films).product()
    array([[1., 0., 1.],
           [0., 2., 2.],
           [1., 2., 3.]])
    """

    left: Any
    weights: Any
    right: Any

    def __post_init__(self) -> None:
        left, weights, right = (
            np.asarray(each, dtype=np.float64) for each in (self.left, self.weights, self.right)
        )
        if left.ndim != 2 or right.ndim != 2 or not left.shape[1] == right.shape[0] == weights.size:
            raise DataError(
                f"factors of shapes {left.shape}, {weights.shape} and {right.shape} do not match; pass "
                "(rows, topics), (topics,) and (topics, columns)"
            )
        self.__dict__.update(left=left, weights=weights.ravel(), right=right)

    @classmethod
    def of(cls, X: Any, rank: int | None = None) -> MatrixFactors:
        """Truncated singular value decomposition (SVD) of a table, of this rank.

        >>> MatrixFactors.of([[0.0, 2.0], [0.0, 0.0]], 1).weights
        array([2.])
        """
        table = np.asarray(X, dtype=np.float64)
        if table.ndim != 2 or not table.size or not np.isfinite(table).all():
            raise DataError("X must be a two-dimensional array of finite numbers")
        max_rank = min(table.shape)
        if rank is not None and not 1 <= rank <= max_rank:
            raise ParameterError(f"rank={rank}: it must be from 1 to min(rows, columns) = {max_rank}")
        left, weights, right = np.linalg.svd(table, full_matrices=False)
        return cls(left[:, :rank], weights[:rank], right[:rank])

    def product(self) -> Floats:
        """The product of the factors."""
        product: Floats = (self.left * self.weights) @ self.right
        return product

    def error(self, X: Any) -> float:
        """Frobenius norm of the difference to a table."""
        return float(np.linalg.norm(np.asarray(X, dtype=np.float64) - self.product()))

    @property
    def is_orthogonal(self) -> bool:
        """Whether both outer factors are orthonormal, as in a singular value decomposition."""
        return _is_orthonormal(self.left.T) and _is_orthonormal(self.right)

    def frame(self) -> pd.DataFrame:
        """One row per topic: its weight and its sum of squares."""
        import pandas as pd

        squares = self.weights**2 * np.sum(self.left**2, axis=0) * np.sum(self.right**2, axis=1)
        return pd.DataFrame({"weight": self.weights, "sum_of_squares": squares})

    def __str__(self) -> str:
        kind = "orthogonal" if self.is_orthogonal else "not orthogonal"
        shape = f"{self.left.shape[0]} x {self.right.shape[1]}"
        weights = np.round(self.weights, 4).tolist()
        return f"{shape} table of {len(weights)} topics ({kind}), weights {weights}"


def _is_orthonormal(rows: Floats) -> bool:
    return bool(np.allclose(rows @ rows.T, np.eye(len(rows)), atol=1e-8))
