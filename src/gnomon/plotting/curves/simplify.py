"""Curves of many points, drawn by fewer without a visible change."""

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats

MAX_POINTS = 2000


def simplified(x: ArrayLike, y: ArrayLike, most: int = MAX_POINTS) -> tuple[Floats, Floats]:
    """The same curve by at most so many of its points, at even steps along the way it goes.

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
    if len(across) <= most:
        return across, up
    steps = np.abs(np.diff(across)) / (np.ptp(across) or 1.0) + np.abs(np.diff(up)) / (np.ptp(up) or 1.0)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    positions = np.searchsorted(way, np.linspace(0.0, way[-1], most))
    # Both ends stay, whatever rounding has done to the last step.
    positions[0], positions[-1] = 0, len(across) - 1
    return across[positions], up[positions]
