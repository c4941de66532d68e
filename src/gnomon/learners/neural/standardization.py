"""Standardization of columns to mean 0 and standard deviation 1, which gradient descent needs.

Sparse rows stay sparse: they are scaled, and the mean is subtracted after each product.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.sparsefuncs import inplace_csr_column_scale, mean_variance_axis

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.moments import too_large


@dataclass(frozen=True)
class Standardizer:
    """Standardization: mean and standard deviation of each column; an infinite one drops the column.

    >>> standardizer = Standardizer.of(np.array([[1.0, 7.0], [3.0, 7.0]]), None)
    >>> standardizer.transform(np.array([[5.0, 8.0]]))
    array([[3., 0.]])
    """

    mean: Floats
    scale: Floats

    @classmethod
    def of(cls, X: Any, weight: Floats | None, constant: float = np.inf) -> Standardizer:
        """Fit on weighted rows; `constant` is the standard deviation assumed for constant columns."""
        with np.errstate(over="ignore", invalid="ignore"):
            if isinstance(X, np.ndarray):
                mean = np.average(X, axis=0, weights=weight).astype(np.float64)
                variance = np.average((X - mean) ** 2, axis=0, weights=weight)
            else:
                mean, variance = mean_variance_axis(X.astype(np.float64), axis=0, weights=weight)
        if not np.isfinite(variance).all():
            raise DataError(too_large(X))
        scale = np.sqrt(variance)
        # The variance of a constant column is only rounding error.
        rounding = 8 * np.finfo(X.dtype).eps * np.abs(mean)
        return cls(mean, np.where(scale > rounding, scale, constant))

    @classmethod
    def identity(cls, n_columns: int) -> Standardizer:
        """The identity: no standardization."""
        return cls(np.zeros(n_columns), np.ones(n_columns))

    def transform(self, X: Any) -> Any:
        """Standardize rows; the dtype of X is preserved."""
        if isinstance(X, np.ndarray):
            scaled = X - self.mean.astype(X.dtype)
            scaled /= self.scale.astype(X.dtype)
            return scaled
        scaled = X.copy()
        inplace_csr_column_scale(scaled, (1 / self.scale).astype(X.dtype))
        return CenteredRows(scaled, (self.mean / self.scale).astype(X.dtype))

    def inverse_transform(self, standardized: Array) -> Array:
        """Undo the standardization."""
        return standardized * np.where(np.isinf(self.scale), 0, self.scale) + self.mean


@dataclass(frozen=True)
class CenteredRows:
    """Sparse rows with a center that is subtracted only in products (implicit centering)."""

    X: Any
    center: Array

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return self.X.shape

    @property
    def dtype(self) -> Any:
        """The dtype."""
        return self.X.dtype

    def __getitem__(self, index: Integers | slice) -> CenteredRows:
        return CenteredRows(self.X[index], self.center)


def multiply(rows: Any, coef: Array, out: Array) -> Array:
    """Product of rows and coefficients."""
    if isinstance(rows, np.ndarray):
        return np.dot(rows, coef, out=out)
    out[...] = rows.X @ coef
    out -= rows.center @ coef
    return out


def transpose_multiply(rows: Any, gradient: Array, out: Array) -> None:
    """Product of the transposed rows and a gradient."""
    if isinstance(rows, np.ndarray):
        np.dot(rows.T, gradient, out=out)
    else:
        out[...] = rows.X.T @ gradient
        out -= np.outer(rows.center, gradient.sum(axis=0))
