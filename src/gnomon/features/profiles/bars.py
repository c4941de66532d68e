"""Histograms of numeric columns, and the most frequent levels of categorical columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats

MAX_BINS = 24
MAX_LEVELS = 8

# Beyond this the width of a range may overflow.
_LARGE = 1e150


def histogram(values: Floats) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Histogram: edges and counts of bins of equal width; few distinct integers get one bin each.

    The bin width is that of Freedman & Diaconis (1981), 2 IQR / n^(1/3), with at most 24 bins.

    >>> histogram(np.array([1.0, 1.0, 2.0, 4.0]))
    ((0.5, 1.5, 2.5, 3.5, 4.5), (2, 1, 0, 1))
    """
    if not len(values):
        return (), ()
    low, high = float(values.min()), float(values.max())
    if low == high:
        return (low, high), (len(values),)
    if high - low < MAX_BINS and bool((values == np.round(values)).all()):
        counts, edges = np.histogram(values, int(high - low) + 1, (low - 0.5, high + 0.5))
    else:
        unit = max(abs(low), abs(high)) if max(abs(low), abs(high)) > _LARGE else 1.0
        counts, edges = np.histogram(values / unit, _n_bins(values / unit))
        edges = edges * unit
    return tuple(edges.tolist()), tuple(counts.tolist())


def top_levels(codes: Array, levels: Sequence[object], *, in_order: bool) -> tuple[tuple[str, int], ...]:
    """The most frequent levels and their counts, at most eight; ties go to the first level.

    A ninth is shown if it would be the only other one. in_order: few levels with an order are shown in it.

    >>> top_levels(np.array([0, 1, 1, -1]), ["x", "y"], in_order=False)
    (('y', 2), ('x', 1))
    """
    counts = np.bincount(codes[codes >= 0], minlength=len(levels))
    if in_order and len(levels) <= MAX_LEVELS:
        shown: Sequence[int] = range(len(levels))
    else:
        n_shown = MAX_LEVELS + (np.count_nonzero(counts) == MAX_LEVELS + 1)
        shown = np.argsort(-counts, kind="stable")[:n_shown].tolist()
    return tuple((str(levels[code]), int(counts[code])) for code in shown if counts[code] or in_order)


def _n_bins(values: Floats) -> int:
    low, high = np.quantile(values, [0.25, 0.75])
    spread, width = float(np.ptp(values)), 2 * float(high - low) / np.cbrt(len(values))
    if width <= 0:
        return min(int(np.log2(len(values))) + 1, MAX_BINS)
    return int(np.ceil(min(spread / width, MAX_BINS)))
