"""Nested resampling (double cross-validation): inner splits of each outer training set, for selection."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import notebook
from gnomon.arrays import Integers
from gnomon.assessment.design import Splits
from gnomon.assessment.fold_assignment import warn_of_rare
from gnomon.assessment.splits.crossing import CrossedSplits, Crossing, cross
from gnomon.assessment.splits.folds import KFold
from gnomon.assessment.splits.plan import Plan, as_splits
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.seeds import child, generator, sequence

# With fewer rows, inner folds are assigned for each training set separately: as fast, and better balanced.
MIN_ROWS_CROSSED = 10_000
MAX_CELLS = 256


def nested(outer: Any, inner: Any) -> "Nested":
    """Nested cross-validation: split by the outer plan, and each training set again by the inner plan.

    outer, inner: plans, or scikit-learn splitters. Selection by the inner splits does not use the held-out
    rows of the outer split; see `assess_selection`. From 10,000 rows on, inner folds are assigned for all
    training sets at once, and the sizes of a stratum in them may differ by two.

    >>> from gnomon import k_fold
    >>> cut = nested(k_fold(3), k_fold(2)).split(Task(np.zeros((12, 1)), [0, 1] * 6))
    >>> cut
    NestedSplits(stratified k-fold, 3 folds, 12 rows; within each: stratified k-fold, 2 folds)
    >>> train, held_out = cut.inner[0][0]
    >>> len(train), len(held_out), len(cut.outer[0][1])
    (4, 4, 4)
    """
    return Nested(outer, inner)


@dataclass(frozen=True)
class Nested:
    """A nested plan; created by `nested`."""

    outer: Any
    inner: Any

    def split(self, task: Task) -> "NestedSplits":
        """Outer splits of this task, and inner splits of each training set.

        With many rows, inner folds are assigned for all training sets at once, so that they can share sums.
        """
        outer = as_splits(task, self.outer)
        if _can_be_crossed(task, outer, self.inner):
            crossed = self._crossed(task, outer)
            if all(crossing.sizes.all() for crossing in crossed.crossings):
                return crossed
        return NestedSplits(outer, tuple(self._within(task, outer, index) for index in range(len(outer))))

    def refuse_unfit(self, task: Task) -> None:
        """Raise DesignError if the first outer training set cannot be split by the inner plan."""
        outer = as_splits(task, self.outer)
        if not _can_be_crossed(task, outer, self.inner):
            self._within(task, outer, 0)

    def _crossed(self, task: Task, outer: Splits) -> "NestedSplits":
        plan: KFold = self.inner
        stratum, root = plan.stratum(task), sequence(plan.random_state)
        design = plan.split_design(task, plan.k, 1, root)
        crossings, inner = [], []
        for first in range(0, len(outer), outer.design.folds):
            fold = np.empty(task.n_rows, dtype=np.int64)
            members = range(outer.design.folds)
            for index in members:
                fold[outer.held_out[first + index]] = index
            _warn_of_rare(task, plan.k, stratum, fold)
            crossings.append(cross(fold, plan.k, stratum, generator(child(root, 0))))
            inner += [CrossedSplits(crossings[-1], index, design) for index in members]
        return NestedSplits(outer, tuple(inner), tuple(crossings))

    def _within(self, task: Task, outer: Splits, index: int) -> Splits:
        """The inner splits of one outer training set, in row indices of the task."""
        rows = outer[index][0]
        if np.bincount(rows).max() > 1:
            raise DesignError(
                f"outer split {index} ({outer.design}) trains on duplicated rows, which inner splits would "
                "put in training and held-out sets; use k_fold or repeated(hold_out(...)) as the outer plan"
            )
        try:
            # A plan uses targets and roles only, another splitter may use features too.
            whole = task.without_features() if isinstance(self.inner, Plan) else task
            inner = as_splits(whole.rows(rows), self.inner)
        except DesignError as error:
            raise DesignError(
                f"within the {len(rows)} training rows of outer split {index}: {error}"
            ) from error
        train, held_out = zip(*((rows[mine], rows[held]) for mine, held in inner))
        return Splits(held_out, replace(inner.design, n_rows=task.n_rows), train)


@dataclass(frozen=True, eq=False, repr=False)
class NestedSplits:
    """Outer splits of a task and, for each of them, inner splits of its training rows.

    All row indices are those of the task, so that any of these Splits can be passed to `resample`. crossings:
    the cells of each outer repeat, where inner folds were assigned for all of its splits at once.

    >>> from gnomon import hold_out, k_fold
    >>> cut = nested(hold_out(0.25), k_fold(3)).split(Task(np.zeros((8, 1)), [0, 1] * 4))
    >>> set(cut.inner[0][0][0]) & set(cut.outer[0][1])
    set()
    """

    outer: Splits
    inner: tuple[Splits, ...]
    crossings: tuple[Crossing, ...] = ()

    def __len__(self) -> int:
        return len(self.outer)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all row indices: equal if and only if the splits are equal."""
        parts = [self.outer.fingerprint, *(splits.fingerprint for splits in self.inner)]
        return hashlib.blake2b(" ".join(parts).encode(), digest_size=16).hexdigest()

    @cached_property
    def every_inner(self) -> Splits:
        """All inner splits, in order of outer split."""
        held_out: list[Integers] = []
        train: list[Integers] = []
        for splits in self.inner:
            held_out += splits.held_out
            train += splits.train or ()
        design = replace(self.inner[0].design, method="custom", folds=1, repeats=len(held_out))
        return Splits(held_out, design, train)

    def __repr__(self) -> str:
        within = str(self.inner[0].design).rpartition(", ")[0]
        return f"NestedSplits({self.outer.design}; within each: {within})"

    def _repr_html_(self) -> str:
        columns = ["outer split", "training rows", "held-out rows", "inner splits"]
        sizes = (self.outer.number, self.outer.train_sizes, self.outer.held_out_sizes)
        inner = [len(each) for each in self.inner[: notebook.MAX_ROWS]]
        rows = zip(*(each[: notebook.MAX_ROWS].tolist() for each in sizes), inner)
        left_out = notebook.left_out(len(self) - notebook.MAX_ROWS)
        return notebook.block(repr(self), notebook.table(columns, rows, left_out))


def is_crossed(task: Task, inner: Any) -> bool:
    """Whether the folds of an inner plan of this task are assigned for all outer folds at once.

    >>> from gnomon import k_fold
    >>> is_crossed(Task(np.zeros((8, 1)), [0, 1] * 4), k_fold(2))
    False
    """
    return isinstance(inner, KFold) and task.n_rows >= MIN_ROWS_CROSSED and task.group is None


def _can_be_crossed(task: Task, outer: Splits, inner: Any) -> bool:
    """Whether each repeat of the outer plan is a partition of the rows, without too many cells."""
    folds = outer.design.folds
    if not is_crossed(task, inner) or inner.k * folds > MAX_CELLS:
        return False
    if outer.train is not None or outer.design.method != "k-fold" or len(outer) % folds:
        return False
    return bool((outer.held_out_sizes.reshape(-1, folds).sum(axis=1) == task.n_rows).all())


def _warn_of_rare(task: Task, k: int, stratum: Integers | None, fold: Integers) -> None:
    """Warn for the outer training set that has the fewest rows of a stratum."""
    if stratum is None:
        return
    n_strata = int(stratum.max()) + 1
    held = np.bincount(fold * n_strata + stratum).reshape(-1, n_strata)
    warn_of_rare(task, k, held.sum(axis=0) - held.max(axis=0))
