"""Estimators of entropy and mutual information from counts, with bias corrections for small samples.

The plug-in estimate uses relative frequencies, so entropy is biased downward and mutual information upward.
Miller & Madow (1955) correct the bias to first order; shrinkage (Hausser & Strimmer 2009) shrinks the
relative frequencies toward the uniform distribution, by an intensity estimated from the counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.probability.entropies import entropy
from gnomon.probability.shared_information import mutual_information
from gnomon.probability.tables import checked, unit

METHODS = ("plug-in", "miller-madow", "shrinkage")


def estimate_entropy(counts: ArrayLike, method: str = "miller-madow", base: float = 2.0) -> float:
    """Estimate the entropy of the distribution from which the counts were drawn.

    method: "plug-in", "miller-madow" (adds (k - 1) / 2n nats for k observed values) or "shrinkage".

    >>> round(estimate_entropy([3, 1], "plug-in"), 4), round(estimate_entropy([3, 1]), 4)
    (0.8113, 0.9916)
    >>> round(estimate_entropy([3, 1], "shrinkage"), 4)
    1.0
    """
    check_method(method)
    table = checked(counts).ravel()
    if method == "shrinkage":
        return float(entropy(shrunk(table[None])[0], base))
    plug_in = float(entropy(table, base))
    if method == "plug-in":
        return plug_in
    return plug_in + float((np.count_nonzero(table) - 1) / (2 * table.sum() * unit(base)))


def estimate_mutual_information(counts: ArrayLike, method: str = "miller-madow", base: float = 2.0) -> Any:
    """Estimate mutual information from a contingency table, or from each of a stack of tables.

    "miller-madow" subtracts ((rows - 1) (columns - 1)) / 2n nats where all pairs are observed; the result may
    be negative for independent variables.

    >>> round(estimate_mutual_information([[6, 4], [4, 6]], "plug-in"), 4)
    0.029
    >>> round(estimate_mutual_information([[6, 4], [4, 6]]), 4)
    -0.007
    """
    check_method(method)
    table = checked(counts)
    if table.ndim < 2:
        raise DataError(f"a contingency table needs rows and columns; its shape is {table.shape}")
    if method == "shrinkage":
        return mutual_information(shrunk(table.reshape(*table.shape[:-2], -1)).reshape(table.shape), base)
    plug_in = mutual_information(table, base)
    if method == "plug-in":
        return plug_in
    rows, columns = table.any(axis=-1).sum(axis=-1), table.any(axis=-2).sum(axis=-1)
    pairs, total = (table > 0).sum(axis=(-2, -1)), table.sum(axis=(-2, -1))
    corrected = plug_in - (pairs - rows - columns + 1) / (2 * total * unit(base))
    return corrected if table.ndim > 2 else float(corrected)


def shrunk(counts: Floats) -> Floats:
    """James-Stein shrinkage of relative frequencies (last axis) toward the uniform distribution.

    >>> shrunk(np.array([[3.0, 1.0]]))
    array([[0.5, 0.5]])
    """
    total, uniform = counts.sum(axis=-1, keepdims=True), 1 / counts.shape[-1]
    frequency = counts / total
    distance = (total - 1) * ((uniform - frequency) ** 2).sum(axis=-1, keepdims=True)
    variance = 1 - (frequency**2).sum(axis=-1, keepdims=True)
    # One row, or uniform frequencies: the intensity is 1.
    intensity = np.divide(variance, distance, out=np.ones_like(variance), where=distance > 0)
    intensity = np.clip(intensity, 0, 1)
    return np.asarray(intensity * uniform + (1 - intensity) * frequency, dtype=np.float64)


def check_method(method: str) -> None:
    """Raise ParameterError for an unknown method.

    >>> check_method("plug-in")
    """
    if method not in METHODS:
        raise ParameterError(f"method={method!r}: it must be one of {', '.join(map(repr, METHODS))}")
