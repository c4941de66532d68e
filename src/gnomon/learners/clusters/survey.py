"""One pass over blocks of rows before k-means begins: their spread, and a sample to draw starts from."""

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
from gnomon.sharing.block_fits import Seen, has_weight, weighed
from gnomon.sharing.blocks import Block, Blocks
from gnomon.sharing.prepared import Rows

# Centers start in a sample of as many rows, of more where there are many centers.
ROWS_TO_START = 8192
ROWS_A_CENTER = 20


@dataclass(frozen=True, eq=False)
class Survey:
    """Weight, mean and sum of squares about it of some rows, their largest weight, and a sample of them.

    ticket: a random number for each row of the sample, which is of the `size` rows with the lowest; all rows
    that have weight, in their order, if there are no more.

    >>> one, other = (Survey.of(np.array(rows), None, 2, seed) for rows, seed in (([[0.0]], 1), ([[4.0]], 2)))
    >>> (one + other).mean, (one + other).squares, (one + other).sample.X.ravel()
    (array([2.]), 8.0, array([0., 4.]))
    """

    weight: float
    mean: Floats
    squares: float
    largest: float
    sample: Rows
    ticket: Floats
    size: int

    @classmethod
    def of(cls, X: Any, weight: Floats | None, size: int, seed: seeds.Seed) -> Survey:
        """The survey of these rows, dense or sparse."""
        times = np.ones(X.shape[0]) if weight is None else weight
        counted = np.flatnonzero(times)
        ticket = seeds.generator(seed).random(len(counted))
        kept = _lowest(ticket, size)
        sample = Rows(X, None, weight).rows(counted[kept])
        return cls(*_spread(X, weight), float(times.max()), sample, ticket[kept], size)

    @property
    def variance(self) -> float:
        """The variance of a column, on average over columns."""
        return self.squares / (self.weight * len(self.mean))

    def __add__(self, other: Survey) -> Survey:
        weight, gap = self.weight + other.weight, other.mean - self.mean
        ticket = np.concatenate([self.ticket, other.ticket])
        kept = _lowest(ticket, self.size)
        return Survey(
            weight,
            self.mean + gap * (other.weight / weight),
            self.squares + other.squares + float(gap @ gap) * (self.weight * other.weight / weight),
            max(self.largest, other.largest),
            (self.sample + other.sample).rows(kept),
            ticket[kept],
            self.size,
        )


def rows_to_start(n_clusters: int) -> int:
    """How many rows to draw a start of so many centers from.

    >>> rows_to_start(8), rows_to_start(1000)
    (8192, 20000)
    """
    return max(ROWS_TO_START, ROWS_A_CENTER * n_clusters)


def survey_blocks(model: Any, blocks: Blocks, size: int, root: np.random.SeedSequence) -> Survey:
    """The survey of all blocks with a sample of this size; the model is told its columns."""
    if not blocks.can_repeat:
        raise DataError(
            f"{type(model).__name__} goes through the blocks once for each step, and these are a stream; "
            "give a list of blocks, or a function that returns a fresh iterator"
        )
    seen: Seen = weighed(blocks.total(partial(_survey, clone(model), size, root)))
    seen.tell(model)
    found: Survey = seen.data
    return found


def _survey(model: Any, size: int, root: np.random.SeedSequence, block: Block) -> Seen | None:
    """The survey of one block, checked as a fit on its rows alone would."""
    one = copy(model)
    X, _, weight = one.check_rows(block.X, block.y, block.weight if has_weight(block) else None)
    if not has_weight(block):
        return None
    # The children of one number belong to the starts.
    seed = seeds.child(root, block.number, 0)
    return Seen.by(one, vars(model), Survey.of(X, weight, size, seed))


def _lowest(ticket: Floats, size: int) -> Integers:
    """The places of the lowest numbers, in their order."""
    return np.sort(np.argpartition(ticket, size)[:size]) if len(ticket) > size else np.arange(len(ticket))


def _spread(X: Any, weight: Floats | None) -> tuple[float, Floats, float]:
    """Weight, mean, and the sum of squares about it."""
    if isinstance(X, np.ndarray):
        one = np.zeros(len(X), dtype=np.int64)
        (total,), (mean,), squares = native.class_moments(X, one, 1, weight, threads.count())
        return float(total), mean, float(squares.sum())
    times = np.ones(X.shape[0]) if weight is None else weight
    total = float(times.sum())
    mean = np.asarray(times @ X, dtype=np.float64).ravel() / total
    return total, mean, max(float(times @ squared_lengths(X)) - total * float(mean @ mean), 0.0)
