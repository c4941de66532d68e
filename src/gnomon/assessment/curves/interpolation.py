"""Interpolation of an increasing piecewise linear curve with jumps, and the index of a minimum."""

import numpy as np

from gnomon.arrays import Array, Floats


def upper_value(x: Floats, y: Floats, at: Array) -> Floats:
    """Values of an increasing piecewise linear curve; at a jump its upper value (right limit).

    >>> upper_value(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5]))
    array([0.5 , 0.75])
    """
    before = np.searchsorted(x, at, side="right") - 1
    after = np.minimum(before + 1, len(x) - 1)
    width = np.where(after > before, x[after] - x[before], 1.0)
    return y[before] + (y[after] - y[before]) * (at - x[before]) / width


def lower_value(x: Floats, y: Floats, at: Array) -> Floats:
    """Values of an increasing piecewise linear curve; at a jump its lower value (left limit).

    >>> lower_value(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5]))
    array([0.  , 0.75])
    """
    after = np.searchsorted(x, at, side="left")
    before = np.maximum(after - 1, 0)
    width = np.where(after > before, x[after] - x[before], 1.0)
    return y[after] - (y[after] - y[before]) * (x[after] - at) / width


def first_minimum(values: Floats) -> int:
    """Index of the minimum; of values that are equal up to rounding, the first.

    >>> first_minimum(np.array([0.4, 0.3, 0.1 + 0.2, 0.3]))
    1
    """
    minimum = float(np.min(values))
    return int(np.argmax(values <= minimum + 1e-12 * abs(minimum) + 1e-15))
