"""Entropy and mutual information estimated from counts: as counted, and corrected for the bias of few rows.

The plug-in estimate takes shares for probabilities, which makes entropy too small and mutual information too
large. Miller & Madow (1955) add the mean error for many rows; shrinkage (Hausser & Strimmer 2009) moves the
shares toward equal ones, by as much as the counts advise.
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
    """The entropy of what the counts were drawn from.

    method: "plug-in", "miller-madow" (adds (k - 1) / 2n nats for k values seen) or "shrinkage".

    >>> round(estimate_entropy([3, 1], "plug-in"), 4), round(estimate_entropy([3, 1]), 4)
    (0.8113, 0.9916)
    >>> round(estimate_entropy([3, 1], "shrinkage"), 4)
    1.0
    """
    check_method(method)
    table = checked(counts).ravel()
    if method == "shrinkage":
        return float(entropy(shrunk(table[None])[0], base))
    found = float(entropy(table, base))
    if method == "plug-in":
        return found
    return found + float((np.count_nonzero(table) - 1) / (2 * table.sum() * unit(base)))


def estimate_mutual_information(counts: ArrayLike, method: str = "miller-madow", base: float = 2.0) -> Any:
    """The mutual information of what a table of counts, or each of a stack of tables, was drawn from.

    "miller-madow" takes off ((rows - 1) (columns - 1)) / 2n nats where all pairs are seen; what falls below 0
    is no more than chance gives.

    >>> round(estimate_mutual_information([[6, 4], [4, 6]], "plug-in"), 4)
    0.029
    >>> round(estimate_mutual_information([[6, 4], [4, 6]]), 4)
    -0.007
    """
    check_method(method)
    table = checked(counts)
    if table.ndim < 2:
        raise DataError(f"a joint table of shape {table.shape} has one axis; give rows and columns of counts")
    if method == "shrinkage":
        return mutual_information(shrunk(table.reshape(*table.shape[:-2], -1)).reshape(table.shape), base)
    found = mutual_information(table, base)
    if method == "plug-in":
        return found
    rows, columns = table.any(axis=-1).sum(axis=-1), table.any(axis=-2).sum(axis=-1)
    pairs, total = (table > 0).sum(axis=(-2, -1)), table.sum(axis=(-2, -1))
    corrected = found - (pairs - rows - columns + 1) / (2 * total * unit(base))
    return corrected if table.ndim > 2 else float(corrected)


def shrunk(counts: Floats) -> Floats:
    """Shares along the last axis, moved toward equal ones by the share that expects the least squared error.

    >>> shrunk(np.array([[3.0, 1.0]]))
    array([[0.5, 0.5]])
    """
    total, even = counts.sum(axis=-1, keepdims=True), 1 / counts.shape[-1]
    share = counts / total
    spread = (total - 1) * ((even - share) ** 2).sum(axis=-1, keepdims=True)
    noise = 1 - (share**2).sum(axis=-1, keepdims=True)
    # One row, or shares that are even already: nothing is lost by taking even ones.
    pull = np.divide(noise, spread, out=np.ones_like(noise), where=spread > 0)
    pull = np.clip(pull, 0, 1)
    return np.asarray(pull * even + (1 - pull) * share, dtype=np.float64)


def check_method(method: str) -> None:
    """Raise ParameterError for a method that there is not.

    >>> check_method("plug-in")
    """
    if method not in METHODS:
        raise ParameterError(f"method={method!r}: choose one of {', '.join(map(repr, METHODS))}")
