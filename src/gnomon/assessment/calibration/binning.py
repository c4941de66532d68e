"""Rows grouped by distinct score, and bins of neighboring scores."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats, Integers
from gnomon.assessment.curves.ranked import rank_rows
from gnomon.assessment.measures.bins import bin_codes
from gnomon.errors import ParameterError


@dataclass(frozen=True, eq=False)
class Steps:
    """Distinct scores in increasing order, each with the weight of its positive rows (hits) and of all rows.

    >>> steps([1, 0, 1], [0.9, 0.5, 0.5]).hits
    array([1., 1.])
    """

    score: Floats
    hits: Floats
    weight: Floats

    @property
    def prevalence(self) -> float:
        """The proportion of positive rows."""
        return float(self.hits.sum() / self.weight.sum())

    def pooled(self, start: Integers) -> tuple[Floats, Floats]:
        """Hits and weight of each run of steps; start: the first index of each run."""
        return np.add.reduceat(self.hits, start), np.add.reduceat(self.weight, start)


def steps(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> Steps:
    """Group rows by distinct score.

    >>> steps([1, 0, 1], [0.9, 0.5, 0.5], weight=[1, 3, 1]).weight
    array([4., 1.])
    """
    rows = rank_rows(positive, score, None if weight is None else np.asarray(weight))
    misses, hits = (np.diff(count, prepend=0.0)[::-1] for count in rows.counts())
    return Steps(rows.threshold[::-1], hits, hits + misses)


def n_bins(bins: int | str, weight: Floats) -> int:
    """Number of bins: as passed, or for "auto" the cube root of the number of rows (10 for 1,000).

    The cube root is the optimal rate for histogram estimates of a smooth curve.

    >>> n_bins("auto", np.ones(1000))
    10
    """
    if isinstance(bins, str):
        if bins != "auto":
            raise ParameterError(f"bins={bins!r}: it must be a number of bins or 'auto'")
        return max(ceil(float(weight.sum()) ** (1 / 3) - 1e-9), 1)
    if isinstance(bins, bool) or bins < 1:
        raise ParameterError(f"bins={bins!r}: it must be an integer of at least 1, or 'auto'")
    return int(bins)


def bin_starts(data: Steps, bins: int | str, by: str = "mass") -> Integers:
    """The first step of each nonempty bin; equal scores are always in the same bin.

    by: "mass" for bins of about equal weight, "width" for bins of equal width from 0 to 1.

    >>> bin_starts(steps([0, 0, 0, 1], [1, 2, 3, 4]), 2).tolist()
    [0, 2]
    """
    code = bin_codes(data.score, data.weight, n_bins(bins, data.weight), by)
    return np.flatnonzero(np.diff(code, prepend=-1))
