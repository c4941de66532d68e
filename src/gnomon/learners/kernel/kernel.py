"""Kernel functions k(x, z) = phi(x)·phi(z): the dot product in a feature space that is never built.

A kernel is a value: call it on two tables for the Gram (kernel) matrix. Most are a function `of` one number
per pair, which `reads` names: the dot product x·z ("dots") or the squared distance |x - z|² ("squares"), so
that many kernels can share one matrix of them. `+` and `*` combine kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.pair_values import pair_values, squared_lengths


class Kernel:
    """A kernel function; subclasses define what they read of a pair, and the kernel `of` it.

    reads: "dots", "squares", or "tables" for a kernel that needs the rows themselves.
    is_mercer: whether it is known to be positive semi-definite (True), or may not be for some data (False).

    Kernels of `gnomon.kernels` are added and multiplied, and a subclass is a kernel of one's own.

    >>> class Cosine(Kernel):
    ...     reads = "dots"
    ...
    ...     def of(self, dots):
    ...         return np.cos(dots)
    >>> (Cosine() + Cosine())(np.array([[0.0], [1.0]])).round(2)
    array([[2.  , 2.  ],
           [2.  , 1.08]])
    """

    @property
    def reads(self) -> str:
        """ "tables", unless a subclass overrides it."""
        return "tables"

    @property
    def is_mercer(self) -> bool:
        """Whether every Gram matrix of this kernel is positive semi-definite."""
        return False

    def of(self, values: Floats) -> Floats:
        """The kernel as a function of dot products or squared distances; the array may be overwritten."""
        raise TypeError(f"{type(self).__name__} is not a function of dot products or distances")

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The kernel matrix k(a, b) of each row of A and each of B; of A with itself by default."""
        return finite(self.of(pair_values(self.reads, A, B)), self)

    def diagonal(self, A: Any) -> Floats:
        """k(a, a) for each row of A."""
        values = squared_lengths(A) if self.reads == "dots" else np.zeros(A.shape[0])
        return finite(self.of(values), self)

    def __add__(self, other: Kernel) -> Sum:
        return Sum(self, other)

    def __mul__(self, other: Kernel) -> Product:
        return Product(self, other)


@dataclass(frozen=True)
class Sum(Kernel):
    """Sum kernel k(x, z) = a(x, z) + b(x, z): the feature maps concatenated.

    >>> from gnomon.kernels import LinearKernel
    >>> (LinearKernel() + LinearKernel())(np.array([[3.0]]))
    array([[18.]])
    """

    a: Kernel
    b: Kernel

    @property
    def is_mercer(self) -> bool:
        """Whether both are."""
        return self.a.is_mercer and self.b.is_mercer

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The sum of the two matrices."""
        return self.a(A, B) + self.b(A, B)

    def diagonal(self, A: Any) -> Floats:
        """The sum of the two diagonals."""
        return self.a.diagonal(A) + self.b.diagonal(A)


@dataclass(frozen=True)
class Product(Kernel):
    """Product kernel k(x, z) = a(x, z) b(x, z): all products of a feature of one map with one of the other.

    >>> from gnomon.kernels import LinearKernel
    >>> (LinearKernel() * LinearKernel())(np.array([[3.0]]))
    array([[81.]])
    """

    a: Kernel
    b: Kernel

    @property
    def is_mercer(self) -> bool:
        """Whether both are (Schur product theorem)."""
        return self.a.is_mercer and self.b.is_mercer

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The elementwise (Hadamard) product of the two matrices."""
        return self.a(A, B) * self.b(A, B)

    def diagonal(self, A: Any) -> Floats:
        """The product of the two diagonals."""
        return self.a.diagonal(A) * self.b.diagonal(A)


@dataclass(frozen=True)
class NormalizedKernel(Kernel):
    """Normalized (cosine) kernel k(x, z) / sqrt(k(x, x) k(z, z)): unit norm in feature space.

    >>> from gnomon.kernels import LinearKernel
    >>> NormalizedKernel(LinearKernel())(np.array([[3.0, 0.0], [5.0, 5.0]])).round(6)
    array([[1.      , 0.707107],
           [0.707107, 1.      ]])
    """

    kernel: Kernel

    @property
    def is_mercer(self) -> bool:
        """Whether the kernel is."""
        return self.kernel.is_mercer

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The kernel matrix divided by the norms in feature space."""
        of_a = self._lengths(A)
        of_b = of_a if B is None else self._lengths(B)
        return self.kernel(A, B) / of_a[:, None] / of_b

    def diagonal(self, A: Any) -> Floats:
        """1 for each row."""
        return np.ones_like(self._lengths(A))

    def _lengths(self, A: Any) -> Floats:
        squares = self.kernel.diagonal(A)
        bad = np.flatnonzero(~(squares > 0))
        if len(bad):
            raise DataError(
                f"row {bad[0]} has k(x, x) = {squares[bad[0]]:g} under {self.kernel}, so it cannot be "
                "normalized; drop such rows, or use the kernel without normalization"
            )
        return np.sqrt(squares)


@dataclass(frozen=True, eq=False)
class Differences(Kernel):
    """Kernel centered at one row: (phi(x) - phi(origin))·(phi(z) - phi(origin)).

    A support vector machine with a free b has the same multipliers under it, independent of b (Boser,
    Guyon & Vapnik 1992).

    >>> from gnomon.kernels import LinearKernel
    >>> Differences(LinearKernel(), np.array([1.0]))(np.array([[3.0]]), np.array([[4.0]]))
    array([[6.]])
    """

    kernel: Kernel
    origin: Floats

    @property
    def is_mercer(self) -> bool:
        """Whether the kernel is."""
        return self.kernel.is_mercer

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The centered kernel matrix."""
        origin = np.atleast_2d(np.asarray(self.origin, dtype=np.float64))
        from_a = self.kernel(A, origin)
        from_b = from_a if B is None else self.kernel(B, origin)
        return self.kernel(A, B) - from_a - from_b.T + self.kernel.diagonal(origin)

    def diagonal(self, A: Any) -> Floats:
        """k(a, a) - 2 k(a, origin) + k(origin, origin)."""
        origin = np.atleast_2d(np.asarray(self.origin, dtype=np.float64))
        return self.kernel.diagonal(A) - 2 * self.kernel(A, origin)[:, 0] + self.kernel.diagonal(origin)


def finite(values: Floats, kernel: Kernel) -> Floats:
    """The same values; DataError if one is infinite or not a number.

    >>> finite(np.ones(1), Kernel())
    array([1.])
    """
    if not np.isfinite(values).all():
        raise DataError(
            f"{kernel} overflows: values are infinite or not a number on these rows; "
            "standardize the columns (sklearn.preprocessing.StandardScaler), or lower gamma or degree"
        )
    return values
