"""Cuts within cuts: outer splits to assess, and inner splits of each outer training set to choose by."""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gnomon import notebook
from gnomon.arrays import Integers
from gnomon.assessment.dealing import warn_of_rare
from gnomon.assessment.design import Splits
from gnomon.assessment.splits.crossing import CrossedSplits, Crossing, cross
from gnomon.assessment.splits.folds import KFold
from gnomon.assessment.splits.plan import Plan, as_splits
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.seeds import child, generator, sequence

# Of fewer rows each training set is dealt by itself: equal to within a row, not two, and as fast.
LEAST_ROWS_CROSSED = 10_000
MOST_CELLS = 256


def nested(outer: Any, inner: Any) -> "Nested":
    """Cut by the outer plan, and each of its training sets again by the inner plan.

    outer, inner: plans, or scikit-learn splitters. What is chosen by the inner splits has never seen the rows
    that the outer split holds out; `assess_selection` does so. Of 10,000 rows or more, folds within folds are
    dealt for all training sets at once, and a stratum's rows in them may differ by two.

    >>> from gnomon.assessment.splits import k_fold
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
    """A plan within a plan; made by `nested`."""

    outer: Any
    inner: Any

    def split(self, task: Task) -> "NestedSplits":
        """Cut this task, and each training set again.

        Of many rows, folds within folds are dealt for all training sets at once, so that they can share sums.
        """
        outer = as_splits(task, self.outer)
        if _can_be_crossed(task, outer, self.inner):
            crossed = self._crossed(task, outer)
            if all(crossing.sizes.all() for crossing in crossed.crossings):
                return crossed
        return NestedSplits(outer, tuple(self._within(task, outer, place) for place in range(len(outer))))

    def refuse_unfit(self, task: Task) -> None:
        """Raise DesignError if the first outer training set cannot be cut again."""
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
            for place in members:
                fold[outer.held_out[first + place]] = place
            _warn_of_rare(task, plan.k, stratum, fold)
            crossings.append(cross(fold, plan.k, stratum, generator(child(root, 0))))
            inner += [CrossedSplits(crossings[-1], place, design) for place in members]
        return NestedSplits(outer, tuple(inner), tuple(crossings))

    def _within(self, task: Task, outer: Splits, place: int) -> Splits:
        """The inner splits of one outer training set, in row numbers of the task."""
        rows = outer[place][0]
        if np.bincount(rows).max() > 1:
            raise DesignError(
                f"outer split {place} ({outer.design}) trains on copies of rows, which inner splits would "
                "put on both sides; use k_fold or repeated(hold_out(...)) as the outer plan"
            )
        try:
            # A plan looks at targets and roles, a splitter from elsewhere may look at features too.
            whole = task.without_features() if isinstance(self.inner, Plan) else task
            inner = as_splits(whole.rows(rows), self.inner)
        except DesignError as error:
            raise DesignError(
                f"within the {len(rows)} training rows of outer split {place}: {error}"
            ) from error
        train, held_out = zip(*((rows[mine], rows[held]) for mine, held in inner))
        return Splits(held_out, replace(inner.design, n_rows=task.n_rows), train)


@dataclass(frozen=True, eq=False, repr=False)
class NestedSplits:
    """Outer splits of a task and, for each of them, inner splits of its training rows.

    All row numbers are those of the task, so that any of these Splits can be given to `resample`. crossings:
    the cells of each repeat of the outer plan, where inner folds were dealt for all of its splits at once.

    >>> from gnomon.assessment.splits import hold_out, k_fold
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
        """A digest of every row number: equal when, and only when, the rows are cut alike."""
        parts = [self.outer.fingerprint, *(splits.fingerprint for splits in self.inner)]
        return hashlib.blake2b(" ".join(parts).encode(), digest_size=16).hexdigest()

    @cached_property
    def every_inner(self) -> Splits:
        """All inner splits in a row, those of the first outer split first."""
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
    """Whether an inner plan of this task is dealt for all outer folds at once.

    >>> from gnomon.assessment.splits import k_fold
    >>> is_crossed(Task(np.zeros((8, 1)), [0, 1] * 4), k_fold(2))
    False
    """
    return isinstance(inner, KFold) and task.n_rows >= LEAST_ROWS_CROSSED and task.group is None


def _can_be_crossed(task: Task, outer: Splits, inner: Any) -> bool:
    """Whether each repeat of the outer plan shares out all rows as well, and there are not too many cells."""
    folds = outer.design.folds
    if not is_crossed(task, inner) or inner.k * folds > MOST_CELLS:
        return False
    if outer.train is not None or outer.design.method != "k-fold" or len(outer) % folds:
        return False
    return bool((outer.held_out_sizes.reshape(-1, folds).sum(axis=1) == task.n_rows).all())


def _warn_of_rare(task: Task, k: int, stratum: Integers | None, fold: Integers) -> None:
    """Of the outer training set that has the fewest rows of a stratum."""
    if stratum is None:
        return
    n_strata = int(stratum.max()) + 1
    held = np.bincount(fold * n_strata + stratum).reshape(-1, n_strata)
    warn_of_rare(task, k, held.sum(axis=0) - held.max(axis=0))
