"""Scaling factors that avoid overflow in sums and sums of squares of large numbers."""

import numpy as np

from gnomon.arrays import Array

# Powers of two that the largest value is multiplied by, so that sums of 2^63 values, or squares, do not
# overflow.
SUMMED, SQUARED = -960, -500


def unit_of(values: Array, power: int) -> float:
    """The divisor that avoids overflow when values are SUMMED or SQUARED: 1 unless they are huge.

    Missing values are ignored.

    >>> unit_of(np.array([3.0, -5.0]), SQUARED), unit_of(np.array([1e300]), SQUARED) > 1e149
    (1.0, True)
    """
    return max(float(np.nanmax(np.abs(values))) * 2.0**power, 1.0)
