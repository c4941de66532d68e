"""In what units to take large numbers, so that what is made of them is none too large for a float."""

import numpy as np

from gnomon.arrays import Array

# As a power of two: what the largest number is divided by for 2^63 of them to be added up, or their squares.
SUMMED, SQUARED = -960, -500


def unit_of(values: Array, power: int) -> float:
    """What to divide numbers by before they are SUMMED or SQUARED: 1, but for the largest numbers there are.

    Missing values do not count.

    >>> unit_of(np.array([3.0, -5.0]), SQUARED), unit_of(np.array([1e300]), SQUARED) > 1e149
    (1.0, True)
    """
    return max(float(np.nanmax(np.abs(values))) * 2.0**power, 1.0)
