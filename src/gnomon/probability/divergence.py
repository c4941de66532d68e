"""How far one distribution is from another: in the bits that the wrong code costs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import rel_entr

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.probability.tables import distribution, unit


def kullback_leibler_divergence(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """KL(p, q) = sum p log(p / q); infinite where p has something that q has not.

    >>> kullback_leibler_divergence([1.0, 0.0], [0.5, 0.5])
    1.0
    """
    a, b = _pair(p, q)
    return float(max(rel_entr(a, b).sum(), 0.0) / unit(base))


def cross_entropy(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """H(p) + KL(p, q): the mean code length of what follows p, in the best code for q.

    >>> cross_entropy([1.0, 0.0], [0.25, 0.75])
    2.0
    """
    a, b = _pair(p, q)
    if (b[a > 0] == 0).any():
        return float("inf")
    return float(-(a[a > 0] * np.log(b[a > 0])).sum() / unit(base))


def jensen_shannon_divergence(p: ArrayLike, q: ArrayLike, base: float = 2.0) -> float:
    """The mean divergence of both from their middle: symmetric, and one bit at most (Lin 1991).

    >>> jensen_shannon_divergence([1.0, 0.0], [0.0, 1.0])
    1.0
    """
    a, b = _pair(p, q)
    middle = (a + b) / 2
    return float(max((rel_entr(a, middle) + rel_entr(b, middle)).sum(), 0.0) / 2 / unit(base))


def _pair(p: ArrayLike, q: ArrayLike) -> tuple[Floats, Floats]:
    a, b = distribution(p), distribution(q)
    if a.shape != b.shape:
        raise DataError(f"distributions over {len(a)} and {len(b)} things cannot be compared")
    return a, b
