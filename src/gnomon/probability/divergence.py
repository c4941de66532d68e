"""Divergences between distributions: Kullback-Leibler, cross-entropy, Jensen-Shannon."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import rel_entr

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.probability.tables import distribution, unit


def kullback_leibler_divergence(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """Kullback-Leibler divergence (relative entropy) sum p log(p / q); infinite if q is 0 where p is not.

    >>> kullback_leibler_divergence([1.0, 0.0], [0.5, 0.5])
    1.0
    """
    a, b = _pair(p, q)
    return float(max(rel_entr(a, b).sum(), 0.0) / unit(base))


def cross_entropy(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """Cross-entropy H(p) + KL(p, q): the mean length of the optimal code for q, on data from p.

    >>> cross_entropy([1.0, 0.0], [0.25, 0.75])
    2.0
    """
    a, b = _pair(p, q)
    if (b[a > 0] == 0).any():
        return float("inf")
    return float(-(a[a > 0] * np.log(b[a > 0])).sum() / unit(base))


def jensen_shannon_divergence(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """Jensen-Shannon divergence: the mean divergence of both from their average, 1 bit at most (Lin 1991).

    >>> jensen_shannon_divergence([1.0, 0.0], [0.0, 1.0])
    1.0
    """
    a, b = _pair(p, q)
    average = (a + b) / 2
    return float(max((rel_entr(a, average) + rel_entr(b, average)).sum(), 0.0) / 2 / unit(base))


def _pair(p: ArrayLike, q: ArrayLike) -> tuple[Floats, Floats]:
    a, b = distribution(p), distribution(q)
    if a.shape != b.shape:
        raise DataError(f"p has {len(a)} values and q has {len(b)}; they must have the same number")
    return a, b
