"""From a kernel parameter (a name, a function or a kernel) to the kernel.

Names, `gamma` and the defaults are scikit-learn's. `gamma="scale"` depends on the training rows, so it is set
by the fit, without held-out rows (no leakage).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel, RBFKernel, SigmoidKernel
from gnomon.learners.kernel.pair_values import dense

NAMES = ("linear", "poly", "rbf", "sigmoid", "precomputed")
MAX_ASYMMETRY = 1e-7


@dataclass(frozen=True)
class Custom(Kernel):
    """A custom kernel function: of two tables, which returns the matrix, or with by="rows" of two rows.

    Its values are checked: shape, finite numbers and, for a table with itself, symmetry.

    >>> Custom(lambda x, z: min(x[0], z[0]), by="rows")(np.array([[1.0], [3.0]]))
    array([[1., 1.],
           [1., 3.]])
    """

    function: Callable[[Any, Any], Any]
    by: str = "tables"

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The function's values, checked."""
        other = A if B is None else B
        values = self._by_rows(A, other) if self.by == "rows" else self.function(A, other)
        try:
            matrix = np.array(dense(values), dtype=np.float64)
        except (TypeError, ValueError):
            raise DataError(
                f"{self._name()} returned {type(values).__name__}, not a matrix of numbers; it must return "
                "one number for each row of its first table and each of its second"
            ) from None
        self._check(matrix, (A.shape[0], other.shape[0]), B is None)
        return matrix

    def diagonal(self, A: Any) -> Floats:
        """k(a, a), row by row."""
        return np.array([self(A[row : row + 1])[0, 0] for row in range(A.shape[0])])

    def _by_rows(self, A: Any, B: Any) -> list[list[Any]]:
        return [[self.function(a, b) for b in dense(B)] for a in dense(A)]

    def _check(self, values: Floats, shape: tuple[int, int], with_itself: bool) -> None:
        if values.shape != shape:
            raise DataError(
                f"{self._name()} returned a matrix of shape {values.shape} for tables of {shape[0]} and "
                f"{shape[1]} rows; it must be {shape}"
            )
        if not np.isfinite(values).all():
            row, column = np.argwhere(~np.isfinite(values))[0]
            raise DataError(
                f"{self._name()} returned {values[row, column]} for rows {row} and {column}; "
                "a kernel must be finite for every pair of rows"
            )
        if with_itself:
            refuse_asymmetry(values, self._name())

    def _name(self) -> str:
        return f"the kernel {getattr(self.function, '__name__', type(self.function).__name__)}"


@dataclass(frozen=True)
class Precomputed(Kernel):
    """Precomputed kernel: the table is the kernel matrix, a row per example, a column per training row.

    >>> Precomputed()(np.eye(2))
    array([[1., 0.],
           [0., 1.]])
    """

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """A unchanged; checked to be square and symmetric if it is the matrix of the training rows."""
        values: Floats = dense(A)
        if B is None:
            refuse_asymmetry(values, "the precomputed kernel")
        return values

    def diagonal(self, A: Any) -> Floats:
        """k(a, a), of a square matrix."""
        return self(A).diagonal().copy()


def resolve(
    kernel: Any,
    *,
    degree: float = 3,
    gamma: Any = "scale",
    coef0: float = 0.0,
    X: Any = None,
    weight: Floats | None = None,
    functions_of: str = "tables",
) -> Kernel:
    """The kernel of a name, a function or a kernel.

    gamma: a number, "scale" (1 / (d var X)) or "auto" (1 / d). X, weight: the training rows, for those.
    functions_of: arguments of a plain function, two "tables" as in scikit-learn's SVC, or two "rows".

    >>> resolve("poly", degree=2, gamma=1.0, coef0=1.0)
    PolynomialKernel(degree=2, gamma=1.0, coef0=1.0)
    >>> resolve("rbf", gamma="auto", X=np.zeros((5, 4)))
    RBFKernel(gamma=0.25)
    """
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel):
        return Custom(kernel, by=functions_of)
    if kernel == "linear":
        return LinearKernel()
    if kernel == "precomputed":
        return Precomputed()
    if kernel == "poly":
        return PolynomialKernel(degree, scale_of(gamma, X, weight), coef0)
    if kernel == "rbf":
        return RBFKernel(scale_of(gamma, X, weight))
    if kernel == "sigmoid":
        return SigmoidKernel(scale_of(gamma, X, weight), coef0)
    raise ParameterError(
        f"kernel={kernel!r}: it must be one of {', '.join(map(repr, NAMES))}, a function, or a kernel "
        "such as gnomon.kernels.RBFKernel(sigma=1.0)"
    )


def reads(kernel: Any) -> str:
    """The pairwise values that the kernel needs: "dots", "squares" or "tables".

    >>> reads("rbf"), reads("poly"), reads(lambda A, B: A @ B.T)
    ('squares', 'dots', 'tables')
    """
    return resolve(kernel, gamma=1.0).reads


def scale_of(gamma: Any, X: Any = None, weight: Floats | None = None) -> float:
    """gamma as a number: "scale" is 1 / (d times the variance of all entries of X), "auto" is 1 / d.

    For constant X, "scale" is 1. Sample weights count repetitions.

    >>> scale_of("scale", np.array([[0.0, 2.0], [2.0, 0.0]])), scale_of(0.3)
    (0.5, 0.3)
    """
    if not isinstance(gamma, str):
        return float(gamma)
    if gamma not in ("scale", "auto") or X is None:
        raise ParameterError(f"gamma={gamma!r}: it must be a number, or 'scale' or 'auto' with training rows")
    n_columns = X.shape[1]
    variance = 1.0 if gamma == "auto" else _variance(X, weight)
    value = 1.0 / (n_columns * variance) if variance > 0 else 1.0
    underflows = variance == 0 and X.max() != X.min()
    if underflows or not (np.isfinite(value) and value > 0):
        raise DataError(
            f"gamma='scale' is undefined: the variance of the columns is {variance:g}, too small "
            "or too large for a float; standardize them (sklearn.preprocessing.StandardScaler)"
        )
    return value


def refuse_asymmetry(values: Floats, name: str) -> None:
    """Raise DataError unless a matrix is square, finite and symmetric up to rounding.

    >>> refuse_asymmetry(np.eye(2), "this kernel")
    """
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise DataError(f"{name} of the training rows has shape {values.shape}, but must be square")
    off = np.abs(values - values.T)
    row, column = np.unravel_index(off.argmax(), off.shape)
    if not off[row, column] <= MAX_ASYMMETRY * np.abs(values).max():
        raise DataError(
            f"{name} is not symmetric: K[{row}, {column}] = {values[row, column]:g} and "
            f"K[{column}, {row}] = {values[column, row]:g}; use (K + K.T) / 2 if that is intended"
        )


def _variance(X: Any, weight: Floats | None) -> float:
    """The variance of all entries of a table."""
    with np.errstate(over="ignore", invalid="ignore"):
        if isinstance(X, np.ndarray):
            mean = float(np.average(X.mean(axis=1), weights=weight))
            return float(np.average(((X - mean) ** 2).mean(axis=1), weights=weight))
        means = np.asarray(X.mean(axis=1)).reshape(-1)
        squares = np.asarray(X.multiply(X).mean(axis=1)).reshape(-1)
        mean = float(np.average(means, weights=weight))
        return float(np.average(squares, weights=weight)) - mean**2
