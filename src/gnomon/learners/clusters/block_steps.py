"""Lloyd's steps over blocks of rows: each step is one pass, and only sums of a pass are kept.

Besides them, the number of each row's center is kept, in a byte where there are no more than 256 centers. If
the blocks are on workers, it is found once more instead of sent to and fro.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from sklearn.utils import check_array

from gnomon import threads
from gnomon.arrays import Array, Floats
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.farthest import Farthest, Place
from gnomon.learners.clusters.means import as_table, cluster_sums
from gnomon.learners.clusters.steps import Rule, Run, count_moved, walk
from gnomon.learners.clusters.survey import Survey
from gnomon.sharing.blocks import Block, Blocks

Labels = dict[int, Array]
Job = tuple[Floats, Floats | None]


@dataclass(frozen=True, eq=False)
class Pass:
    """What one look at the centers finds in some rows: sum and weight of each center's rows, and more.

    inertia: the sum of squared distances from the centers. moved: rows that changed their center. labels: for
    each block, by its number, the center of each row; empty if they were not to be kept.
    """

    sums: Floats
    weight: Floats
    inertia: float
    moved: int
    labels: Labels

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
    """One start on its way: where its centers are, and what each step was.

    fewest: the weight up to which a center is an orphan. found: the last look at the rows, of none at first;
    used: the centers that it was of.
    """

    centers: Floats
    rule: Rule
    fewest: int
    random: np.random.Generator
    found: Pass
    used: Floats | None = None
    moved: list[int] = field(default_factory=list)
    shift: list[float] = field(default_factory=list)
    n_orphans: int = 0
    settled: bool = False
    is_done: bool = False

    @classmethod
    def of(cls, centers: Floats, rule: Rule, random: np.random.Generator) -> Walk:
        """A walk that begins here."""
        nothing = Pass(np.zeros_like(centers), np.zeros(len(centers)), np.inf, 0, {})
        return cls(centers, rule, rule.fewest, random, nothing)

    @property
    def n_lost(self) -> int:
        """How many centers the last look found orphaned."""
        return int(np.sum(self.found.weight <= self.fewest))

    def move(self, places: Sequence[Place], largest: float) -> None:
        """Centers go to the means of their rows, and orphans to their places."""
        centers = _moved_centers(self.found, self.centers, self.fewest, places, largest)
        self.moved.append(self.found.moved)
        self.shift.append(float(np.sum((centers - self.centers) ** 2)))
        self.centers = centers
        if self.n_lost:
            self.n_orphans += len(places)
            self.fewest = self.fewest if len(places) else -1
        else:
            self.settled = self.found.moved == 0
            self.is_done = self.settled or self.shift[-1] <= self.rule.tolerance
        self.is_done |= len(self.moved) >= self.rule.most

    def ended(self) -> Run:
        """Where the steps came to."""
        return Run(
            np.concatenate([self.found.labels[number] for number in sorted(self.found.labels)]),
            self.centers,
            self.found.inertia,
            self.settled,
            self.settled or self.shift[-1] <= self.rule.tolerance,
            np.array(self.moved),
            np.array(self.shift),
            self.n_orphans,
        )


def run_on_blocks(
    blocks: Blocks, starts: Sequence[tuple[Floats, np.random.Generator]], rule: Rule, seen: Survey
) -> list[Walk]:
    """Steps from each start until none moves; all starts look at a block while it is there.

    starts: centers, and the random numbers of their orphans. seen: what the first pass found.
    """
    walks = [Walk.of(centers, rule, random) for centers, random in starts]
    while going := [each for each in walks if not each.is_done]:
        _look(blocks, going, keep=not blocks.are_remote)
        places = _places(blocks, going, seen)
        for each, place in zip(going, places, strict=True):
            each.move(place, seen.largest)
    if last := [each for each in walks if blocks.are_remote or not each.settled]:
        _look(blocks, last, keep=True)
    return walks


def _look(blocks: Blocks, walks: Sequence[Walk], keep: bool) -> None:
    """Look at all rows from the centers of each walk; once settled, from those that it settled at."""
    views = [each.used if each.settled and each.used is not None else each.centers for each in walks]
    jobs = tuple((view, None if keep else each.used) for view, each in zip(views, walks))
    total = blocks.total(partial(_pass, jobs, keep), _beside([each.found.labels for each in walks]))
    for each, found, view in zip(walks, total.value.values, views, strict=True):
        each.found, each.used = found, view


def _beside(labels: Sequence[Labels]) -> dict[int, tuple[Array, ...]]:
    """For each block what every start has of it."""
    return {number: tuple(each[number] for each in labels) for number in labels[0]}


def _pass(jobs: tuple[Job, ...], keep: bool, block: Block, before: Any) -> Together:
    X, weight = _checked(block)
    found = []
    for place, (centers, used) in enumerate(jobs):
        labels, inertia = _nearest(X, weight, centers)
        old = before[place] if before else None if used is None else _nearest(X, weight, used)[0]
        short = labels.astype(np.min_scalar_type(len(centers) - 1))
        sums = cluster_sums(X, labels, weight, len(centers))
        found.append(
            Pass(*sums, inertia, count_moved(labels, old, weight), {block.number: short} if keep else {})
        )
    return Together(tuple(found))


def _nearest(X: Any, weight: Floats | None, centers: Floats) -> tuple[Array, float]:
    labels, _, inertia, *_ = walk(X, weight, centers, None, Rule(0.0, 0, threads=threads.count()), 0, -1)
    return labels, inertia


def _checked(block: Block) -> tuple[Any, Floats | None]:
    """Rows and weights in their types; whether all are finite numbers the first pass has seen."""
    kinds = [np.float64, np.float32]
    X = check_array(block.X, dtype=kinds, order="C", accept_sparse="csr", ensure_all_finite=False)
    return X, None if block.weight is None else np.ascontiguousarray(block.weight, dtype=np.float64)


def _places(blocks: Blocks, walks: Sequence[Walk], seen: Survey) -> list[list[Place]]:
    """For each walk the places that its orphans get."""
    lost = [each for each in walks if each.n_lost]
    if lost and walks[0].rule.orphans == "farthest":
        jobs = tuple((each.centers, each.n_lost) for each in lost)
        total = blocks.total(partial(_seek, jobs))
        found = {id(each): far.places() for each, far in zip(lost, total.value.values, strict=True)}
    else:
        found = {id(each): _drawn(each, seen) for each in lost}
    return [found.get(id(each), []) for each in walks]


def _seek(jobs: tuple[tuple[Floats, int], ...], block: Block) -> Together:
    X, weight = _checked(block)
    labels = [_nearest(X, weight, centers)[0] for centers, _ in jobs]
    far = [Farthest.of(X, weight, centers, own, n) for (centers, n), own in zip(jobs, labels)]
    return Together(tuple(far))


def _drawn(walk: Walk, seen: Survey) -> list[Place]:
    """Rows of the sample, drawn by weight."""
    rows = seen.sample
    distinct = Distinct.of(rows.X, rows.weight)
    index = distinct.index[distinct.draw(walk.random, size=walk.n_lost)]
    times = np.ones(len(index)) if rows.weight is None else rows.weight[index]
    return [Place(row, None, float(own)) for row, own in zip(as_table(rows.X[index]), times)]


def _moved_centers(
    found: Pass, centers: Floats, fewest: int, places: Sequence[Place], largest: float
) -> Floats:
    """The means of the clusters; orphans are where they were placed, or stay where there is no place."""
    sums, weight = found.sums.copy(), found.weight.copy()
    for orphan, place in zip(np.flatnonzero(found.weight <= fewest), places):
        if place.label is not None:
            sums[place.label] -= place.weight * place.row
            weight[place.label] -= place.weight
        sums[orphan], weight[orphan] = place.weight * place.row, place.weight
    stays = weight <= 1e-12 * largest
    return np.where(stays[:, None], centers, sums / np.where(stays, 1.0, weight)[:, None])
