"""Lloyd's steps over blocks of rows: each step is one pass, and only sums of a pass are kept.

Besides them, the number of each row's centre is kept, in a byte where there are no more than 256 centres.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.farthest import Farthest, Place
from gnomon.learners.clusters.means import as_table, cluster_sums
from gnomon.learners.clusters.steps import Rule, Run, count_moved, walk
from gnomon.learners.clusters.survey import Survey, known_columns
from gnomon.sharing.blocks import Block, Blocks

Labels = dict[int, Array]


@dataclass(frozen=True, eq=False)
class Pass:
    """What one look at the centres finds in some rows: sum and weight of each centre's rows, and more.

    inertia: the sum of squared distances from the centres. moved: rows that changed their centre. labels: for
    each block, by its number, the centre of each row.
    """

    sums: Floats
    weight: Floats
    inertia: float
    moved: int
    labels: Labels

    @classmethod
    def of(cls, number: int, X: Any, weight: Floats | None, centres: Floats, before: Array | None) -> Pass:
        """One look at the rows of a block; before: their centres until now."""
        rule = Rule(0.0, 0, threads=threads.count())
        labels, _, inertia, *_ = walk(X, weight, centres, None, rule, 0, -1)
        moved = count_moved(labels, before, weight)
        short = labels.astype(np.min_scalar_type(len(centres) - 1))
        return cls(*cluster_sums(X, labels, weight, len(centres)), inertia, moved, {number: short})

    def __add__(self, other: Pass) -> Pass:
        return Pass(
            self.sums + other.sums,
            self.weight + other.weight,
            self.inertia + other.inertia,
            self.moved + other.moved,
            self.labels | other.labels,
        )


@dataclass(frozen=True, eq=False)
class Together:
    """Values of several starts, added start by start.

    >>> (Together((1, 2)) + Together((10, 20))).values
    (11, 22)
    """

    values: tuple[Any, ...]

    def __add__(self, other: Together) -> Together:
        return Together(tuple(a + b for a, b in zip(self.values, other.values, strict=True)))


@dataclass(eq=False)
class Walk:
    """One start on its way: where its centres are, and what each step was.

    fewest: the weight up to which a centre is an orphan. found: the last look at the rows.
    """

    centres: Floats
    rule: Rule
    fewest: int
    random: np.random.Generator
    found: Pass | None = None
    moved: list[int] = field(default_factory=list)
    shift: list[float] = field(default_factory=list)
    n_orphans: int = 0
    settled: bool = False
    is_done: bool = False

    @property
    def weight(self) -> Floats:
        """The weight of each centre's rows at the last look."""
        return np.zeros(len(self.centres)) if self.found is None else self.found.weight

    @property
    def n_lost(self) -> int:
        """How many centres the last look found orphaned."""
        return int(np.sum(self.weight <= self.fewest))

    def move(self, places: Sequence[Place], largest: float) -> None:
        """Centres go to the means of their rows, and orphans to their places."""
        assert self.found is not None
        centres = _moved_centres(self.found, self.centres, self.fewest, places, largest)
        self.moved.append(self.found.moved)
        self.shift.append(float(np.sum((centres - self.centres) ** 2)))
        self.centres = centres
        if self.n_lost:
            self.n_orphans += len(places)
            self.fewest = self.fewest if len(places) else -1
        else:
            self.settled = self.found.moved == 0
            self.is_done = self.settled or self.shift[-1] <= self.rule.tolerance
        self.is_done |= len(self.moved) >= self.rule.most

    def ended(self) -> Run:
        """Where the steps came to."""
        assert self.found is not None
        labels = [self.found.labels[number].astype(np.int32) for number in sorted(self.found.labels)]
        return Run(
            np.concatenate(labels),
            self.centres,
            self.found.inertia,
            self.settled,
            self.settled or self.shift[-1] <= self.rule.tolerance,
            np.array(self.moved),
            np.array(self.shift),
            self.n_orphans,
        )


