"""The class distribution of a leaf: relative frequencies, Laplace smoothing and the m-estimate."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError


def distribution(weight: Floats, smoothing: Any = 0, prior: Floats | None = None) -> Floats:
    """The m-estimate (n_c + m p_c) / (n + m) of the class weights of each node (rows).

    smoothing: m, the total pseudo-count; "laplace" is one per class. prior: p; uniform by default.

    >>> import numpy as np
    >>> distribution(np.array([[3.0, 1.0]])), distribution(np.array([[3.0, 1.0]]), "laplace")
    (array([[0.75, 0.25]]), array([[0.66666667, 0.33333333]]))
    """
    m = pseudo_count(smoothing, weight.shape[1])
    p = np.full(weight.shape[1], 1 / weight.shape[1]) if prior is None else prior
    return (weight + m * p) / (weight.sum(axis=1, keepdims=True) + m)


def pseudo_count(smoothing: Any, n_classes: int) -> float:
    """The total pseudo-count of a smoothing parameter.

    >>> pseudo_count("laplace", 3)
    3.0
    """
    if isinstance(smoothing, str) and smoothing == "laplace":
        return float(n_classes)
    is_number = isinstance(smoothing, int | float | np.number) and not isinstance(smoothing, bool)
    if is_number and 0 <= smoothing < np.inf:
        return float(smoothing)
    raise ParameterError(f"smoothing={smoothing!r}: pass a nonnegative number, or 'laplace'")
