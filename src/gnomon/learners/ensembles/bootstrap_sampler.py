"""Weighted bootstrap samples as counts, independent of the order and the repetition of rows.

Rows are sorted by a random projection, and uniform random numbers are looked up in the cumulative weights in
that order. A row of weight 2 is then sampled exactly as two equal rows of weight 1 are.
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
# Missing values are projected as this multiple of the largest absolute value of the column.
OUTSIDE = 1.5
SMALLEST = np.finfo(np.float64).tiny / np.finfo(np.float64).eps


@dataclass(frozen=True, eq=False)
class BootstrapSampler:
    """A sampler of rows: bootstrap samples, or subsets without replacement.

    order: the rows of positive weight, sorted by their keys. weight: of every row. size: number of rows,
    counted by weight.

    >>> import numpy as np
    >>> sampler = BootstrapSampler.of(np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 0]))
    >>> int(sampler.bootstrap(seeds.child(0, 0)).sum())
    3
    """

    order: Integers
    weight: Floats
    size: int

    @classmethod
    def of(cls, X: Any, y: Array, weight: Floats | None = None) -> BootstrapSampler:
        """Rows with features X and targets y; rows of weight 0 are never sampled."""
        weights = np.ones(X.shape[0]) if weight is None else weight
        order = np.argsort(sort_keys(X, y, weights > 0), kind="stable")
        return cls(order[weights[order] > 0], weights, max(1, round(float(weights.sum()))))

    def bootstrap(
        self, seed: np.random.SeedSequence, fraction: float = 1.0, weight: Floats | None = None
    ) -> Floats:
        """Counts of each row in a sample with replacement, with probability proportional to weight.

        fraction: sample size as a fraction of the rows. weight: sampling weights, if not the rows' own.
        """
        ends = self._ends if weight is None else np.cumsum(weight[self.order])
        positions = seeds.generator(seed).random(max(1, round(fraction * self.size))) * ends[-1]
        is_uniform = weight is None and self._is_uniform
        # With unit weights the integer part of a position is the number of ends at or below it.
        ranks = positions.astype(np.int64) if is_uniform else np.searchsorted(ends, positions, side="right")
        sampled = np.minimum(ranks, len(ends) - 1)
        return np.bincount(self.order[sampled], minlength=len(self.weight)).astype(np.float64)

    @cached_property
    def _ends(self) -> Floats:
        return np.cumsum(self.weight[self.order])

    @cached_property
    def _is_uniform(self) -> bool:
        return bool((self.weight[self.order] == 1).all())

    def subset(self, seed: np.random.SeedSequence, fraction: float) -> Floats:
        """1 for the rows of a sample without replacement, 0 for the others; with fraction 1, the weights."""
        if fraction == 1:
            return self.weight
        if not np.isin(self.weight, (0.0, 1.0)).all():
            raise DataError(
                "weighted rows cannot be sampled without replacement; drop sample_weight, or sample with "
                "replacement (bootstrap=True)"
            )
        n_sampled = max(1, round(fraction * len(self.order)))
        selected = seeds.generator(seed).permutation(len(self.order))[:n_sampled]
        counts = np.zeros(len(self.weight))
        counts[self.order[selected]] = 1.0
        return counts


def sort_keys(X: Any, y: Array, counted: Flags | None = None) -> Floats:
    """A random projection of each row: equal for equal rows, and almost surely for them alone.

    counted: the rows that set the scale of each column; all by default. Rows that differ by rounding are
    neighbors, so that the last bit of a computed column changes no sample but theirs.

    >>> import numpy as np
    >>> a, b, c = sort_keys(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -0.0]]), np.zeros(3))
    >>> (a == c).item(), (a == b).item()
    (True, False)
    """
    rows = slice(None) if counted is None or counted.all() else counted
    target = np.asarray(y, dtype=np.float64)
    direction = np.random.default_rng(MIXER).standard_normal(X.shape[1] + 1)
    along_target = target * (direction[-1] / _scale(np.abs(target[rows]).max()))
    if isinstance(X, np.ndarray):
        return _project(X, direction[:-1], rows) + along_target
    clean = scipy.sparse.csr_array(X, dtype=np.float64, copy=True)
    clean.sum_duplicates()
    scales = _scale(abs(clean[rows]).max(axis=0).toarray().ravel())
    return np.asarray(clean @ (direction[:-1] / scales)) + along_target


def _project(X: Floats, direction: Floats, rows: Any) -> Floats:
    """Row by row, as a matrix product may round equal rows differently; missing values lie outside."""
    blocks = [X[first : first + ROWS_AT_ONCE] for first in range(0, len(X), ROWS_AT_ONCE)]
    with np.errstate(invalid="ignore"):
        scales = _scale(np.fmax.reduce(np.abs([np.fmax.reduce(X[rows]), np.fmin.reduce(X[rows])])))
    factors = direction / scales
    keys = np.concatenate([(block * factors).sum(axis=1) for block in blocks])
    incomplete = np.flatnonzero(np.isnan(keys))
    filled = np.where(np.isnan(X[incomplete]), OUTSIDE * scales, X[incomplete])
    keys[incomplete] = (filled * factors).sum(axis=1)
    return keys


def _scale(largest: Any) -> Floats:
    return np.where(largest >= SMALLEST, largest, 1.0)