def run_on_blocks(
    model: Any, blocks: Blocks, starts: Sequence[tuple[Floats, np.random.Generator]], rule: Rule, seen: Survey
) -> list[Walk]:
    """Steps from each start until none moves; all starts look at a block while it is there.

    starts: centres, and the random numbers of their orphans. seen: what the first pass found.
    """
    model = known_columns(model)
    walks = [Walk(centres, rule, rule.fewest, random) for centres, random in starts]
    while going := [each for each in walks if not each.is_done]:
        _look(model, blocks, going)
        places = _places(model, blocks, going, seen)
        for each, place in zip(going, places, strict=True):
            each.move(place, seen.largest)
    if unsettled := [each for each in walks if not each.settled]:
        _look(model, blocks, unsettled)
    return walks


def _look(model: Any, blocks: Blocks, walks: Sequence[Walk]) -> None:
    before = {} if walks[0].found is None else _beside([each.found.labels for each in walks if each.found])
    total = blocks.total(partial(_pass, model, tuple(each.centres for each in walks)), before)
    for each, found in zip(walks, total.value.values, strict=True):
        each.found = found


def _beside(labels: Sequence[Labels]) -> dict[int, tuple[Array, ...]]:
    """For each block what every start has of it."""
    return {number: tuple(each[number] for each in labels) for number in labels[0]}


def _pass(model: Any, centres: tuple[Floats, ...], block: Block, before: Any) -> Together:
    X, weight = _checked(model, block)
    old = before or (None,) * len(centres)
    return Together(tuple(Pass.of(block.number, X, weight, *each) for each in zip(centres, old, strict=True)))


def _checked(model: Any, block: Block) -> tuple[Any, Floats | None]:
    """The rows in their type; all else was checked by the first pass."""
    weight = None if block.weight is None else np.ascontiguousarray(block.weight, dtype=np.float64)
    return copy(model).check_examples(block.X, reset=False), weight


def _places(model: Any, blocks: Blocks, walks: Sequence[Walk], seen: Survey) -> list[list[Place]]:
    """For each walk the places that its orphans get."""
    lost = [each for each in walks if each.n_lost]
    if lost and walks[0].rule.orphans == "farthest":
        jobs = tuple((each.centres, each.n_lost) for each in lost)
        labels = _beside([each.found.labels for each in lost if each.found])
        total = blocks.total(partial(_seek, model, jobs), labels)
        found = {id(each): far.places() for each, far in zip(lost, total.value.values, strict=True)}
    else:
        found = {id(each): _drawn(each, seen) for each in lost}
    return [found.get(id(each), []) for each in walks]


def _seek(model: Any, jobs: tuple[tuple[Floats, int], ...], block: Block, labels: Any) -> Together:
    X, weight = _checked(model, block)
    far = [Farthest.of(X, weight, centres, own, n) for (centres, n), own in zip(jobs, labels, strict=True)]
    return Together(tuple(far))


def _drawn(walk: Walk, seen: Survey) -> list[Place]:
    """Rows of the sample, drawn by weight."""
    rows = seen.sample
    distinct = Distinct.of(rows.X, rows.weight)
    index = distinct.index[distinct.draw(walk.random, size=walk.n_lost)]
    times = np.ones(len(index)) if rows.weight is None else rows.weight[index]
    return [Place(row, None, float(own)) for row, own in zip(as_table(rows.X[index]), times)]


def _moved_centres(
    found: Pass, centres: Floats, fewest: int, places: Sequence[Place], largest: float
) -> Floats:
    """The means of the clusters; orphans are where they were placed, or stay where there is no place."""
    sums, weight = found.sums.copy(), found.weight.copy()
    for orphan, place in zip(np.flatnonzero(found.weight <= fewest), places):
        if place.label is not None:
            sums[place.label] -= place.weight * place.row
            weight[place.label] -= place.weight
        sums[orphan], weight[orphan] = place.weight * place.row, place.weight
    stays = weight <= 1e-12 * largest
    return np.where(stays[:, None], centres, sums / np.where(stays, 1.0, weight)[:, None])
