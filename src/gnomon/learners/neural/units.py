"""Standard units: columns of mean 0 and spread 1, without which descent on raw numbers fails.

Sparse rows stay sparse: they are divided by the spread, and the mean is taken off after each product.
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
class StandardUnits:
    """Mean and spread of each column; an infinite spread leaves a column out.

    >>> units = StandardUnits.of(np.array([[1.0, 7.0], [3.0, 7.0]]), None)
    >>> units.rows(np.array([[5.0, 8.0]]))
    array([[3., 0.]])
    """

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, X: Any, weight: Floats | None, constant: float = np.inf) -> StandardUnits:
        """Of these rows, which count by their weight; `constant` is the spread given to constant columns."""
        with np.errstate(over="ignore", invalid="ignore"):
            if isinstance(X, np.ndarray):
                mean = np.average(X, axis=0, weights=weight).astype(np.float64)
                variance = np.average((X - mean) ** 2, axis=0, weights=weight)
            else:
                mean, variance = mean_variance_axis(X.astype(np.float64), axis=0, weights=weight)
        if not np.isfinite(variance).all():
            raise DataError(too_large(X))
        spread = np.sqrt(variance)
        # Of a constant column only rounding is left.
        rounding = 8 * np.finfo(X.dtype).eps * np.abs(mean)
        return cls(mean, np.where(spread > rounding, spread, constant))

    @classmethod
    def raw(cls, n_columns: int) -> StandardUnits:
        """Units that leave every number as it is."""
        return cls(np.zeros(n_columns), np.ones(n_columns))

    def rows(self, X: Any) -> Any:
        """Rows in these units, of the type of X."""
        if isinstance(X, np.ndarray):
            scaled = X - self.mean.astype(X.dtype)
            scaled /= self.spread.astype(X.dtype)
            return scaled
        scaled = X.copy()
        inplace_csr_column_scale(scaled, (1 / self.spread).astype(X.dtype))
        return CenteredRows(scaled, (self.mean / self.spread).astype(X.dtype))

    def back(self, standard: Array) -> Array:
        """From these units to the ones the columns came in."""
        return standard * np.where(np.isinf(self.spread), 0, self.spread) + self.mean


@dataclass(frozen=True)
class CenteredRows:
    """Sparse rows less a center that is never taken off them."""

    X: Any
    center: Array

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.X.shape

    @property
    def dtype(self) -> Any:
        """Type of the numbers."""
        return self.X.dtype

    def __getitem__(self, index: Integers | slice) -> CenteredRows:
        return CenteredRows(self.X[index], self.center)


def multiply(rows: Any, coef: Array, out: Array) -> Array:
    """Rows times coefficients."""
    if isinstance(rows, np.ndarray):
        return np.dot(rows, coef, out=out)
    out[...] = rows.X @ coef
    out -= rows.center @ coef
    return out


def collect(rows: Any, pull: Array, out: Array) -> None:
    """The transpose of rows times pull."""
    if isinstance(rows, np.ndarray):
        np.dot(rows.T, pull, out=out)
    else:
        out[...] = rows.X.T @ pull
        out -= np.outer(rows.center, pull.sum(axis=0))
