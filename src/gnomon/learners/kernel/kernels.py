"""The kernels: linear, polynomial, radial (RBF, Laplacian), power series and tanh."""

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
    """The dot product x·z itself.

    >>> LinearKernel()(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]))
    array([[11.]])
    """

    reads = "dots"

    @property
    def is_mercer(self) -> bool:
        """Always."""
        return True

    def of(self, values: Floats) -> Floats:
        """The dot products as they are."""
        return values


@dataclass(frozen=True)
class PolynomialKernel(Kernel):
    """(gamma x·z + coef0)^degree: coef0 = 0 keeps the terms of this degree alone, 1 those of all up to it.

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
        """If the powers of x·z all have factors of at least 0, and the degree is whole."""
        return self.degree == int(self.degree) and self.gamma >= 0 and self.coef0 >= 0

    def of(self, values: Floats) -> Floats:
        """The power of the scaled and shifted dot products."""
        values *= self.gamma
        values += self.coef0
        with np.errstate(over="ignore", invalid="ignore"):
            return _power(values, self.degree)


@dataclass(frozen=True)
class RBFKernel(Kernel):
    """exp(-gamma |x - z|²), a bump about each row; gamma = 1 / (2 sigma²), and either can be given.

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
    """exp(-gamma |x - z|), with a peak at 0 where RBF is smooth; |.| is Euclidean, or the L1 norm.

    norm: "l2", as in Boser, Guyon & Vapnik (1992) with gamma = 1/2, or "l1", as scikit-learn's has it.

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
        """Squared distances; the L1 norm is no function of them."""
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
    """exp(gamma x·z) - 1: all powers of the dot product; as gamma falls, it nears the linear kernel.

    >>> round(float(PowerSeriesKernel(0.25)(np.array([[2.0]]), np.array([[2.0]]))[0, 0]), 6)
    1.718282
    """

    gamma: float = 1.0
    reads = "dots"

    def __post_init__(self) -> None:
        _refuse_unless(isfinite(self.gamma), self, "gamma", "a finite number")

    @property
    def is_mercer(self) -> bool:
        """If gamma is at least 0."""
        return self.gamma >= 0

    def of(self, values: Floats) -> Floats:
        """exp(gamma d) - 1 of dot products d."""
        values *= self.gamma
        with np.errstate(over="ignore"):
            return np.expm1(values, out=values)


@dataclass(frozen=True)
class SigmoidKernel(Kernel):
    """tanh(gamma x·z + coef0): the machine is then a network of one hidden layer. It may be no dot product.

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
    """values**degree; small whole powers by products, which is many times faster."""
    if degree == 2:
        return np.multiply(values, values, out=values)
    if degree == 3:
        square = values * values
        return np.multiply(square, values, out=values)
    return np.power(values, degree, out=values)


def _refuse_unless(right: bool, kernel: Kernel, name: str, words: str) -> None:
    if not right:
        value = getattr(kernel, name)
        raise ParameterError(f"{type(kernel).__name__}({name}={value!r}): {name} must be {words}")
