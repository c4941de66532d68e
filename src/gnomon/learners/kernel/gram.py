"""Gram matrices shared by fits: pairwise dot products or distances once, the kernel of them per learner.

Dot products or squared distances are stored, not kernel values, so that gamma, degree and coef0 can vary
over one preparation; training sets use their own rows and columns.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import Kernel, finite
from gnomon.learners.kernel.pair_values import pair_values
from gnomon.learners.kernel.resolving import Precomputed, reads, resolve
from gnomon.sharing.pairs import IndexedRows, PairedRows, Pairs

MAX_BYTES_OF_GRAM = 2**33
ROWS_PER_BLOCK = 4096


def paired_rows(
    kernel: Any, X: Any, y: Any, weight: Floats | None, functions_of: str = "tables"
) -> PairedRows:
    """Rows with the pairwise values that this kernel (a name, a function or a value) needs.

    >>> paired_rows("rbf", np.array([[0.0], [3.0]]), None, None).values()
    array([[0., 9.],
           [9., 0.]])
    """
    n = X.shape[0]
    if 8 * n * n > MAX_BYTES_OF_GRAM:
        raise DataError(
            f"the Gram matrix of {n} rows would need {8 * n * n / 2**30:.0f} GiB of memory; use fewer rows, "
            "or Nystroem or RBFSampler before a linear learner"
        )
    what = reads(kernel)
    of: Any = partial(pair_values, what)
    if what == "tables":
        of = resolve(kernel, gamma=1.0, functions_of=functions_of)
    return PairedRows(Pairs(X, of, is_precomputed=isinstance(of, Precomputed)), y, weight, np.arange(n))


def gram_of(kernel: Kernel, data: PairedRows) -> Floats:
    """The Gram matrix of the current rows.

    >>> from gnomon.kernels import PolynomialKernel
    >>> gram_of(PolynomialKernel(2), paired_rows("poly", np.array([[0.0], [3.0]]), None, None))
    array([[  1.,   1.],
           [  1., 100.]])
    """
    return _of_values(kernel, data.values())


def kernel_times(kernel: Kernel, X: Any, fitted: Any, index: Any, coefficients: Floats) -> Floats:
    """Kernel expansion: for each row of X the sum over training rows of kernel times coefficients.

    X: a table, or indexed rows of the training table. fitted: the training rows; index: their indices in that
    table.

    >>> from gnomon.kernels import LinearKernel
    >>> kernel_times(LinearKernel(), np.array([[2.0]]), np.array([[1.0], [3.0]]), None, np.array([1.0, 1.0]))
    array([8.])
    """
    if isinstance(X, IndexedRows) or isinstance(kernel, Precomputed):
        return kernel_columns(kernel, X, fitted, index, np.arange(len(coefficients))) @ coefficients
    scores = np.empty((X.shape[0], *coefficients.shape[1:]))
    for begin in range(0, X.shape[0], ROWS_PER_BLOCK):
        block = slice(begin, begin + ROWS_PER_BLOCK)
        scores[block] = kernel(X[block], fitted) @ coefficients
    return scores


def kernel_columns(kernel: Kernel, X: Any, fitted: Any, index: Any, columns: Integers) -> Floats:
    """The kernel of each row of X with some of the training rows; arguments as of `kernel_times`.

    >>> from gnomon.kernels import LinearKernel
    >>> kernel_columns(LinearKernel(), np.array([[2.0]]), np.array([[1.0], [3.0]]), None, np.array([1]))
    array([[6.]])
    """
    if isinstance(X, IndexedRows):
        return _of_values(kernel, X.pairs.between(X.index, index[columns]))
    if isinstance(kernel, Precomputed):
        return kernel(X, fitted)[:, columns]
    return kernel(X, fitted[columns])


def _of_values(kernel: Kernel, values: Floats) -> Floats:
    return values if kernel.reads == "tables" else finite(kernel.of(values.copy()), kernel)
