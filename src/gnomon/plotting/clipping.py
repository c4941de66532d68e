"""An axis for intervals that one far off does not squash: it ends before those far from the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from gnomon.assessment.intervals import Estimate

# The axis holds the better half of the intervals, and goes on for this many times their width at most.
_TIMES = 3.0
_FEWEST = 3


def clipped_range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """The ends of an axis for estimates in order from best to worst; values beyond them are off the axis.

    Of fewer than three, all are on it.

    >>> positions = [(0.95, 0.93, 0.97), (0.94, 0.92, 0.96), (0.93, 0.9, 0.96), (0.5, 0.45, 0.55)]
    >>> low, high = clipped_range([Estimate(*each, 0.95, "t", "") for each in positions])
    >>> round(low, 2), high
    (0.9, 0.97)
    """
    whole = _range(estimates)
    best = estimates[: max((len(estimates) + 1) // 2, 2)]
    if len(estimates) < _FEWEST:
        return whole
    low, high = _range(best)
    reach = (_TIMES - 1) * (high - low)
    low, high = low - reach, high + reach
    if (low <= whole[0] and whole[1] <= high) or low == high:
        return whole
    near = [each for each in estimates if low <= each.value <= high]
    ends = _range(near)
    return max(ends[0], low), min(ends[1], high)


def _range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    ends = [end for each in estimates for end in (each.lower, each.value, each.upper) if isfinite(end)]
    return min(ends, default=0.0), max(ends, default=1.0)
