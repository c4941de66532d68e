"""Partial correlation: whether two columns are correlated given the target.

Measurements of one quantity stay correlated given the target. Columns computed from the target are correlated
only through it: the partial correlation is zero or negative (the target screens one off from the other, as
for noisy copies of it and for the terms of a sum).
"""

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats, Integers

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
    return bool(numerator * np.sign(r_a * r_b) <= _largest(len(target)) * scale)


def are_uncorrelated_within_classes(a: Floats, b: Floats, codes: Integers) -> bool:
    """Whether two columns are uncorrelated within the classes of a target, pooled over the classes.

    >>> random = np.random.default_rng(0)
    >>> codes, size = random.integers(2, size=400), random.normal(size=400)
    >>> slips = random.random(size=(2, 400)) < 0.05
    >>> are_uncorrelated_within_classes(*np.where(slips, 1.0 - codes, codes), codes)
    True
    >>> are_uncorrelated_within_classes(codes + size, codes + size + 0.1 * slips[0], codes)
    False
    """
    scores, within = (_scores(a), _scores(b)), []
    effect = 1.0
    for each in scores:
        mean = np.bincount(codes, each) / np.maximum(np.bincount(codes), 1)
        within.append(each - mean[codes])
        effect *= float(np.sign(np.round(mean[-1] - mean[0], 9)))
    first, second = within
    norm = np.sqrt((first @ first) * (second @ second))
    # Signed as the target implies, as for a number.
    return bool(norm == 0 or np.round(first @ second / norm, 9) * effect <= _largest(len(codes)))


def _largest(n_rows: int) -> float:
    """The largest correlation that counts as none: a small one plus one standard error."""
    return MAX_PARTIAL + 1 / np.sqrt(max(n_rows, 1))


def _scores(values: Array) -> Floats:
    return ndtri((rankdata(values) - 0.5) / max(len(values), 1))
