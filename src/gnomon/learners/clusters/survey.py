"""First pass of k-means over blocks of rows: their variance, and a random sample for initialization."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon import native, seeds, threads
from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.clusters.means import squared_lengths
from gnomon.sharing.block_fits import BlockSummary, checked_value, has_weight
from gnomon.sharing.blocks import Block, Blocks
from gnomon.sharing.prepared import Rows

# Size of the sample for initialization, larger for many centers.
MIN_SAMPLE_ROWS = 8192
SAMPLE_ROWS_PER_CENTER = 20


@dataclass(frozen=True, eq=False)
class Survey:
    """Weight, mean, sum of squared deviations, largest weight and a random sample of some rows.

    key: random sort key of each sampled row; the sample is the `size` rows of positive weight with the lowest
    keys (reservoir sampling), in their original order.

    >>> one, other = (Survey.of(np.array(rows), None, 2, seed) for rows, seed in (([[0.0]], 1), ([[4.0]], 2)))
    >>> (one + other).mean, (one + other).squares, (one + other).sample.X.ravel()
    (array([2.]), 8.0, array([0., 4.]))
    """

    weight: float
    mean: Floats
    squares: float
    max_weight: float
    sample: Rows
    key: Floats
    size: int

    @classmethod
    def of(cls, X: Any, weight: Floats | None, size: int, seed: seeds.Seed) -> Survey:
        """Survey of these rows, dense or sparse."""
        times = np.ones(X.shape[0]) if weight is None else weight
        counted = np.flatnonzero(times)
        key = seeds.generator(seed).random(len(counted))
        sampled = _lowest(key, size)
        sample = Rows(X, None, weight).rows(counted[sampled])
        return cls(*_moments(X, weight), float(times.max()), sample, key[sampled], size)

    @property
    def variance(self) -> float:
        """Mean variance of the columns."""
        return self.squares / (self.weight * len(self.mean))

    def __add__(self, other: Survey) -> Survey:
        weight, gap = self.weight + other.weight, other.mean - self.mean
        key = np.concatenate([self.key, other.key])
        sampled = _lowest(key, self.size)
        return Survey(
            weight,
            self.mean + gap * (other.weight / weight),
            self.squares + other.squares + float(gap @ gap) * (self.weight * other.weight / weight),
            max(self.max_weight, other.max_weight),
            (self.sample + other.sample).rows(sampled),
            key[sampled],
            self.size,
        )


def sample_size(n_clusters: int) -> int:
    """Size of the sample for the initialization of this many centers.

    >>> sample_size(8), sample_size(1000)
    (8192, 20000)
    """
    return max(MIN_SAMPLE_ROWS, SAMPLE_ROWS_PER_CENTER * n_clusters)


def survey_blocks(model: Any, blocks: Blocks, size: int, root: np.random.SeedSequence) -> Survey:
    """Survey of all blocks with a sample of this size; sets the column attributes of the model."""
    if not blocks.can_repeat:
        raise DataError(
            f"{type(model).__name__} needs one pass over the blocks per iteration, but these are an "
            "iterator; pass a list of blocks, or a function that returns a new iterator"
        )
    summary: BlockSummary = checked_value(blocks.total(partial(_survey, clone(model), size, root)))
    summary.set_attributes(model)
    survey: Survey = summary.data
    return survey


def _survey(model: Any, size: int, root: np.random.SeedSequence, block: Block) -> BlockSummary | None:
    """Survey of one block, with the checks of a fit on its rows."""
    one = copy(model)
    X, _, weight = one.check_rows(block.X, block.y, block.weight if has_weight(block) else None)
    if not has_weight(block):
        return None
    # Children with a single index are the seeds of the initializations.
    seed = seeds.child(root, block.number, 0)
    return BlockSummary.by(one, vars(model), Survey.of(X, weight, size, seed))


def _lowest(key: Floats, size: int) -> Integers:
    """Sorted indices of the lowest keys."""
    return np.sort(np.argpartition(key, size)[:size]) if len(key) > size else np.arange(len(key))


def _moments(X: Any, weight: Floats | None) -> tuple[float, Floats, float]:
    """Weight, mean, and sum of squared deviations."""
    if isinstance(X, np.ndarray):
        one = np.zeros(len(X), dtype=np.int64)
        (total,), (mean,), squares = native.class_moments(X, one, 1, weight, threads.count())
        return float(total), mean, float(squares.sum())
    times = np.ones(X.shape[0]) if weight is None else weight
    total = float(times.sum())
    mean = np.asarray(times @ X, dtype=np.float64).ravel() / total
    return total, mean, max(float(times @ squared_lengths(X)) - total * float(mean @ mean), 0.0)
