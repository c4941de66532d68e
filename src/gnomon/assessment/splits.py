"""Plans that cut a task into training and held-out rows; `plan.split(task)` gives Splits.

A plan is a value: `k_fold(10)`, `repeated(hold_out(0.2), times=30)`. Rows of one group (`task.group`) always
stay together. Classification is stratified by class, or any task by `task.stratum` where that is given.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.adopt import adopt, pairs_of
from gnomon.assessment.dealing import (
    check_folds,
    deal,
    deal_groups,
    draw,
    latest,
    rows_by_fold,
    strata,
    times_drawn,
)
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, child, generator, sequence

__all__ = [
    "Plan",
    "SplitDesign",
    "Splits",
    "as_splits",
    "bootstrap",
    "hold_out",
    "k_fold",
    "leave_one_out",
    "repeated",
]

Cut = tuple[list[Integers], list[Integers]]


class Plan(ABC):
    """A way to cut any task; `split` does it."""

    method: ClassVar[str]
    random_state: Seed

    def split(self, task: Task) -> Splits:
        """Cut this task."""
        return self.split_often(task, 1, self.random_state)

    def split_often(self, task: Task, times: int, random_state: Seed) -> Splits:
        """Cut this task several times, each with its own child of the seed."""
        root = sequence(random_state)
        held_out: list[Integers] = []
        train: list[Integers] = []
        for repeat in range(times):
            more_held_out, more_train = self.cut(task, generator(child(root, repeat)))
            held_out += more_held_out
            train += more_train
        entropy = root.entropy if isinstance(root.entropy, int) and not root.spawn_key else None
        is_stratified = self.stratum(task) is not None
        design = SplitDesign(
            self.method,
            len(held_out) // times,
            times,
            is_stratified,
            task.group is not None,
            entropy,
            task.n_rows,
        )
        return Splits(held_out, design, train or None)

    def stratum(self, task: Task) -> Integers | None:
        """What this plan stratifies the task by."""
        return strata(task, getattr(self, "stratify", False))

    @abstractmethod
    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Held-out rows of each fold; and training rows, or none where they are simply all the others."""


def hold_out(
    share: float = 0.2,
    *,
    stratify: bool | None = None,
    chronological: bool = False,
    random_state: Seed = 0,
) -> Plan:
    """Hold out a share of the rows once.

    chronological: hold out the latest rows by `task.time`, never a row as early as a training row.

    >>> train, held_out = hold_out(0.25).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))[0]
    >>> len(train), len(held_out)
    (6, 2)
    """
    if not 0 < share < 1:
        raise ParameterError(f"hold_out(share={share!r}): share must be above 0 and below 1")
    if chronological and stratify:
        raise ParameterError(
            "hold_out(chronological=True, stratify=True): order in time leaves no choice of rows"
        )
    return HoldOut(share, False if chronological else stratify, chronological, random_state)


def k_fold(k: int = 10, *, stratify: bool | None = None, random_state: Seed = 0) -> Plan:
    """Deal the rows into k folds and hold each fold out once.

    >>> splits = k_fold(2).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))
    >>> [len(held_out) for _, held_out in splits]
    [4, 4]
    """
    return KFold(_count("k_fold", "k", k, 2), stratify, random_state)


def leave_one_out() -> Plan:
    """Hold out each row by itself, or each group where the task has groups.

    >>> len(leave_one_out().split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1])))
    8
    """
    return LeaveOneOut()


def bootstrap(times: int = 50, *, stratify: bool | None = None, random_state: Seed = 0) -> Plan:
    """Train on n rows drawn with replacement, `times` over; hold out the rows that were not drawn.

    Groups are drawn whole, and then without regard to strata.

    >>> train, held_out = bootstrap(5).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))[0]
    >>> len(train), set(train) & set(held_out)
    (8, set())
    """
    return Bootstrap(_count("bootstrap", "times", times, 1), stratify, random_state)


def repeated(plan: Plan, times: int, random_state: Seed = 0) -> Plan:
    """Carry out a plan several times, each with other random choices.

    random_state: takes the place of the plan's own; the first repeat of seed s is the plan with seed s.

    >>> len(repeated(k_fold(4), times=3).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1])))
    12
    """
    if not isinstance(plan, KFold | HoldOut) or getattr(plan, "chronological", False):
        raise ParameterError(
            f"repeated({plan!r}): only k_fold(...) and random hold_out(...) gain by repeating; "
            "for more bootstrap samples use bootstrap(times=...)"
        )
    return Repeated(plan, _count("repeated", "times", times, 1), random_state)


