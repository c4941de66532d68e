"""Probabilities in bins: of equal width, of equal mass, or one for each distinct value."""

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import ParameterError


@dataclass(frozen=True)
class Bins:
    """The nonempty bins of a calibration curve: weight, mean probability and observed frequency of each.

    >>> Bins.of(np.array([0.1, 0.2, 0.9]), np.array([0.0, 1.0, 1.0]), np.ones(3), 2).event
    array([0.5, 1. ])
    """

    code: Integers
    weight: Floats
    probability: Floats
    event: Floats

    @classmethod
    def of(
        cls, probability: Floats, event: Floats, weight: Floats, bins: int | None, by: str = "width"
    ) -> "Bins":
        """Bin the rows; rows of weight 0 open no bin."""
        code = bin_codes(probability, weight, bins, by)
        total = np.bincount(code, weight).astype(np.float64)
        nonempty = np.flatnonzero(total > 0)
        index = np.zeros(len(total), dtype=np.int64)
        index[nonempty] = np.arange(len(nonempty))
        mass = total[nonempty]
        return cls(
            index[code],
            mass,
            np.bincount(code, weight * probability)[nonempty] / mass,
            np.bincount(code, weight * event)[nonempty] / mass,
        )


def bin_codes(probability: Floats, weight: Array, bins: int | None, by: str = "width") -> Integers:
    """The bin of each row, from 0: equal-width, equal-frequency (quantile) or one per distinct value.

    bins: number of bins; None for one bin per distinct value. by: "width" for equal-width bins of 0 to 1,
    closed on the right; "mass" for bins of about equal weight, with equal values in the same bin.

    >>> bin_codes(np.array([0.1, 0.5, 0.6, 0.9]), np.ones(4), 2)
    array([0, 0, 1, 1])
    >>> bin_codes(np.array([0.6, 0.7, 0.8, 0.9]), np.ones(4), 2, "mass")
    array([0, 0, 1, 1])
    """
    if by not in ("width", "mass"):
        raise ParameterError(f"by={by!r}: use 'width' (equal-width bins) or 'mass' (equal-frequency bins)")
    if bins is None:
        return np.unique(probability, return_inverse=True)[1]
    if isinstance(bins, bool) or not isinstance(bins, int | np.integer) or bins < 1:
        raise ParameterError(f"bins={bins!r}: the number of bins must be an integer of 1 or more, or None")
    if by == "width":
        return np.searchsorted(np.linspace(0, 1, int(bins) + 1)[1:-1], probability)
    code = np.unique(probability, return_inverse=True)[1]
    mass = np.bincount(code, weight)
    middle = (np.cumsum(mass) - mass / 2) / np.sum(mass)
    return np.minimum((middle * bins).astype(np.int64), int(bins) - 1)[code]
