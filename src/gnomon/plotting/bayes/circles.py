"""Area-proportional Venn diagrams: distance of two circles whose overlap has a prescribed area."""

from __future__ import annotations

import numpy as np


def distance_for(a: float, b: float, both: float) -> float:
    """Distance of the centers; the difference of the radii where one circle contains the other.

    >>> round(distance_for(1.0, 1.0, 0.0), 4)
    1.1284
    >>> distance_for(2.0, 2.0, 2.0)
    0.0
    """
    from scipy.optimize import brentq

    r, s = np.sqrt(np.array([a, b]) / np.pi)
    inside, outside = abs(r - s), r + s
    if both >= min(a, b) * (1 - 1e-12):
        return float(inside)
    if both <= 0:
        return float(outside)
    return float(brentq(lambda d: overlap(r, s, d) - both, inside, outside))


def overlap(r: float, s: float, d: float) -> float:
    """Area of intersection of circles of radii r and s with centers at distance d: two segments.

    >>> round(overlap(1.0, 1.0, 0.0), 4), overlap(1.0, 1.0, 2.0)
    (3.1416, 0.0)
    """
    if d >= r + s:
        return 0.0
    if d <= abs(r - s):
        return float(np.pi * min(r, s) ** 2)
    first = r**2 * np.arccos(np.clip((d**2 + r**2 - s**2) / (2 * d * r), -1, 1))
    second = s**2 * np.arccos(np.clip((d**2 + s**2 - r**2) / (2 * d * s), -1, 1))
    kite = max((-d + r + s) * (d + r - s) * (d - r + s) * (d + r + s), 0.0)
    return float(first + second - np.sqrt(kite) / 2)
