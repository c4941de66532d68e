"""Lloyd's algorithm over blocks of rows: each iteration is one pass, of which only sums are stored.

The label of each row is stored too, in one byte for up to 256 centers. For blocks on remote workers it is
recomputed rather than transferred.
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
from gnomon.learners.clusters.farthest import Farthest, Relocation
from gnomon.learners.clusters.means import as_table, cluster_sums
from gnomon.learners.clusters.steps import Options, Run, count_moved, lloyd_iterations
from gnomon.learners.clusters.survey import Survey
from gnomon.sharing.blocks import Block, Blocks

Labels = dict[int, Array]
Work = tuple[Floats, Floats | None]


@dataclass(frozen=True, eq=False)
class Pass:
    """Results of one assignment pass over some rows: sum and weight of the rows of each center, and more.

    inertia: sum of squared distances from the centers. moved: number of rows whose label changed. labels: by
    number of the block, the label of each row; empty if they are not stored.
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
class PerStart:
    """Values of several initializations, which are added elementwise.

    >>> (PerStart((1, 2)) + PerStart((10, 20))).values
    (11, 22)
    """

    values: tuple[Any, ...]

    def __add__(self, other: PerStart) -> PerStart:
        return PerStart(tuple(a + b for a, b in zip(self.values, other.values, strict=True)))


@dataclass(eq=False)
class BlockRun:
    """State of one run (initialization): its centers, and the record of its iterations.

    empty_threshold: weight up to which a cluster counts as empty. last: the last pass, of no rows at first;
    used: the centers of this pass.
    """

    centers: Floats
    options: Options
    empty_threshold: int
    random: np.random.Generator
    last: Pass
    used: Floats | None = None
    moved: list[int] = field(default_factory=list)
    shift: list[float] = field(default_factory=list)
    n_relocated: int = 0
    labels_converged: bool = False
    is_done: bool = False

    @classmethod
    def of(cls, centers: Floats, options: Options, random: np.random.Generator) -> BlockRun:
        """A run from these initial centers."""
        no_rows = Pass(np.zeros_like(centers), np.zeros(len(centers)), np.inf, 0, {})
        return cls(centers, options, options.empty_threshold, random, no_rows)

    @property
    def n_empty(self) -> int:
        """Number of empty clusters in the last pass."""
        return int(np.sum(self.last.weight <= self.empty_threshold))

    def update(self, relocations: Sequence[Relocation], max_weight: float) -> None:
        """Move the centers to the means of their rows, and relocate those of empty clusters."""
        centers = _moved_centers(self.last, self.centers, self.empty_threshold, relocations, max_weight)
        self.moved.append(self.last.moved)
        self.shift.append(float(np.sum((centers - self.centers) ** 2)))
        self.centers = centers
        if self.n_empty:
            self.n_relocated += len(relocations)
            self.empty_threshold = self.empty_threshold if len(relocations) else -1
        else:
            self.labels_converged = self.last.moved == 0
            self.is_done = self.labels_converged or self.shift[-1] <= self.options.tolerance
        self.is_done |= len(self.moved) >= self.options.max_iter

    def result(self) -> Run:
        """The result of the run."""
        return Run(
            np.concatenate([self.last.labels[number] for number in sorted(self.last.labels)]),
            self.centers,
            self.last.inertia,
            self.labels_converged,
            self.labels_converged or self.shift[-1] <= self.options.tolerance,
            np.array(self.moved),
            np.array(self.shift),
            self.n_relocated,
        )


def run_on_blocks(
    blocks: Blocks, starts: Sequence[tuple[Floats, np.random.Generator]], options: Options, survey: Survey
) -> list[BlockRun]:
    """Lloyd's algorithm from each initialization until all end; all use a block while it is in memory.

    starts: initial centers, and the generator for relocations. survey: of the first pass.
    """
    runs = [BlockRun.of(centers, options, random) for centers, random in starts]
    while active := [each for each in runs if not each.is_done]:
        _assign(blocks, active, store_labels=not blocks.are_remote)
        relocations = _relocations(blocks, active, survey)
        for each, relocation in zip(active, relocations, strict=True):
            each.update(relocation, survey.max_weight)
    if unlabeled := [each for each in runs if blocks.are_remote or not each.labels_converged]:
        _assign(blocks, unlabeled, store_labels=True)
    return runs


