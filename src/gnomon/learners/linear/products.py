"""Products of rows with coefficients, and of residuals with rows, for dense and sparse rows.

SciPy multiplies sparse rows on one thread and by one column at a time; here all classes of a row are summed
at once, on all threads. The transposed rows are stored too, so that both products read memory in order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native, threads
from gnomon.arrays import Floats


class Products:
    """X w' and r' X for rows X (n x columns), coefficients w (classes x columns), residuals r (n x classes).

    >>> rows = Products(np.array([[1.0, 2.0], [0.0, 3.0]]))
    >>> rows.scores(np.array([[1.0, 1.0]])).tolist(), rows.slopes(np.array([[1.0], [1.0]])).tolist()
    ([[3.0], [3.0]], [[1.0, 5.0]])
    """

    def __init__(self, X: Any) -> None:
        self._X = X
        self._is_dense = isinstance(X, np.ndarray)
        if not self._is_dense:
            self._rows = _with_small_indices(X)
            self._columns = _with_small_indices(X.T.tocsr())

    def scores(self, w: Floats) -> Floats:
        """X w'."""
        return np.asarray(self._X @ w.T) if self._is_dense else _multiply(self._rows, w.T)

    def slopes(self, residual: Floats) -> Floats:
        """r' X."""
        product = self._X.T @ residual if self._is_dense else _multiply(self._columns, residual)
        return np.asarray(product).T


def _with_small_indices(X: Any) -> Any:
    """The same with 32-bit indices, where they are enough."""
    if X.indices.dtype == np.int32 or max(X.nnz, *X.shape) > np.iinfo(np.int32).max:
        return X
    return scipy.sparse.csr_matrix((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), X.shape)


def _multiply(X: Any, other: Floats) -> Floats:
    if X.indices.dtype != np.int32:
        return np.asarray(X @ other)
    return native.sparse_product(
        X.data, X.indices, X.indptr, np.ascontiguousarray(other, dtype=np.float64), threads.count()
    )
