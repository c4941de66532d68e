"""From what a learner is given (a name, a function, a value) to the kernel that it uses.

Names, `gamma` and the defaults are scikit-learn's. `gamma="scale"` reads the training rows, so it is settled
at the fit, and rows that are held out have no say.
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
LARGEST_ASYMMETRY = 1e-7


@dataclass(frozen=True)
class Custom(Kernel):
    """A function of the user: of two tables, which gives the matrix, or with by="rows" of two rows.

    What it gives is checked: shape, numbers that are finite and, for a table with itself, symmetry.

    >>> Custom(lambda x, z: min(x[0], z[0]), by="rows")(np.array([[1.0], [3.0]]))
    array([[1., 1.],
           [1., 3.]])
    """

    function: Callable[[Any, Any], Any]
    by: str = "tables"

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """The function's values, once they have passed the checks."""
        other = A if B is None else B
        values = self._by_rows(A, other) if self.by == "rows" else self.function(A, other)
        try:
            found = np.array(dense(values), dtype=np.float64)
        except (TypeError, ValueError):
            raise DataError(
                f"{self._name()} gave {type(values).__name__}, no matrix of numbers; it must give one number "
                "for each row of its first table and each of its second"
            ) from None
        self._check(found, (A.shape[0], other.shape[0]), B is None)
        return found

    def diagonal(self, A: Any) -> Floats:
        """k(a, a), row by row."""
        return np.array([self(A[row : row + 1])[0, 0] for row in range(A.shape[0])])

    def _by_rows(self, A: Any, B: Any) -> list[list[Any]]:
        return [[self.function(a, b) for b in dense(B)] for a in dense(A)]

    def _check(self, values: Floats, shape: tuple[int, int], with_itself: bool) -> None:
        if values.shape != shape:
            raise DataError(
                f"{self._name()} gave a matrix of shape {values.shape} for tables of {shape[0]} and "
                f"{shape[1]} rows; it must be {shape}"
            )
        if not np.isfinite(values).all():
            row, column = np.argwhere(~np.isfinite(values))[0]
            raise DataError(
                f"{self._name()} gave {values[row, column]} for rows {row} and {column}; "
                "a kernel must be finite for every pair of rows"
            )
        if with_itself:
            refuse_asymmetry(values, self._name())

    def _name(self) -> str:
        return f"the kernel {getattr(self.function, '__name__', type(self.function).__name__)}"


@dataclass(frozen=True)
class Precomputed(Kernel):
    """The table is the kernel matrix itself: a row for each example, a column for each training row.

    >>> Precomputed()(np.eye(2))
    array([[1., 0.],
           [0., 1.]])
    """

    def __call__(self, A: Any, B: Any = None) -> Floats:
        """A as it is; checked to be square and symmetric if it is the matrix of the training rows."""
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
    """The kernel that a name, a function or a kernel value stands for.

    gamma: a number, "scale" (1 / (d var X)) or "auto" (1 / d). X, weight: the training rows, for those.
    functions_of: what a plain function takes, two "tables" as scikit-learn's SVC, or two "rows".

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
    """What the kernel will read of a pair, before gamma is known: "dots", "squares" or "tables".

    >>> reads("rbf"), reads("poly"), reads(lambda A, B: A @ B.T)
    ('squares', 'dots', 'tables')
    """
    return resolve(kernel, gamma=1.0).reads


def scale_of(gamma: Any, X: Any = None, weight: Floats | None = None) -> float:
    """gamma as a number: "scale" is 1 / (d times the variance of all numbers of X), "auto" is 1 / d.

    Where nothing varies, "scale" is 1. A weight counts as repetition of its row.

    >>> scale_of("scale", np.array([[0.0, 2.0], [2.0, 0.0]])), scale_of(0.3)
    (0.5, 0.3)
    """
    if not isinstance(gamma, str):
        return float(gamma)
    if gamma not in ("scale", "auto") or X is None:
        raise ParameterError(f"gamma={gamma!r}: it must be a number, or 'scale' or 'auto' with training rows")
    n_columns = X.shape[1]
    variance = 1.0 if gamma == "auto" else _variance(X, weight)
    found = 1.0 / (n_columns * variance) if variance > 0 else 1.0
    is_lost = variance == 0 and X.max() != X.min()
    if is_lost or not (np.isfinite(found) and found > 0):
        raise DataError(
            f"gamma='scale' has no number here: the variance of the columns comes to {variance:g}, too small "
            "or too large for a float; scale them (sklearn.preprocessing.StandardScaler)"
        )
    return found


def refuse_asymmetry(values: Floats, name: str) -> None:
    """Raise DataError unless a matrix is square, finite and its own mirror image, but for rounding.

    >>> refuse_asymmetry(np.eye(2), "this kernel")
    """
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise DataError(f"{name} of the training rows has shape {values.shape}, and must be square")
    off = np.abs(values - values.T)
    row, column = np.unravel_index(off.argmax(), off.shape)
    if not off[row, column] <= LARGEST_ASYMMETRY * np.abs(values).max():
        raise DataError(
            f"{name} is not symmetric: rows {row} and {column} give {values[row, column]:g} one way and "
            f"{values[column, row]:g} the other; use (K + K.T) / 2 if that is meant"
        )


def _variance(X: Any, weight: Floats | None) -> float:
    """The variance of all numbers of a table."""
    with np.errstate(over="ignore", invalid="ignore"):
        if isinstance(X, np.ndarray):
            mean = float(np.average(X.mean(axis=1), weights=weight))
            return float(np.average(((X - mean) ** 2).mean(axis=1), weights=weight))
        means = np.asarray(X.mean(axis=1)).reshape(-1)
        squares = np.asarray(X.multiply(X).mean(axis=1)).reshape(-1)
        mean = float(np.average(means, weights=weight))
        return float(np.average(squares, weights=weight)) - mean**2
