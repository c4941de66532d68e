"""Cut points of a numeric column: midpoints between adjacent distinct values."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.sharing.row_weights import in_rows


def distinct_values(values: Array, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """The distinct non-missing values of positive weight, ascending, and the weight of each.

    >>> distinct_values(np.array([3.0, 1.0, np.nan, 3.0]))
    (array([1., 3.]), array([1., 2.]))
    """
    present = ~np.isnan(values) if weight is None else ~np.isnan(values) & (weight > 0)
    distinct, code = np.unique(values[present], return_inverse=True)
    mass = np.bincount(code, None if weight is None else weight[present], minlength=len(distinct))
    return distinct, mass.astype(np.float64)


def cuts_between(values: Floats) -> Floats:
    """The midpoints between adjacent ascending values; a value equal to a cut belongs above it.

    >>> cuts_between(np.array([1.0, 2.0, 4.0]))
    array([1.5, 3. ])
    """
    low, high = values[:-1], values[1:]
    middle = low / 2 + high / 2
    return np.where((middle > low) & (middle <= high), middle, high)


def frequency_cuts(values: Array, n_bins: int, weight: Floats | None = None) -> Floats:
    """Cuts into n_bins bins of about equal weight; equal values stay in one bin, so there may be fewer.

    Each cut lies where the weight below it is nearest to its quantile; of two tied cuts, the lower.

    >>> frequency_cuts(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 3)
    array([2.5, 4.5])
    >>> frequency_cuts(np.array([1.0, 1.0, 1.0, 1.0, 9.0]), 3)
    array([5.])
    """
    distinct, mass = distinct_values(values, in_rows(weight))
    if len(distinct) < 2:
        return np.empty(0)
    below = np.cumsum(mass)[:-1]
    quantile = mass.sum() * np.arange(1, n_bins) / n_bins
    after = np.clip(np.searchsorted(below, quantile), 0, len(below) - 1)
    before = np.maximum(after - 1, 0)
    rounding = 1e-12 * mass.sum()
    nearest = np.where(quantile - below[before] <= below[after] - quantile + rounding, before, after)
    # A quantile nearer to zero weight, or to all of it, than to any cut gets no cut.
    per_bin = mass.sum() / n_bins
    near = np.abs(below[nearest] - quantile) < per_bin - rounding
    return cuts_between(distinct)[np.unique(nearest[near])]
