"""Partial correlation: whether two columns are correlated given the target.

Measurements of one quantity stay correlated given the target. Columns computed from the target are correlated
only through it: the partial correlation is zero or negative (the target screens one off from the other, as
for noisy copies of it and for the terms of a sum).
"""

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats

MAX_PARTIAL = 0.1


def normal_scores_correlation(a: Floats, b: Floats) -> float:
    """The correlation of the normal scores (van der Waerden) of two columns, over complete pairs.

    >>> normal_scores_correlation(np.array([1.0, 2.0, 3.0]), np.array([1.0, 10.0, 100.0]))
    1.0
    """
    is_present = np.isfinite(a) & np.isfinite(b)
    a, b = _scores(a[is_present]), _scores(b[is_present])
    norm = np.sqrt((a @ a) * (b @ b))
    return round(float(a @ b / norm), 12) if norm > 0 else 0.0


def are_conditionally_uncorrelated(a: Floats, b: Floats, target: Array) -> bool:
    """Whether the partial correlation of two columns given a numeric target vanishes.

    >>> random = np.random.default_rng(0)
    >>> size, target = random.normal(size=(2, 200))
    >>> noise = 0.3 * random.normal(size=(2, 200))
    >>> are_conditionally_uncorrelated(target + noise[0], target + noise[1], target)
    True
    >>> are_conditionally_uncorrelated(size + 0.1 * random.normal(size=200), size, size + 0.3 * target)
    False
    """
    r_a, r_b = normal_scores_correlation(a, target), normal_scores_correlation(b, target)
    # Partial correlation (r_ab - r_a r_b) / √((1 - r_a²)(1 - r_b²)), signed as the target implies.
    numerator = normal_scores_correlation(a, b) - r_a * r_b
    scale = np.sqrt((1 - r_a**2) * (1 - r_b**2))
    return bool(numerator * np.sign(r_a * r_b) <= MAX_PARTIAL * scale)


def _scores(values: Array) -> Floats:
    return ndtri((rankdata(values) - 0.5) / max(len(values), 1))
