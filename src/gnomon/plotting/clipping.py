"""Axis limits for intervals that ignore outliers: they end before estimates far from the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from gnomon.assessment.intervals import Estimate

# The axis covers the better half of the intervals, and is at most this many times as wide.
_MAX_RATIO = 3.0
_MIN_ESTIMATES = 3


def clipped_range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """Axis limits for estimates sorted from best to worst; values beyond them are clipped.

    With fewer than three estimates the limits cover all.

    >>> intervals = [(0.95, 0.93, 0.97), (0.94, 0.92, 0.96), (0.93, 0.9, 0.96), (0.5, 0.45, 0.55)]
    >>> low, high = clipped_range([Estimate(*each, 0.95, "t", "") for each in intervals])
    >>> round(low, 2), high
    (0.9, 0.97)
    """
    whole = _range(estimates)
    best = estimates[: max((len(estimates) + 1) // 2, 2)]
    if len(estimates) < _MIN_ESTIMATES:
        return whole
    low, high = _range(best)
    reach = (_MAX_RATIO - 1) * (high - low)
    low, high = low - reach, high + reach
    if (low <= whole[0] and whole[1] <= high) or low == high:
        return whole
    near = [each for each in estimates if low <= each.value <= high]
    ends = _range(near)
    return max(ends[0], low), min(ends[1], high)


def _range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    ends = [end for each in estimates for end in (each.lower, each.value, each.upper) if isfinite(end)]
    return min(ends, default=0.0), max(ends, default=1.0)