def _assign(blocks: Blocks, runs: Sequence[BlockRun], store_labels: bool) -> None:
    """Assign all rows to the centers of each run; if labels converged, to those before the last update."""
    centers = [
        each.used if each.labels_converged and each.used is not None else each.centers for each in runs
    ]
    works = tuple((each, None if store_labels else run.used) for each, run in zip(centers, runs))
    total = blocks.total(partial(_pass, works, store_labels), _by_block([each.last.labels for each in runs]))
    for run, last, used in zip(runs, total.value.values, centers, strict=True):
        run.last, run.used = last, used


def _by_block(labels: Sequence[Labels]) -> dict[int, tuple[Array, ...]]:
    """For each block its labels in every run."""
    return {number: tuple(each[number] for each in labels) for number in labels[0]}


def _pass(works: tuple[Work, ...], store_labels: bool, block: Block, before: Any) -> PerStart:
    X, weight = _checked(block)
    passes = []
    for index, (centers, used) in enumerate(works):
        labels, inertia = _nearest(X, weight, centers)
        old = before[index] if before else None if used is None else _nearest(X, weight, used)[0]
        short = labels.astype(np.min_scalar_type(len(centers) - 1))
        sums = cluster_sums(X, labels, weight, len(centers))
        moved = count_moved(labels, old, weight)
        passes.append(Pass(*sums, inertia, moved, {block.number: short} if store_labels else {}))
    return PerStart(tuple(passes))


def _nearest(X: Any, weight: Floats | None, centers: Floats) -> tuple[Array, float]:
    options = Options(0.0, 0, threads=threads.count())
    labels, _, inertia, *_ = lloyd_iterations(X, weight, centers, None, options, 0, -1)
    return labels, inertia


def _checked(block: Block) -> tuple[Any, Floats | None]:
    """Rows and weights in their dtypes; the first pass has checked that they are finite."""
    kinds = [np.float64, np.float32]
    X = check_array(block.X, dtype=kinds, order="C", accept_sparse="csr", ensure_all_finite=False)
    return X, None if block.weight is None else np.ascontiguousarray(block.weight, dtype=np.float64)


def _relocations(blocks: Blocks, runs: Sequence[BlockRun], survey: Survey) -> list[list[Relocation]]:
    """For each run the relocations of the centers of empty clusters."""
    affected = [each for each in runs if each.n_empty]
    if affected and runs[0].options.empty_clusters == "farthest":
        works = tuple((each.centers, each.n_empty) for each in affected)
        total = blocks.total(partial(_farthest, works))
        by_run = {id(each): far.relocations() for each, far in zip(affected, total.value.values, strict=True)}
    else:
        by_run = {id(each): _random_relocations(each, survey) for each in affected}
    return [by_run.get(id(each), []) for each in runs]


def _farthest(works: tuple[tuple[Floats, int], ...], block: Block) -> PerStart:
    X, weight = _checked(block)
    labels = [_nearest(X, weight, centers)[0] for centers, _ in works]
    far = [Farthest.of(X, weight, centers, own, n) for (centers, n), own in zip(works, labels)]
    return PerStart(tuple(far))


def _random_relocations(run: BlockRun, survey: Survey) -> list[Relocation]:
    """Random rows of the sample, in proportion to their weight."""
    rows = survey.sample
    distinct = Distinct.of(rows.X, rows.weight)
    index = distinct.index[distinct.draw(run.random, size=run.n_empty)]
    times = np.ones(len(index)) if rows.weight is None else rows.weight[index]
    return [Relocation(row, None, float(own)) for row, own in zip(as_table(rows.X[index]), times)]


def _moved_centers(
    last: Pass, centers: Floats, empty_threshold: int, relocations: Sequence[Relocation], max_weight: float
) -> Floats:
    """Means of the clusters; centers of empty clusters are relocated, or unchanged without a relocation."""
    sums, weight = last.sums.copy(), last.weight.copy()
    for empty, new in zip(np.flatnonzero(last.weight <= empty_threshold), relocations):
        if new.label is not None:
            sums[new.label] -= new.weight * new.row
            weight[new.label] -= new.weight
        sums[empty], weight[empty] = new.weight * new.row, new.weight
    stays = weight <= 1e-12 * max_weight
    return np.where(stays[:, None], centers, sums / np.where(stays, 1.0, weight)[:, None])