def as_splits(task: Task, source: Any) -> Splits:
    """Splits from a plan, Splits, any scikit-learn splitter or (training, held-out) pairs of row numbers.

    Pairs whose held-out sets share out all rows, once or several times over, are known as k-fold.

    >>> from sklearn.model_selection import KFold
    >>> as_splits(Task(np.zeros((6, 1)), [0, 1, 0, 1, 0, 1]), KFold(3)).design.method
    'k-fold'
    """
    if isinstance(source, Plan):
        return source.split(task)
    if isinstance(source, Splits):
        if source.design.n_rows != task.n_rows:
            raise DesignError(
                f"splits of {source.design.n_rows} rows do not fit task {task.name!r} of {task.n_rows} rows; "
                "cut this task by plan.split(task)"
            )
        return source
    if hasattr(source, "split"):
        source = pairs_of(source, task)
    return adopt(task, source)


@dataclass(frozen=True)
class HoldOut(Plan):
    """One held-out set; made by `hold_out`."""

    share: float
    stratify: bool | None
    chronological: bool
    random_state: Seed
    method = "hold-out"

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set."""
        if task.n_rows < 2:
            raise DesignError(f"hold_out needs 2 rows or more, and task {task.name!r} has {task.n_rows}")
        n_held = min(max(round(self.share * task.n_rows), 1), task.n_rows - 1)
        if self.chronological:
            return [latest(task, n_held)], []
        if task.group is None:
            return [draw(task.n_rows, n_held, self.stratum(task), random)], []
        check_folds(task, 2, None)
        shares = np.array([1 - self.share, self.share])
        return [np.flatnonzero(deal_groups(task.group, self.stratum(task), shares, random) == 1)], []


@dataclass(frozen=True)
class KFold(Plan):
    """k held-out sets that share out all rows; made by `k_fold`."""

    k: int
    stratify: bool | None
    random_state: Seed
    method = "k-fold"

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set a fold."""
        stratum = self.stratum(task)
        check_folds(task, self.k, stratum)
        if task.group is None:
            return rows_by_fold(deal(task.n_rows, self.k, stratum, random)), []
        fold = deal_groups(task.group, stratum, np.full(self.k, 1 / self.k), random)
        return rows_by_fold(random.permutation(self.k)[fold]), []


@dataclass(frozen=True)
class LeaveOneOut(Plan):
    """One held-out set a row, or a group; made by `leave_one_out`."""

    method = "leave-one-out"
    random_state = 0

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set a row, or a group."""
        units = np.arange(task.n_rows) if task.group is None else task.group
        held_out = rows_by_fold(np.unique(units, return_inverse=True)[1])
        if len(held_out) < 2:
            raise DesignError(f"leave_one_out needs 2 rows (or groups) or more; task {task.name!r} has fewer")
        return held_out, []


@dataclass(frozen=True)
class Bootstrap(Plan):
    """Samples with replacement; made by `bootstrap`."""

    times: int
    stratify: bool | None
    random_state: Seed
    method = "bootstrap"

    def split(self, task: Task) -> Splits:
        """Draw the samples."""
        return self.split_often(task, self.times, self.random_state)

    def stratum(self, task: Task) -> Integers | None:
        """What is stratified by: groups are drawn whole, so none then."""
        return None if task.group is not None else super().stratum(task)

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One sample, and the rows that it missed."""
        rows = np.arange(task.n_rows)
        unit = rows if task.group is None else np.unique(task.group, return_inverse=True)[1]
        stratum = self.stratum(task)
        for _ in range(100):
            times = times_drawn(int(unit.max()) + 1, stratum, random)[unit]
            if (times == 0).any():
                return [rows[times == 0]], [np.repeat(rows, times)]
        raise DesignError(
            f"no bootstrap sample of task {task.name!r} leaves a row (or group) out; "
            "use stratify=False, or k_fold"
        )


@dataclass(frozen=True)
class Repeated(Plan):
    """A plan carried out several times; made by `repeated`."""

    plan: Plan
    times: int
    random_state: Seed

    def split(self, task: Task) -> Splits:
        """Cut this task several times."""
        return self.plan.split_often(task, self.times, self.random_state)

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One repeat."""
        return self.plan.cut(task, random)


def _count(function: str, name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ParameterError(
            f"{function}({name}={value!r}): {name} must be a whole number of at least {least}"
        )
    return int(value)
