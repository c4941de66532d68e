"""Distances in the feature space of a kernel, computed from the kernel (kernel trick)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError

ROUNDING = 16 * float(np.finfo(np.float64).eps)
NEGATIVE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class KernelDistance:
    """Kernel-induced distance: the Euclidean distance in the feature space of a kernel (kernel trick).

    D(x, z)² = |phi(x) - phi(z)|² = k(x, x) - 2 k(x, z) + k(z, z). Use it as the metric of nearest neighbors;
    `table` returns the distance matrix for other methods.

    kernel: a Gnomon kernel, or a function of two arrays that returns the kernel matrix of their rows.

    >>> import gnomon as gn
    >>> from gnomon.kernels import LinearKernel
    >>> by_kernel = gn.KNeighborsClassifier(1, metric=KernelDistance(LinearKernel()))
    >>> by_kernel.fit([[0.0, 0.0], [3.0, 4.0]], [0, 1]).kneighbors([[0.0, 0.0]], 2)[0]
    array([[0., 5.]])
    """

    kernel: Callable[[Any, Any], Floats]

    def __call__(self, a: Any, b: Any) -> float:
        """The distance between two rows."""
        return float(self.table(np.atleast_2d(a), np.atleast_2d(b))[0, 0])

    def table(self, A: Any, B: Any) -> Floats:
        """The distance matrix between the rows of A and the rows of B."""
        diagonal_a, diagonal_b = self._diagonal(A), self._diagonal(B)
        scale = np.abs(diagonal_a)[:, None] + np.abs(diagonal_b)
        squares = diagonal_a[:, None] + diagonal_b - 2 * np.asarray(self.kernel(A, B), dtype=np.float64)
        if (squares < -NEGATIVE_TOLERANCE * scale).any():
            raise DataError(
                f"the kernel {self.kernel!r} returns a negative squared distance ({squares.min():.3g}), so "
                "it is not positive semi-definite; choose a positive semi-definite kernel"
            )
        # Differences of equal terms are rounding errors: the distance of a row to itself is 0.
        return np.sqrt(np.where(squares > ROUNDING * scale, squares, 0.0))

    def _diagonal(self, A: Any) -> Floats:
        if hasattr(self.kernel, "diagonal"):
            return np.asarray(self.kernel.diagonal(A), dtype=np.float64)
        return np.array([float(np.asarray(self.kernel(A[[i]], A[[i]]))[0, 0]) for i in range(A.shape[0])])
