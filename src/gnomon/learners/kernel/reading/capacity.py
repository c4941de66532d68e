"""How rich a family of machines is, and how much of it one machine uses (Boser, Guyon & Vapnik 1992)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel
from gnomon.learners.kernel.lifts.feature_map import polynomial_feature_count
from gnomon.learners.kernel.resolving import resolve


@dataclass(frozen=True)
class Capacity:
    """n_features: features N after the lift, the constant apart. n_support: m, of n_rows training rows.

    n_machines: decision functions, over which distinct support vectors are counted once.
    """

    n_features: float
    n_support: int
    n_rows: int
    n_machines: int

    @property
    def vc_dimension(self) -> float:
        """N + 1, that of all planes after the lift."""
        return self.n_features + 1

    @property
    def effective(self) -> int:
        """The number m of support vectors, which takes the place of N + 1 for one machine."""
        return self.n_support

    @property
    def mean_support(self) -> float:
        """<m>: distinct support vectors a decision function."""
        return self.n_support / self.n_machines

    def __str__(self) -> str:
        size = "infinite" if self.n_features == inf else f"{self.n_features:.6g}"
        return (
            f"{size} features after the lift (VC dimension {self.vc_dimension:.6g}); {self.n_support} "
            f"support vectors of {self.n_rows} rows, {self.mean_support:.4g} a decision function"
        )


def feature_space_dimension(
    n_columns: int, kernel: Any = "linear", *, degree: int = 3, coef0: float = 1.0
) -> float:
    """N: features after the lift, the constant apart; infinite for kernels other than polynomials.

    >>> [feature_space_dimension(256, "poly", degree=q) for q in (1, 2, 3)]
    [256, 33152, 2862208]
    """
    found = kernel if isinstance(kernel, Kernel) else resolve(kernel, gamma=1.0, degree=degree, coef0=coef0)
    if isinstance(found, LinearKernel):
        return n_columns
    if isinstance(found, PolynomialKernel) and found.degree == int(found.degree):
        homogeneous = found.coef0 == 0
        return polynomial_feature_count(n_columns, int(found.degree), homogeneous=homogeneous) - (
            not homogeneous
        )
    return inf


def svm_capacity(model: Any, n_rows: int) -> Capacity:
    """The capacity figures of a fitted support vector machine.

    >>> from sklearn.svm import SVC
    >>> print(svm_capacity(SVC(kernel="linear").fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]), 4))
    1 features after the lift (VC dimension 2); 2 support vectors of 4 rows, 2 a decision function
    """
    kernel = getattr(model, "kernel_", model.kernel)
    if isinstance(kernel, str) and kernel == "precomputed":
        raise DataError("a precomputed kernel does not say what it lifts to; name the kernel")
    size = feature_space_dimension(model.n_features_in_, kernel, degree=model.degree, coef0=model.coef0)
    return Capacity(size, len(model.support_), n_rows, max(1, len(model.intercept_)))
