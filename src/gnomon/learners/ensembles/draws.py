"""Bootstrap samples as counts, drawn so that neither the order of rows nor their repetition matters.

Rows are put in the order of a fingerprint of what they hold, and draws fall on their weights laid end to end
in that order. A row of weight 2 is then drawn exactly as two equal rows of weight 1 are together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import seeds
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError

MIXER = np.random.SeedSequence(20_011)


@dataclass(frozen=True, eq=False)
class Draws:
    """Rows that samples are drawn from.

    order: the rows that have weight, in order of their fingerprints. weight: of every row. size: how many
    rows there are, counted by weight.

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
        order = np.argsort(fingerprints(X, y), kind="stable")
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


def fingerprints(X: Any, y: Array) -> Array:
    """A number for each row that is equal for equal rows (and, but for chance, for no others).

    >>> import numpy as np
    >>> a, b, c = fingerprints(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -0.0]]), np.zeros(3))
    >>> (a == c).item(), (a == b).item()
    (True, False)
    """
    factors = np.random.default_rng(MIXER).integers(2**63, size=X.shape[1] + 1, dtype=np.uint64) * 2 + 1
    target = _bits(np.asarray(y, dtype=np.float64)) * factors[-1]
    if not isinstance(X, np.ndarray):
        return target + _sparse_sums(scipy.sparse.csr_matrix(X), factors)
    return target + (_bits(X) * factors[:-1]).sum(axis=1, dtype=np.uint64)


def _bits(values: Floats) -> Array:
    """The bits of numbers, the same for 0 and -0 and for every NaN.

    High bits are folded into low ones, which for round numbers are 0, and would leave no trace in a product.
    """
    plain = values + 0.0
    plain[np.isnan(plain)] = np.nan
    bits = np.ascontiguousarray(plain).view(np.uint64)
    bits ^= bits >> np.uint64(32)
    bits ^= bits >> np.uint64(16)
    return bits


def _sparse_sums(X: Any, factors: Array) -> Array:
    X.sum_duplicates()
    mixed = _bits(X.data.astype(np.float64)) * factors[X.indices]
    ends = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    return ends[X.indptr[1:]] - ends[X.indptr[:-1]]
