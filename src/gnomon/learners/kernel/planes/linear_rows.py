"""Products of rows as Newton's method needs them, with a constant column of value `bias` at their end.

Coefficients v have the intercept's last. Sparse rows are multiplied in place, on all threads, with both
products of a Hessian-vector product in one pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats


def linear_rows(X: Any, bias: float) -> DenseRows | SparseRows:
    """The rows of an array or of a CSR matrix.

    >>> linear_rows(np.array([[2.0], [3.0]]), 1.0).scores(np.array([1.0, 0.5]))
    array([2.5, 3.5])
    """
    # SciPy supports 64-bit indices; the compiled loop does not.
    if isinstance(X, np.ndarray) or X.nnz > np.iinfo(np.int32).max:
        return DenseRows(X, bias)
    return SparseRows(X, bias)


class DenseRows:
    """Rows multiplied by NumPy or SciPy."""

    def __init__(self, X: Any, bias: float) -> None:
        self._X = X
        self._bias = bias

    def scores(self, v: Floats) -> Floats:
        """x·v of each row."""
        return np.asarray(self._X @ v[:-1]) + self._bias * v[-1]

    def transposed(self, weight: Floats) -> Floats:
        """X' weight: the weighted sum of the rows."""
        return np.append(np.asarray(self._X.T @ weight), self._bias * weight.sum())

    def curvature(self, weight: Floats) -> Callable[[Floats], Floats]:
        """Hessian-vector product: v -> the sum of weight times x·v times x."""
        used = np.flatnonzero(weight)
        subset, weights = DenseRows(self._X[used], self._bias), weight[used]
        return lambda v: subset.transposed(weights * subset.scores(v))

    def squares(self, weight: Floats) -> Floats:
        """The weighted sum of squares of each column."""
        X = self._X
        is_dense = isinstance(X, np.ndarray)
        sums = np.einsum("i,ij,ij->j", weight, X, X) if is_dense else np.asarray(X.multiply(X).T @ weight)
        return np.append(sums, self._bias**2 * weight.sum())


class SparseRows:
    """Rows in CSR form, multiplied by compiled loops."""

    def __init__(self, X: Any, bias: float) -> None:
        columns, begin = (np.ascontiguousarray(indices, dtype=np.int32) for indices in (X.indices, X.indptr))
        values = np.ascontiguousarray(X.data, dtype=np.float64)
        self._rows = native.SparseRows(values, columns, begin, X.shape[1], bias)

    def scores(self, v: Floats) -> Floats:
        """x·v of each row."""
        return self._rows.scores(v, threads.count())

    def transposed(self, weight: Floats) -> Floats:
        """X' weight: the weighted sum of the rows."""
        return self._rows.transposed(weight, threads.count())

    def curvature(self, weight: Floats) -> Callable[[Floats], Floats]:
        """Hessian-vector product: v -> the sum of weight times x·v times x."""
        return lambda v: self._rows.curvature(weight, v, threads.count())

    def squares(self, weight: Floats) -> Floats:
        """The weighted sum of squares of each column."""
        return self._rows.squares(weight, threads.count())
