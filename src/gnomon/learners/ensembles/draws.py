"""Bootstrap samples as counts, drawn so that neither the order of rows nor their repetition matters.

Rows are put in order along a line, and draws fall on their weights laid end to end in that order. A row of
weight 2 is then drawn exactly as two equal rows of weight 1 are together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError

MIXER = np.random.SeedSequence(20_011)
ROWS_AT_ONCE = 65_536
# Of the largest value of its column, where a missing one is put.
OUTSIDE = 1.5
SMALLEST = np.finfo(np.float64).tiny / np.finfo(np.float64).eps


@dataclass(frozen=True, eq=False)
class Draws:
    """Rows that samples are drawn from.

    order: the rows that have weight, by their places on the line. weight: of every row. size: how many rows
    there are, counted by weight.

    >>> import numpy as np
    >>> draws = Draws.of(np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 0]))
    >>> int(draws.bootstrap(seeds.child(0, 0)).sum())
    3
    """

    order: Integers
    weight: Floats
    size: int

    @classmethod
    def of(cls, X: Any, y: Array, weight: Floats | None = None) -> Draws:
        """Rows with features X and targets y; rows of weight 0 are never drawn."""
        given = np.ones(X.shape[0]) if weight is None else weight
        order = np.argsort(places(X, y, given > 0), kind="stable")
        return cls(order[given[order] > 0], given, max(1, round(float(given.sum()))))

    def bootstrap(
        self, seed: np.random.SeedSequence, share: float = 1.0, weight: Floats | None = None
    ) -> Floats:
        """How often each row is drawn, with replacement, in proportion to its weight.

        share: the size of the sample as a share of the rows. weight: to draw by, if not their own.
        """
        ends = self._ends if weight is None else np.cumsum(weight[self.order])
        places = seeds.generator(seed).random(max(1, round(share * self.size))) * ends[-1]
        is_even = weight is None and self._is_even
        # Where every row weighs 1 the whole part of a place is the number of ends at or below it.
        found = places.astype(np.int64) if is_even else np.searchsorted(ends, places, side="right")
        drawn = np.minimum(found, len(ends) - 1)
        return np.bincount(self.order[drawn], minlength=len(self.weight)).astype(np.float64)

    @cached_property
    def _ends(self) -> Floats:
        return np.cumsum(self.weight[self.order])

    @cached_property
    def _is_even(self) -> bool:
        return bool((self.weight[self.order] == 1).all())

    def subset(self, seed: np.random.SeedSequence, share: float) -> Floats:
        """1 for the rows of a sample without replacement, 0 for the others; with share 1, the weights."""
        if share == 1:
            return self.weight
        if not np.isin(self.weight, (0.0, 1.0)).all():
            raise DataError(
                "rows with weights cannot be drawn without replacement; drop sample_weight, or draw with "
                "replacement (bootstrap=True)"
            )
        taken = seeds.generator(seed).permutation(len(self.order))[: max(1, round(share * len(self.order)))]
        chosen = np.zeros(len(self.weight))
        chosen[self.order[taken]] = 1.0
        return chosen


def places(X: Any, y: Array, counted: Flags | None = None) -> Floats:
    """The place of each row on a fixed random line: equal for equal rows, and almost surely for them alone.

    counted: the rows that set the units of the columns; all, if not given. Rows that differ by rounding lie
    side by side, so that the last bit of a computed column changes no draw but theirs.

    >>> import numpy as np
    >>> a, b, c = places(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -0.0]]), np.zeros(3))
    >>> (a == c).item(), (a == b).item()
    (True, False)
    """
    among = slice(None) if counted is None or counted.all() else counted
    target = np.asarray(y, dtype=np.float64)
    direction = np.random.default_rng(MIXER).standard_normal(X.shape[1] + 1)
    along_target = target * (direction[-1] / _unit(np.abs(target[among]).max()))
    if isinstance(X, np.ndarray):
        return _along_rows(X, direction[:-1], among) + along_target
    clean = scipy.sparse.csr_array(X, dtype=np.float64, copy=True)
    clean.sum_duplicates()
    units = _unit(abs(clean[among]).max(axis=0).toarray().ravel())
    return np.asarray(clean @ (direction[:-1] / units)) + along_target


def _along_rows(X: Floats, direction: Floats, among: Any) -> Floats:
    """Row by row, as a matrix product may round equal rows differently; a missing value lies outside."""
    blocks = [X[first : first + ROWS_AT_ONCE] for first in range(0, len(X), ROWS_AT_ONCE)]
    with np.errstate(invalid="ignore"):
        units = _unit(np.fmax.reduce(np.abs([np.fmax.reduce(X[among]), np.fmin.reduce(X[among])])))
    factors = direction / units
    found = np.concatenate([(block * factors).sum(axis=1) for block in blocks])
    unknown = np.flatnonzero(np.isnan(found))
    filled = np.where(np.isnan(X[unknown]), OUTSIDE * units, X[unknown])
    found[unknown] = (filled * factors).sum(axis=1)
    return found


def _unit(largest: Any) -> Floats:
    return np.where(largest >= SMALLEST, largest, 1.0)
