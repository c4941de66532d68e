"""Capacity of support vector machines: VC dimension and number of support vectors (Boser, Guyon & Vapnik
1992).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel
from gnomon.learners.kernel.lifts.feature_map import polynomial_feature_count
from gnomon.learners.kernel.reading.support_table import warn_if_many_support
from gnomon.learners.kernel.resolving import resolve


@dataclass(frozen=True)
class Capacity:
    """Capacity: dimension of the feature space, VC dimension and number of support vectors.

    n_features: dimension N of the feature space, without the constant. n_support: m, of n_rows training rows;
    each support vector counts once. n_models: number of decision functions.
    """

    n_features: float
    n_support: int
    n_rows: int
    n_models: int

    @property
    def vc_dimension(self) -> float:
        """N + 1, the VC dimension of hyperplanes in the feature space."""
        return self.n_features + 1

    @property
    def effective(self) -> int:
        """The number m of support vectors, the effective capacity in place of N + 1."""
        return self.n_support

    @property
    def mean_support(self) -> float:
        """<m>: mean number of distinct support vectors per decision function."""
        return self.n_support / self.n_models

    def __str__(self) -> str:
        size = "infinite" if self.n_features == inf else f"{self.n_features:.6g}"
        return (
            f"feature space of dimension {size} (VC dimension {self.vc_dimension:.6g}); {self.n_support} "
            f"support vectors of {self.n_rows} rows, {self.mean_support:.4g} per decision function"
        )


def feature_space_dimension(
    n_columns: int, kernel: Any = "linear", *, degree: int = 3, coef0: float = 1.0
) -> float:
    """Dimension N of a kernel's feature space, without the constant; infinite except for polynomial kernels.

    >>> [feature_space_dimension(256, "poly", degree=q) for q in (1, 2, 3)]
    [256, 33152, 2862208]
    """
    resolved = (
        kernel if isinstance(kernel, Kernel) else resolve(kernel, gamma=1.0, degree=degree, coef0=coef0)
    )
    if isinstance(resolved, LinearKernel):
        return n_columns
    if isinstance(resolved, PolynomialKernel) and resolved.degree == int(resolved.degree):
        homogeneous = resolved.coef0 == 0
        return polynomial_feature_count(n_columns, int(resolved.degree), homogeneous=homogeneous) - (
            not homogeneous
        )
    return inf


def svm_capacity(model: Any, n_rows: int) -> Capacity:
    """Capacity (VC dimension, number of support vectors) of a fitted support vector machine.

    A DataWarning if most rows are support vectors, which suggests overfitting.

    >>> from sklearn.svm import SVC
    >>> print(svm_capacity(SVC(kernel="linear").fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]), 4))
    feature space of dimension 1 (VC dimension 2); 2 support vectors of 4 rows, 2 per decision function
    """
    kernel = getattr(model, "kernel_", model.kernel)
    if isinstance(kernel, str) and kernel == "precomputed":
        raise DataError("the feature space of a precomputed kernel is unknown; fit with a named kernel")
    warn_if_many_support(model, n_rows, stacklevel=3)
    size = feature_space_dimension(model.n_features_in_, kernel, degree=model.degree, coef0=model.coef0)
    return Capacity(size, len(model.support_), n_rows, max(1, len(model.intercept_)))
