"""Simplification of curves of many points, without a visible change."""

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats

MAX_POINTS = 2000


def simplified(x: ArrayLike, y: ArrayLike, max_points: int = MAX_POINTS) -> tuple[Floats, Floats]:
    """The same curve by at most max_points of its points, at even steps of arc length.

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.plotting.curves.simplify import simplified
    >>> across = np.linspace(0, 1, 50_001)
    >>> x, y = simplified(across, across**2)
    >>> len(x), bool(np.abs(y - x**2).max() < 1e-12)
    (2000, True)
    """
    across, up = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if len(across) <= max_points:
        return across, up
    steps = np.abs(np.diff(across)) / (np.ptp(across) or 1.0) + np.abs(np.diff(up)) / (np.ptp(up) or 1.0)
    arc_length = np.concatenate([[0.0], np.cumsum(steps)])
    positions = np.searchsorted(arc_length, np.linspace(0.0, arc_length[-1], max_points))
    # Both ends stay, whatever the rounding of the last step.
    positions[0], positions[-1] = 0, len(across) - 1
    return across[positions], up[positions]
