"""Cuts of a column of numbers: between which of its values they lie."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.sharing.row_weights import in_rows


def distinct_values(values: Array, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """The distinct values that are not missing, ascending, and the weight of each; without weight, no value.

    >>> distinct_values(np.array([3.0, 1.0, np.nan, 3.0]))
    (array([1., 3.]), array([1., 2.]))
    """
    present = ~np.isnan(values) if weight is None else ~np.isnan(values) & (weight > 0)
    found, place = np.unique(values[present], return_inverse=True)
    mass = np.bincount(place, None if weight is None else weight[present], minlength=len(found))
    return found, mass.astype(np.float64)


def cuts_between(values: Floats) -> Floats:
    """The middle between each two neighbors of ascending values; what lies at a cut lies above it.

    >>> cuts_between(np.array([1.0, 2.0, 4.0]))
    array([1.5, 3. ])
    """
    low, high = values[:-1], values[1:]
    middle = low / 2 + high / 2
    return np.where((middle > low) & (middle <= high), middle, high)


def frequency_cuts(values: Array, n_bins: int, weight: Floats | None = None) -> Floats:
    """Cuts into n_bins bins of about the same weight; equal values are never parted, so there may be fewer.

    Each cut lies where the weight below it is nearest to its share, the lower place of two that tie.

    >>> frequency_cuts(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 3)
    array([2.5, 4.5])
    >>> frequency_cuts(np.array([1.0, 1.0, 1.0, 1.0, 9.0]), 3)
    array([5.])
    """
    found, mass = distinct_values(values, in_rows(weight))
    if len(found) < 2:
        return np.empty(0)
    below = np.cumsum(mass)[:-1]
    wanted = mass.sum() * np.arange(1, n_bins) / n_bins
    after = np.clip(np.searchsorted(below, wanted), 0, len(below) - 1)
    before = np.maximum(after - 1, 0)
    rounding = 1e-12 * mass.sum()
    place = np.where(wanted - below[before] <= below[after] - wanted + rounding, before, after)
    # A share nearer to nothing, or to all, than to any place between two values asks for no cut.
    share = mass.sum() / n_bins
    near = np.abs(below[place] - wanted) < share - rounding
    return cuts_between(found)[np.unique(place[near])]
