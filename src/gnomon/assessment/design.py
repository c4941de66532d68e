"""Splits (training and held-out rows) and the resampling design that made them."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np

from gnomon import notebook
from gnomon.arrays import Integers

Pair = tuple[Integers, Integers]


@dataclass(frozen=True)
class SplitDesign:
    """The resampling design, which decides which intervals and tests are valid.

    method: "hold-out", "k-fold", "leave-one-out", "leave-groups-out", "bootstrap", "rolling", "blocked" or
    "custom". Split number s is fold s % folds of repeat s // folds. by_time: whether splits are
    chronological.

    >>> print(SplitDesign("k-fold", 10, 3, stratified=True, grouped=False, random_state=0, n_rows=150))
    stratified k-fold, 10 folds, 3 times, 150 rows
    """

    method: str
    folds: int
    repeats: int
    stratified: bool
    grouped: bool
    random_state: int | None
    n_rows: int
    by_time: bool = False

    @property
    def is_exchangeable(self) -> bool:
        """Whether the scores of splits are exchangeable: not so for chronological splits.

        Intervals and tests that treat the scores of splits as draws from one distribution assume this.
        """
        return not self.by_time

    @property
    def n_splits(self) -> int:
        """Folds times repeats."""
        return self.folds * self.repeats

    def __str__(self) -> str:
        order = ["chronological"] * (self.by_time and self.method == "hold-out")
        kinds = ["stratified"] * self.stratified + ["grouped"] * self.grouped
        manner = " ".join([*kinds, *order, self.method])
        folds = f"{self.folds} folds" if self.folds > 1 else ""
        repeats = f"{self.repeats} times" if self.repeats > 1 else ""
        return ", ".join(filter(None, [manner, folds, repeats, f"{self.n_rows:,} rows"]))


class Splits(Sequence[Pair]):
    """A sequence of (training rows, held-out rows) with its resampling design.

    train: None when every training set is all rows that are not held out (then computed on demand, so that
    leave-one-out of many rows takes no memory). number: indices in the whole design, after `take`.
    fingerprint: identifier of these splits, by default a hash of their rows.

    >>> design = SplitDesign("k-fold", 2, 1, stratified=False, grouped=False, random_state=0, n_rows=4)
    >>> splits = Splits([np.array([0, 3]), np.array([1, 2])], design)
    >>> [(train.tolist(), held_out.tolist()) for train, held_out in splits]
    [([1, 2], [0, 3]), ([0, 3], [1, 2])]
    """

    def __init__(
        self,
        held_out: Sequence[Integers],
        design: SplitDesign,
        train: Sequence[Integers] | None = None,
        number: Integers | None = None,
        fingerprint: str | None = None,
    ) -> None:
        self.held_out = tuple(held_out)
        self.train = None if train is None else tuple(train)
        self.design = design
        self.number = np.arange(len(self.held_out)) if number is None else number
        if fingerprint is not None:
            self.__dict__["fingerprint"] = fingerprint

    def __len__(self) -> int:
        return len(self.held_out)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> "Splits": ...
    def __getitem__(self, index: int | slice) -> "Pair | Splits":
        if isinstance(index, slice):
            return self.take(range(len(self))[index])
        train = self._others(index) if self.train is None else self.train[index]
        return train, self.held_out[index]

    def __iter__(self) -> Iterator[Pair]:
        return (self[index] for index in range(len(self)))

    @property
    def repeat(self) -> Integers:
        """The repeat of each split."""
        return self.number // self.design.folds

    @property
    def fold(self) -> Integers:
        """The held-out fold of each split within its repeat."""
        return self.number % self.design.folds

    @cached_property
    def held_out_sizes(self) -> Integers:
        """Number of held-out rows of each split."""
        return np.fromiter(map(len, self.held_out), dtype=np.int64, count=len(self))

    @cached_property
    def held_out_rows(self) -> Integers:
        """The held-out rows of all splits, concatenated."""
        return np.concatenate(self.held_out)

    @cached_property
    def train_sizes(self) -> Integers:
        """Number of distinct training rows of each split."""
        if self.train is None:
            return self.design.n_rows - self.held_out_sizes
        return np.array([np.count_nonzero(np.bincount(rows)) for rows in self.train], dtype=np.int64)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all row numbers: equal if and only if the splits are the same."""
        digest = hashlib.blake2b(str(self.design.n_rows).encode(), digest_size=16)
        for rows in self.held_out:
            _add_rows(digest, rows)
        for index, train in enumerate(self.train or ()):
            # Training sets that are the complement add no information, listed or not.
            if not np.array_equal(train, self._others(index)):
                digest.update(b"train" + index.to_bytes(8, "little"))
                _add_rows(digest, train)
        return digest.hexdigest()

    def take(self, indices: Iterable[int]) -> "Splits":
        """A subset of the splits, with their numbers and the design and fingerprint of the whole."""
        chosen = [int(index) for index in indices]
        train = None if self.train is None else [self.train[index] for index in chosen]
        held_out = [self.held_out[index] for index in chosen]
        return Splits(held_out, self.design, train, self.number[chosen], self.fingerprint)

    def __repr__(self) -> str:
        return f"Splits({self.design}; {len(self)} splits)"

    def _repr_html_(self) -> str:
        columns = ["split", "repeat", "fold", "training rows", "held-out rows"]
        values = (self.number, self.repeat, self.fold, self.train_sizes, self.held_out_sizes)
        n_shown = notebook.MAX_ROWS
        rows = zip(*(each[:n_shown].tolist() for each in values))
        left_out = notebook.left_out(len(self) - n_shown)
        return notebook.block(repr(self), notebook.table(columns, rows, left_out))

    def _others(self, index: int) -> Integers:
        """All rows that a split does not hold out, in order."""
        is_training = np.ones(self.design.n_rows, dtype=np.bool_)
        is_training[self.held_out[index]] = False
        return np.flatnonzero(is_training)


def _add_rows(digest: Any, rows: Integers) -> None:
    digest.update(len(rows).to_bytes(8, "little"))
    digest.update(np.ascontiguousarray(rows, dtype="<i8").tobytes())
