"""Are two columns alike by themselves, or by the target alone?

Measurements of one thing stay alike among rows of equal target. Columns made from the target are alike
because of it: among rows of equal target nothing, or less than nothing, is left (the target screens one off
from the other, as it does noisy copies and the parts of a sum).
"""

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats

SCREENED = 0.1


def likeness(a: Floats, b: Floats) -> float:
    """The correlation of the normal scores of two columns, of the rows where both are there.

    >>> likeness(np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0, 100.0]))
    1.0
    """
    is_there = np.isfinite(a) & np.isfinite(b)
    a, b = _scores(a[is_there]), _scores(b[is_there])
    norm = np.sqrt((a @ a) * (b @ b))
    return round(float(a @ b / norm), 12) if norm > 0 else 0.0


def are_screened(a: Floats, b: Floats, target: Array) -> bool:
    """Whether two columns that both follow a numeric target are alike no more once it is given.

    >>> random = np.random.default_rng(0)
    >>> size, target = random.normal(size=(2, 200))
    >>> are_screened(target + 0.3 * random.normal(size=200), target + 0.3 * random.normal(size=200), target)
    True
    >>> are_screened(size + 0.1 * random.normal(size=200), size, size + 0.3 * target)
    False
    """
    with_a, with_b = likeness(a, target), likeness(b, target)
    left = np.sqrt((1 - with_a**2) * (1 - with_b**2))
    gap = likeness(a, b) - with_a * with_b
    # Two columns that fall as the target rises are alike by it as well as two that rise.
    return bool(gap * np.sign(with_a * with_b) <= SCREENED * left)


def _scores(values: Array) -> Floats:
    return ndtri((rankdata(values) - 0.5) / max(len(values), 1))
