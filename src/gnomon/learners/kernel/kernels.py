"""The kernels: linear, polynomial, radial (RBF, Laplacian), power series and sigmoid."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from math import isfinite
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import manhattan_distances

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.kernel.kernel import Differences, Kernel, NormalizedKernel, Product, Sum

__all__ = [
    "Differences",
    "Kernel",
    "LaplacianKernel",
    "LinearKernel",
    "NormalizedKernel",
    "PolynomialKernel",
    "PowerSeriesKernel",
    "Product",
    "RBFKernel",
    "SigmoidKernel",
    "Sum",
]


@dataclass(frozen=True)
class LinearKernel(Kernel):
    """Linear kernel: the dot product x·z.

    >>> LinearKernel()(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]))
    array([[11.]])
    """

    reads = "dots"

    @property
    def is_mercer(self) -> bool:
        """Always."""
        return True

    def of(self, values: Floats) -> Floats:
        """The dot products unchanged."""
        return values


@dataclass(frozen=True)
class PolynomialKernel(Kernel):
    """Polynomial kernel (gamma x·z + coef0)^degree.

    Homogeneous for coef0 = 0 (monomials of this degree only), inhomogeneous otherwise (all up to it).

    >>> PolynomialKernel(2)(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]))
    array([[144.]])
    """

    degree: float = 3
    gamma: float = 1.0
    coef0: float = 1.0
    reads = "dots"

    def __post_init__(self) -> None:
        _refuse_unless(self.degree >= 0 and isfinite(self.degree), self, "degree", "a number of at least 0")
        _refuse_unless(isfinite(self.gamma), self, "gamma", "a finite number")
        _refuse_unless(isfinite(self.coef0), self, "coef0", "a finite number")

    @property
    def is_mercer(self) -> bool:
        """Whether the powers of x·z all have nonnegative coefficients, and the degree is an integer."""
        return self.degree == int(self.degree) and self.gamma >= 0 and self.coef0 >= 0

    def of(self, values: Floats) -> Floats:
        """The power of the scaled and shifted dot products."""
        values *= self.gamma
        values += self.coef0
        with np.errstate(over="ignore", invalid="ignore"):
            return _power(values, self.degree)


@dataclass(frozen=True)
class RBFKernel(Kernel):
    """Radial basis function (RBF, Gaussian) kernel exp(-gamma |x - z|²); gamma = 1 / (2 sigma²), set either.

    >>> RBFKernel(gamma=0.5) == RBFKernel(sigma=1.0), round(float(RBFKernel(0.5)(np.eye(2))[0, 1]), 6)
    (True, 0.367879)
    """

    gamma: float = 1.0
    sigma: InitVar[float | None] = None
    reads = "squares"

    def __post_init__(self, sigma: float | None) -> None:
        if sigma is not None:
            if not (sigma > 0 and isfinite(sigma) and isfinite(0.5 / sigma**2)):
                raise ParameterError(f"RBFKernel(sigma={sigma!r}): sigma must be a finite number above 0")
            object.__setattr__(self, "gamma", 0.5 / sigma**2)
        _refuse_unless(self.gamma >= 0 and isfinite(self.gamma), self, "gamma", "a number of at least 0")

    @property
    def is_mercer(self) -> bool:
        """Always."""
        return True

    def of(self, values: Floats) -> Floats:
        """exp(-gamma s) of squared distances s."""
        values *= -self.gamma
        return np.exp(values, out=values)


@dataclass(frozen=True)
class LaplacianKernel(Kernel):
    """Laplacian (exponential) kernel exp(-gamma |x - z|), with the Euclidean or the L1 norm.

    norm: "l2", as in Boser, Guyon & Vapnik (1992) with gamma = 1/2, or "l1", as in scikit-learn.

    >>> round(float(LaplacianKernel()(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))[0, 0]), 6)
    0.082085
    """

    gamma: float = 0.5
    norm: str = "l2"

    def __post_init__(self) -> None:
        _refuse_unless(self.gamma >= 0 and isfinite(self.gamma), self, "gamma", "a number of at least 0")
        _refuse_unless(self.norm in ("l1", "l2"), self, "norm", "'l1' or 'l2'")

    @property
    def reads(self) -> str:
        """Squared distances; the L1 norm is not a function of them."""
        return "squares" if self.norm == "l2" else "tables"

    @property
    def is_mercer(self) -> bool:
        """Always."""
        return True

    def of(self, values: Floats) -> Floats:
        """exp(-gamma sqrt(s)) of squared distances s."""
        np.sqrt(values, out=values)
        values *= -self.gamma
        return np.exp(values, out=values)

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """k(a, b) for each row of A and each of B."""
        if self.norm == "l2":
            return super().__call__(A, B)
        distances: Floats = manhattan_distances(A, A if B is None else B)
        return np.exp(-self.gamma * distances)

    def diagonal(self, A: Any) -> Floats:
        """1 for each row."""
        return np.ones(A.shape[0])


@dataclass(frozen=True)
class PowerSeriesKernel(Kernel):
    """Power series (exponential dot product) kernel exp(gamma x·z) - 1: all powers of the dot product.

    As gamma decreases, it approaches the linear kernel.

    >>> round(float(PowerSeriesKernel(0.25)(np.array([[2.0]]), np.array([[2.0]]))[0, 0]), 6)
    1.718282
    """

    gamma: float = 1.0
    reads = "dots"

    def __post_init__(self) -> None:
        _refuse_unless(isfinite(self.gamma), self, "gamma", "a finite number")

    @property
    def is_mercer(self) -> bool:
        """Whether gamma is nonnegative."""
        return self.gamma >= 0

    def of(self, values: Floats) -> Floats:
        """exp(gamma d) - 1 of dot products d."""
        values *= self.gamma
        with np.errstate(over="ignore"):
            return np.expm1(values, out=values)


@dataclass(frozen=True)
class SigmoidKernel(Kernel):
    """Sigmoid (hyperbolic tangent) kernel tanh(gamma x·z + coef0); not always a Mercer kernel.

    >>> SigmoidKernel(gamma=1.0, coef0=0.0)(np.array([[0.0]]))
    array([[0.]])
    """

    gamma: float = 1.0
    coef0: float = 0.0
    reads = "dots"

    def __post_init__(self) -> None:
        _refuse_unless(isfinite(self.gamma), self, "gamma", "a finite number")
        _refuse_unless(isfinite(self.coef0), self, "coef0", "a finite number")

    def of(self, values: Floats) -> Floats:
        """tanh(gamma d + coef0) of dot products d."""
        values *= self.gamma
        values += self.coef0
        return np.tanh(values, out=values)


def _power(values: Floats, degree: float) -> Floats:
    """values**degree; small integer powers by products, which is many times faster."""
    if degree == 2:
        return np.multiply(values, values, out=values)
    if degree == 3:
        square = values * values
        return np.multiply(square, values, out=values)
    return np.power(values, degree, out=values)


def _refuse_unless(valid: bool, kernel: Kernel, name: str, words: str) -> None:
    if not valid:
        value = getattr(kernel, name)
        raise ParameterError(f"{type(kernel).__name__}({name}={value!r}): {name} must be {words}")
