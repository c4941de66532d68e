"""Reading a rising broken line: between two points on the line through them, at a jump its top or its foot.

And the place of the least of several values, whatever their last digits.
"""

import numpy as np

from gnomon.arrays import Array, Floats


def top(x: Floats, y: Floats, at: Array) -> Floats:
    """The height of a rising curve at each place; at a jump its top.

    >>> top(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5]))
    array([0.5 , 0.75])
    """
    before = np.searchsorted(x, at, side="right") - 1
    after = np.minimum(before + 1, len(x) - 1)
    width = np.where(after > before, x[after] - x[before], 1.0)
    return y[before] + (y[after] - y[before]) * (at - x[before]) / width


def foot(x: Floats, y: Floats, at: Array) -> Floats:
    """The height of a rising curve at each place; at a jump its foot.

    >>> foot(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5]))
    array([0.  , 0.75])
    """
    after = np.searchsorted(x, at, side="left")
    before = np.maximum(after - 1, 0)
    width = np.where(after > before, x[after] - x[before], 1.0)
    return y[after] - (y[after] - y[before]) * (x[after] - at) / width


def first_least(values: Floats) -> int:
    """The place of the least value; of values that differ by rounding alone, the first.

    >>> first_least(np.array([0.4, 0.3, 0.1 + 0.2, 0.3]))
    1
    """
    least = float(np.min(values))
    return int(np.argmax(values <= least + 1e-12 * abs(least) + 1e-15))
