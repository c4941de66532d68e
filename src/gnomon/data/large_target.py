"""Targets so large that sums of them, or of their squares, are too large for a float."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError

# Up to here numbers can be added up, and up to there their squares.
LARGEST_SUMMED, LARGEST_SQUARED = 2.0**1000, 1e153


def refuse_large_target(y: Array, largest: float) -> None:
    """Raise DataError if a target is larger than this.

    >>> refuse_large_target(np.array([3.0, -1e200]), LARGEST_SQUARED)
    Traceback (most recent call last):
    gnomon.errors.DataError: the target (up to 1e+200) is too large for a float; divide it by its spread
    """
    found = float(np.abs(y).max(initial=0.0))
    if found > largest:
        raise DataError(f"the target (up to {found:.0e}) is too large for a float; divide it by its spread")
