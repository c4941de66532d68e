"""Overflow check of regression targets: their sums, or sums of squares, must fit a float."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

# Numbers up to these limits can be summed, and their squares.
LARGEST_SUMMED, LARGEST_SQUARED = 2.0**1000, 1e153


def refuse_large_target(y: Array, largest: float) -> None:
    """Raise DataError if a target is larger than `largest` in absolute value.

    >>> refuse_large_target(np.array([3.0, -1e200]), LARGEST_SQUARED)
    Traceback (most recent call last):
    gnomon.errors.DataError: the target (up to 1e+200) is too large for a float; divide it by its standard
    deviation
    """
    largest_value = float(np.abs(y).max(initial=0.0))
    if largest_value > largest:
        raise DataError(
            f"the target (up to {largest_value:.0e}) is too large for a float; divide it by its standard "
            f"deviation"
        )
