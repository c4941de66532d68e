"""Robustness to inexact parameters: error rates when the multipliers are perturbed or rounded.

A wide margin tolerates errors of the parameters, as it does errors of the data.
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
    """Robustness: error rates under perturbation, with mean and standard deviation for each noise (or bits).

    exact: the error rate of the unperturbed model.
    """

    name: str
    sizes: list[float]
    mean: Floats
    spread: Floats
    exact: float

    def frame(self) -> pd.DataFrame:
        """One row per size of perturbation."""
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
    """Error rate of a support vector decision of two classes with noise on its multipliers.

    noise: standard deviations of the noise, relative to each multiplier. b is unchanged.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]
    >>> print(perturbed_error(SVC(kernel="linear", C=10.0).fit(X, y), X, y, noise=[0.1]))
    error 0.0000 exact; at most 0.0000 on average, at noise 0.1
    """
    sizes = [float(size) for size in np.atleast_1d(noise)]
    if not sizes or min(sizes) < 0 or not np.isfinite(sizes).all():
        raise ParameterError(f"perturbed_error(noise={noise!r}): sizes must be numbers of at least 0")
    decision = kernel_decision(model)
    terms, side = decision.terms(X), np.where(np.asarray(y) == decision.classes[1], 1.0, -1.0)
    random = seeds.generator(random_state)
    errors = np.array(
        [
            [
                _error(terms @ random.normal(1.0, size, terms.shape[1]) + decision.b, side)
                for _ in range(times)
            ]
            for size in sizes
        ]
    )
    exact = _error(terms.sum(axis=1) + decision.b, side)
    return Robustness("noise", sizes, errors.mean(axis=1), errors.std(axis=1), exact)


def rounded_error(model: Any, X: Any, y: Any, *, bits: Any = (2, 4, 6, 8)) -> Robustness:
    """Error rate of a support vector decision of two classes with multipliers quantized to this many bits.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]
    >>> rounded_error(SVC(kernel="linear", C=10.0).fit(X, y), X, y, bits=[4]).mean
    array([0.])
    """
    sizes = [float(size) for size in np.atleast_1d(bits)]
    if not sizes or any(size < 1 or size != int(size) for size in sizes):
        raise ParameterError(f"rounded_error(bits={bits!r}): they must be whole numbers of at least 1")
    decision = kernel_decision(model)
    values, side = decision.terms(X), np.where(np.asarray(y) == decision.classes[1], 1.0, -1.0)
    largest = float(decision.alpha.max(initial=0.0)) or 1.0
    errors = []
    for size in sizes:
        steps = 2**size - 1
        ratio = np.round(decision.alpha / largest * steps) / steps * largest / decision.alpha
        errors.append(_error(values @ ratio + decision.b, side))
    exact = _error(values.sum(axis=1) + decision.b, side)
    return Robustness("bits", sizes, np.array(errors), np.zeros(len(errors)), exact)


def _error(output: Floats, side: Floats) -> float:
    return float(np.mean(np.where(output > 0, 1.0, -1.0) != side))
