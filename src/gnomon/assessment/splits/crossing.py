"""Crossed inner folds: those of all outer training sets assigned at once, so that they can share sums.

Each row belongs to one outer and one inner fold. The inner split j of outer split o trains on all cells
(outer fold, inner fold) but those of o and those of j, so that a learner with sufficient statistics passes
over each row once, whatever the number of training sets.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.fold_assignment import assign_inner_folds


@dataclass(frozen=True, eq=False)
class Crossing:
    """Rows by cell. order: row indices sorted by inner fold, then outer fold. sizes: inner x outer folds.

    >>> crossing = cross(np.array([0, 1, 0, 1, 0, 1, 0, 1]), 2, None, np.random.default_rng(0))
    >>> crossing.sizes
    array([[2, 2],
           [2, 2]])
    >>> sorted([*crossing.train(0, 1).tolist(), *crossing.held_out(0, 1).tolist()])
    [1, 3, 5, 7]
    """

    order: Integers
    sizes: Integers

    @cached_property
    def ends(self) -> Integers:
        """Boundaries of the cells in `order`."""
        return np.concatenate([[0], np.cumsum(self.sizes)])

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the cells."""
        parts = (self.sizes.shape, self.sizes, self.order)
        whole = b"".join(np.ascontiguousarray(part, dtype="<i8").tobytes() for part in parts)
        return hashlib.blake2b(whole, digest_size=16).hexdigest()

    @cached_property
    def cells(self) -> list[list[Integers]]:
        """The rows of each cell, indexed by inner fold, then outer fold."""
        rows = [self.order[start:end] for start, end in pairwise(self.ends.tolist())]
        n_outer = self.sizes.shape[1]
        return [rows[start : start + n_outer] for start in range(0, len(rows), n_outer)]

    def block(self, inner: int) -> Integers:
        """The rows of an inner fold, in order of outer fold."""
        n_outer = self.sizes.shape[1]
        return self.order[self.ends[inner * n_outer] : self.ends[(inner + 1) * n_outer]]

    def excluded(self, outer: int, inner: int) -> slice:
        """The slice of the block of an inner fold that an outer split holds out."""
        first = int(self.sizes[inner, :outer].sum())
        return slice(first, first + int(self.sizes[inner, outer]))

    def held_out(self, outer: int, inner: int) -> Integers:
        """The held-out rows of an inner split of an outer split: its block without the excluded slice."""
        return without(self.block(inner), self.excluded(outer, inner))

    def train(self, outer: int, inner: int) -> Integers:
        """The training rows of an inner split of an outer split, sorted."""
        blocks = range(len(self.sizes))
        return np.sort(np.concatenate([self.held_out(outer, each) for each in blocks if each != inner]))

    def train_sizes(self, outer: int) -> Integers:
        """The number of training rows of each inner split of an outer split."""
        sizes = np.delete(self.sizes, outer, axis=1).sum(axis=1)
        return sizes.sum() - sizes


def cross(fold: Integers, k: int, stratum: Integers | None, generator: np.random.Generator) -> Crossing:
    """Assign rows, whose outer folds are known, to k inner folds.

    >>> cross(np.array([0, 0, 1, 1]), 2, None, np.random.default_rng(0)).sizes
    array([[1, 1],
           [1, 1]])
    """
    n_outer = int(fold.max()) + 1
    cell = assign_inner_folds(fold, k, stratum, generator) * n_outer + fold
    sizes = np.bincount(cell, minlength=k * n_outer).reshape(k, n_outer)
    return Crossing(np.argsort(cell.astype(np.min_scalar_type(k * n_outer)), kind="stable"), sizes)


class CrossedSplits(Splits):
    """The inner splits of one outer split, from the cells; training rows are computed lazily.

    >>> design = SplitDesign("k-fold", 2, 1, stratified=False, grouped=False, random_state=0, n_rows=8)
    >>> crossing = cross(np.array([0, 1] * 4), 2, None, np.random.default_rng(0))
    >>> [len(train) + len(held_out) for train, held_out in CrossedSplits(crossing, 0, design)]
    [4, 4]
    """

    def __init__(self, crossing: Crossing, outer: int, design: SplitDesign) -> None:
        self._crossing, self._outer, self._inner = crossing, outer, range(design.folds)
        self.held_out = tuple(crossing.held_out(outer, inner) for inner in self._inner)
        self.design = design
        self.number = np.arange(design.folds)

    def subset(self, positions: Integers) -> Splits:
        """The same splits with a subset of their held-out rows, by positions in `held_out_rows`."""
        ends = np.searchsorted(positions, np.cumsum(self.held_out_sizes))
        held_out = np.split(self.held_out_rows[positions], ends[:-1])
        part = Splits(held_out, self.design, fingerprint=f"{self.fingerprint} of {len(positions)} rows")
        part.__dict__["train_sizes"] = self.train_sizes
        return part

    @cached_property
    def train(self) -> tuple[Integers, ...]:  # type: ignore[override]
        """Training rows of each split."""
        return tuple(self._crossing.train(self._outer, inner) for inner in self._inner)

    @cached_property
    def train_sizes(self) -> Integers:
        """Training rows of each split."""
        return self._crossing.train_sizes(self._outer)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the cells and the outer split."""
        whole = f"{self._crossing.fingerprint} without {self._outer}"
        return hashlib.blake2b(whole.encode(), digest_size=16).hexdigest()


def without(rows: Integers, excluded: slice) -> Integers:
    """The rows before and after an excluded slice.

    >>> without(np.arange(5), slice(1, 3))
    array([0, 3, 4])
    """
    return np.concatenate([rows[: excluded.start], rows[excluded.stop :]])
