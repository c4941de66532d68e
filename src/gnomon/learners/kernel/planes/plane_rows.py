"""Rows as Newton's method for a plane asks for them, a constant column of value `bias` at their end.

Coefficients v have the constant's last. Sparse rows are read where they are, on all threads, and their
products with v and back again in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats


def plane_rows(X: Any, bias: float) -> DenseRows | SparseRows:
    """The rows of an array or of a CSR matrix.

    >>> plane_rows(np.array([[2.0], [3.0]]), 1.0).scores(np.array([1.0, 0.5]))
    array([2.5, 3.5])
    """
    # SciPy counts beyond 32 bits where it must; the kernel does not.
    if isinstance(X, np.ndarray) or X.nnz > np.iinfo(np.int32).max:
        return DenseRows(X, bias)
    return SparseRows(X, bias)


class DenseRows:
    """Rows that NumPy, or SciPy, multiplies."""

    def __init__(self, X: Any, bias: float) -> None:
        self._X = X
        self._bias = bias

    def scores(self, v: Floats) -> Floats:
        """x·v of each row."""
        return np.asarray(self._X @ v[:-1]) + self._bias * v[-1]

    def pull(self, force: Floats) -> Floats:
        """The sum of force times x."""
        return np.append(np.asarray(self._X.T @ force), self._bias * force.sum())

    def curvature(self, weight: Floats) -> Callable[[Floats], Floats]:
        """v -> the sum of weight times x·v times x."""
        counts = np.flatnonzero(weight)
        some, mine = DenseRows(self._X[counts], self._bias), weight[counts]
        return lambda v: some.pull(mine * some.scores(v))

    def squares(self, weight: Floats) -> Floats:
        """The sum of weight times x² by column."""
        X = self._X
        is_dense = isinstance(X, np.ndarray)
        sums = np.einsum("i,ij,ij->j", weight, X, X) if is_dense else np.asarray(X.multiply(X).T @ weight)
        return np.append(sums, self._bias**2 * weight.sum())


class SparseRows:
    """Rows in CSR form, multiplied by a kernel."""

    def __init__(self, X: Any, bias: float) -> None:
        columns, begin = (np.ascontiguousarray(places, dtype=np.int32) for places in (X.indices, X.indptr))
        values = np.ascontiguousarray(X.data, dtype=np.float64)
        self._rows = native.SparseRows(values, columns, begin, X.shape[1], bias)

    def scores(self, v: Floats) -> Floats:
        """x·v of each row."""
        return self._rows.scores(v, threads.count())

    def pull(self, force: Floats) -> Floats:
        """The sum of force times x."""
        return self._rows.pull(force, threads.count())

    def curvature(self, weight: Floats) -> Callable[[Floats], Floats]:
        """v -> the sum of weight times x·v times x."""
        return lambda v: self._rows.curvature(weight, v, threads.count())

    def squares(self, weight: Floats) -> Floats:
        """The sum of weight times x² by column."""
        return self._rows.squares(weight, threads.count())
