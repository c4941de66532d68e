"""Distances in the feature space of a kernel, without ever going there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError

ROUNDING = 16 * float(np.finfo(np.float64).eps)
LEAST_NEGATIVE = 1e-9


@dataclass(frozen=True)
class KernelDistance:
    """D(x, z)² = |phi(x) - phi(z)|² = k(x, x) - 2 k(x, z) + k(z, z): a metric for neighbors, of any kernel.

    kernel: a Kernel of Gnomon, or a function of two tables that gives k(a, b) for all their rows. `table`
    gives the distances of all pairs, for any other method that needs no more than distances.

    >>> import gnomon as gn
    >>> from gnomon.learners.kernel.kernels import LinearKernel
    >>> by_kernel = gn.KNeighborsClassifier(1, metric=KernelDistance(LinearKernel()))
    >>> by_kernel.fit([[0.0, 0.0], [3.0, 4.0]], [0, 1]).kneighbors([[0.0, 0.0]], 2)[0]
    array([[0., 5.]])
    """

    kernel: Callable[[Any, Any], Floats]

    def __call__(self, a: Any, b: Any) -> float:
        """The distance of two rows."""
        return float(self.table(np.atleast_2d(a), np.atleast_2d(b))[0, 0])

    def table(self, A: Any, B: Any) -> Floats:
        """The distances of all rows of A to all rows of B."""
        of_a, of_b = self._diagonal(A), self._diagonal(B)
        size = np.abs(of_a)[:, None] + np.abs(of_b)
        squares = of_a[:, None] + of_b - 2 * np.asarray(self.kernel(A, B), dtype=np.float64)
        if (squares < -LEAST_NEGATIVE * size).any():
            raise DataError(
                f"the kernel {self.kernel!r} gives a negative squared distance ({squares.min():.3g}), so it "
                "is no dot product of features; choose a kernel that is positive semi-definite"
            )
        # What is left of equal terms is rounding: a row is at distance 0 from itself.
        return np.sqrt(np.where(squares > ROUNDING * size, squares, 0.0))

    def _diagonal(self, A: Any) -> Floats:
        if hasattr(self.kernel, "diagonal"):
            return np.asarray(self.kernel.diagonal(A), dtype=np.float64)
        return np.array([float(np.asarray(self.kernel(A[[i]], A[[i]]))[0, 0]) for i in range(A.shape[0])])
