"""How robust a machine is to inexact parameters: errors when its multipliers are shaken or rounded.

A wide margin leaves room for error in the parameters, as it does for error in the data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.kernel.reading.decision import kernel_decision

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Robustness:
    """Error rates under perturbation: noise (or bits) and, for each, the mean error and its spread.

    exact: the error of the machine as it is.
    """

    name: str
    sizes: list[float]
    mean: Floats
    spread: Floats
    exact: float

    def frame(self) -> pd.DataFrame:
        """One line a size of perturbation."""
        import pandas as pd

        return pd.DataFrame({self.name: self.sizes, "error": self.mean, "spread": self.spread})

    def __str__(self) -> str:
        worst = int(np.argmax(self.mean))
        return (
            f"error {self.exact:.4f} exact; at most {self.mean[worst]:.4f} on average, "
            f"at {self.name} {self.sizes[worst]:g}"
        )


def perturbed_error(
    model: Any,
    X: Any,
    y: Any,
    *,
    noise: Any = (0.01, 0.03, 0.1, 0.3),
    times: int = 50,
    random_state: Any = 0,
) -> Robustness:
    """The error of a machine of two classes when each multiplier changes at random.

    noise: standard deviations of the change, as a share of each multiplier. b stays as it is.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]
    >>> print(perturbed_error(SVC(kernel="linear", C=10.0).fit(X, y), X, y, noise=[0.1]))
    error 0.0000 exact; at most 0.0000 on average, at noise 0.1
    """
    sizes = [float(size) for size in np.atleast_1d(noise)]
    if not sizes or min(sizes) < 0 or not np.isfinite(sizes).all():
        raise ParameterError(f"perturbed_error(noise={noise!r}): sizes must be numbers of at least 0")
    machine = kernel_decision(model)
    terms, side = machine.terms(X), np.where(np.asarray(y) == machine.classes[1], 1.0, -1.0)
    random = seeds.generator(random_state)
    errors = np.array(
        [
            [_error(terms @ random.normal(1.0, size, terms.shape[1]) + machine.b, side) for _ in range(times)]
            for size in sizes
        ]
    )
    exact = _error(terms.sum(axis=1) + machine.b, side)
    return Robustness("noise", sizes, errors.mean(axis=1), errors.std(axis=1), exact)


def rounded_error(model: Any, X: Any, y: Any, *, bits: Any = (2, 4, 6, 8)) -> Robustness:
    """The error of a machine of two classes when its multipliers are kept to so many bits.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]
    >>> rounded_error(SVC(kernel="linear", C=10.0).fit(X, y), X, y, bits=[4]).mean
    array([0.])
    """
    sizes = [float(size) for size in np.atleast_1d(bits)]
    if not sizes or any(size < 1 or size != int(size) for size in sizes):
        raise ParameterError(f"rounded_error(bits={bits!r}): they must be whole numbers of at least 1")
    machine = kernel_decision(model)
    values, side = machine.terms(X), np.where(np.asarray(y) == machine.classes[1], 1.0, -1.0)
    largest = float(machine.alpha.max(initial=0.0)) or 1.0
    errors = []
    for size in sizes:
        steps = 2**size - 1
        share = np.round(machine.alpha / largest * steps) / steps * largest / machine.alpha
        errors.append(_error(values @ share + machine.b, side))
    exact = _error(values.sum(axis=1) + machine.b, side)
    return Robustness("bits", sizes, np.array(errors), np.zeros(len(errors)), exact)


def _error(output: Floats, side: Floats) -> float:
    return float(np.mean(np.where(output > 0, 1.0, -1.0) != side))
