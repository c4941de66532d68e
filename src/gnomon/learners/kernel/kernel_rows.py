"""Kernel rows: the kernel matrix as the solver of support vector machines and prediction need it."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native, threads
from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import finite
from gnomon.learners.kernel.kernels import (
    Kernel,
    LaplacianKernel,
    LinearKernel,
    PolynomialKernel,
    PowerSeriesKernel,
    RBFKernel,
    SigmoidKernel,
)
from gnomon.learners.kernel.pair_values import squared_lengths
from gnomon.sharing.pairs import PairedRows

Facts = tuple[str, float, float, int]
MAX_BYTES_OF_VALUES = 2**32
# Of a submatrix, in double, and twice in single precision.
BYTES_PER_VALUE = 16


class KernelRows:
    """Training rows under a kernel, with a cache of kernel values shared by all problems on them.

    kernel: the kernel. X: the rows; None for a precomputed matrix. values: the kernel matrix, for kernels
    that are not a function of one dot product. free_bias: whether the sum of the coefficients is fixed.
    cache_size: size of the cache in MiB.

    >>> from gnomon.kernels import LinearKernel
    >>> rows = KernelRows(LinearKernel(), np.array([[1.0], [2.0], [4.0]]))
    >>> rows.values(np.array([2]), np.array([0, 1]))
    array([[4., 8.]])
    """

    def __init__(
        self,
        kernel: Kernel,
        X: Any,
        values: Floats | None = None,
        *,
        free_bias: bool = True,
        cache_size: float = 200.0,
    ) -> None:
        self.kernel = kernel
        self.X = X
        self.n_rows = X.shape[0] if values is None else len(values)
        self._matrix = values
        self._is_cached = False
        self._parts: dict[bytes, PartOfRows] = {}
        cache = self._free_bytes = int(min(cache_size, 2**40) * 2**20)
        facts = facts_of(kernel) if values is None else None
        if facts is not None:
            finite(squared_lengths(X), kernel)
            kernel.diagonal(X)  # raises if values overflow
        if facts is None:
            values = self._all_values() if values is None else values
            self._matrix = values
            self.gram = native.Gram.of_values(np.ascontiguousarray(values), cache)
        elif isinstance(X, np.ndarray):
            self.gram = native.Gram.of_rows(X, facts, free_bias, cache)
        else:
            self.gram = native.Gram.of_sparse(compressed(X), facts, free_bias, cache)

    def part(self, rows: Integers) -> PartOfRows:
        """A subset of the rows, cached for the next problem on them while there is memory."""
        key = rows.tobytes()
        if key in self._parts:
            return self._parts[key]
        with threads.single_blas():
            self._cache_if_small()
            part = PartOfRows(self, rows, self.gram.part(rows))
        n_bytes = BYTES_PER_VALUE * len(rows) ** 2
        if n_bytes <= self._free_bytes:
            self._free_bytes -= n_bytes
            self._parts[key] = part
        return part

    def _cache_if_small(self) -> None:
        """Cache the whole matrix where it fits: subsets overlap, and would compute most values twice."""
        n_bytes = 8 * self.n_rows**2
        if self._matrix is None and not self._is_cached and n_bytes <= self._free_bytes / 2:
            self._free_bytes -= n_bytes
            self._is_cached = True
            self.gram.cache_values(threads.count())

    def values(self, rows: Integers, columns: Integers) -> Floats:
        """The kernel between some rows and some others."""
        if self._matrix is not None:
            return self._matrix[np.ix_(rows, columns)]
        return self.kernel(self.X[rows], self.X[columns])

    def diagonal(self, rows: Integers) -> Floats:
        """The kernel of each of some rows with itself."""
        if self._matrix is not None:
            return self._matrix[rows, rows]
        return self.kernel.diagonal(self.X[rows])

    def _all_values(self) -> Floats:
        if 8 * self.n_rows**2 > MAX_BYTES_OF_VALUES:
            raise DataError(
                f"{self.kernel} needs the whole {self.n_rows} x {self.n_rows} kernel matrix, "
                f"{8 * self.n_rows**2 / 2**30:.0f} GiB; use fewer rows, or linear, poly, rbf or sigmoid"
            )
        return self.kernel(self.X)


class PartOfRows:
    """A subset of the rows under a kernel, with all values between them computed."""

    def __init__(self, whole: KernelRows, rows: Integers, gram: native.Gram) -> None:
        self.gram = gram
        self.n_rows = len(rows)
        self._whole, self._rows = whole, rows

    def values(self, rows: Integers, columns: Integers) -> Floats:
        """The kernel between some rows of the subset and some others."""
        return self._whole.values(self._rows[rows], self._rows[columns])

    def diagonal(self, rows: Integers) -> Floats:
        """The kernel of each of some rows of the subset with itself."""
        return self._whole.diagonal(self._rows[rows])


def kernel_rows_of(data: Any, kernel: Kernel, **options: Any) -> KernelRows:
    """The kernel rows of prepared data, from the shared matrix if there is one."""
    values = data.values() if isinstance(data, PairedRows) else None
    return KernelRows(kernel, None if values is not None else data.X, values, **options)


def facts_of(kernel: Kernel) -> Facts | None:
    """The kernel's name and parameters for the compiled loops; None if they do not support it.

    >>> facts_of(RBFKernel(0.5)), facts_of(LinearKernel() + LinearKernel())
    (('rbf', 0.5, 0.0, 1), None)
    """
    if type(kernel) is LinearKernel:
        return "linear", 1.0, 0.0, 1
    if type(kernel) is RBFKernel:
        return "rbf", kernel.gamma, 0.0, 1
    if type(kernel) is LaplacianKernel and kernel.norm == "l2":
        return "laplacian", kernel.gamma, 0.0, 1
    if type(kernel) is PowerSeriesKernel:
        return "exponential", kernel.gamma, 0.0, 1
    if type(kernel) is SigmoidKernel:
        return "tanh", kernel.gamma, kernel.coef0, 1
    if type(kernel) is PolynomialKernel and kernel.degree == int(kernel.degree) and kernel.degree <= 100:
        return "polynomial", kernel.gamma, kernel.coef0, int(kernel.degree)
    return None


def kernel_sums(kernel: Kernel, A: Any, B: Any, coef: Floats) -> Floats:
    """Sum over the rows of B of coef (k, rows) times the kernel with each row of A: (rows of A, k).

    >>> kernel_sums(LinearKernel(), np.array([[2.0]]), np.array([[1.0], [3.0]]), np.array([[1.0, 1.0]]))
    array([[8.]])
    """
    facts = facts_of(kernel)
    if facts is None:
        return kernel(A, B) @ coef.T
    if isinstance(A, np.ndarray) != isinstance(B, np.ndarray):
        A = scipy.sparse.csr_array(A) if isinstance(A, np.ndarray) else A.toarray()
    count = threads.count()
    with threads.single_blas():
        if isinstance(A, np.ndarray):
            sums = native.kernel_sums(A, B, coef, facts, count)
        else:
            sums = native.kernel_sums_sparse(compressed(A), compressed(B), coef, facts, count)
    return finite(sums, kernel)


def compressed(X: Any) -> tuple[Floats, Any, Integers, int]:
    """Sparse rows (CSR) in the form that the compiled loops need."""
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return (
        np.ascontiguousarray(X.data, dtype=np.float64),
        X.indices.astype(np.int32),
        X.indptr.astype(np.int64),
        X.shape[1],
    )
