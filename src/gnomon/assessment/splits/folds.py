"""Cross-validation: k-fold, leave-one-out and leave-p-groups-out."""

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from gnomon.assessment.fold_assignment import assign_folds, assign_groups, check_folds, rows_by_fold
from gnomon.assessment.splits.plan import Cut, Plan, check_integer
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.seeds import Seed

MAX_SPLITS = 10_000


def k_fold(k: int = 10, *, stratify: bool | None = None, random_state: Seed = 0) -> Plan:
    """k-fold cross-validation: assign the rows to k folds at random and hold each fold out once.

    stratify: None stratifies classification tasks by class. Groups of the task are never split.

    >>> splits = k_fold(2).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))
    >>> [len(held_out) for _, held_out in splits]
    [4, 4]
    """
    return KFold(check_integer("k_fold", "k", k, 2), stratify, random_state)


def leave_one_out() -> Plan:
    """Leave-one-out cross-validation (LOO): hold out each row, or each group where the task has groups.

    >>> len(leave_one_out().split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1])))
    8
    """
    return LeaveOneOut()


def leave_groups_out(p: int = 1) -> Plan:
    """Leave-p-groups-out cross-validation: hold out every set of p groups of the task in turn.

    >>> task = Task(np.zeros((8, 1)), [0, 1] * 4, group=[1, 1, 2, 2, 3, 3, 4, 4])
    >>> len(leave_groups_out(2).split(task))
    6
    """
    return LeaveGroupsOut(check_integer("leave_groups_out", "p", p, 1))


@dataclass(frozen=True)
class KFold(Plan):
    """A partition into k folds; created by `k_fold`."""

    k: int
    stratify: bool | None
    random_state: Seed
    method = "k-fold"

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set per fold."""
        stratum = self.stratum(task)
        check_folds(task, self.k, stratum)
        if task.group is None:
            return rows_by_fold(assign_folds(task.n_rows, self.k, stratum, random)), []
        fold = assign_groups(task.group, stratum, np.full(self.k, 1 / self.k), random)
        return rows_by_fold(random.permutation(self.k)[fold]), []


@dataclass(frozen=True)
class LeaveOneOut(Plan):
    """One held-out set per row or group; created by `leave_one_out`."""

    method = "leave-one-out"
    random_state = 0

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set per row or group."""
        units = np.arange(task.n_rows) if task.group is None else task.group
        held_out = rows_by_fold(np.unique(units, return_inverse=True)[1])
        if len(held_out) < 2:
            raise DesignError(
                f"leave_one_out needs at least 2 rows (or groups); task {task.name!r} has fewer"
            )
        return held_out, []


@dataclass(frozen=True)
class LeaveGroupsOut(Plan):
    """One held-out set per combination of p groups; created by `leave_groups_out`."""

    p: int
    method = "leave-groups-out"
    random_state = 0

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One held-out set per combination of p groups, in lexicographic order."""
        if task.group is None:
            raise DesignError(
                f"leave_groups_out needs Task(..., group=...); {task.name!r} has no groups: use k_fold"
            )
        members = rows_by_fold(np.unique(task.group, return_inverse=True)[1])
        if self.p >= len(members):
            maximum = len(members) - 1
            raise DesignError(
                f"leave_groups_out(p={self.p}) of {len(members)} groups leaves no training rows; "
                + (f"use p <= {maximum}" if maximum else "the task needs at least 2 groups")
            )
        n_splits = comb(len(members), self.p)
        if n_splits > MAX_SPLITS:
            raise DesignError(
                f"leave_groups_out(p={self.p}) of {len(members)} groups makes {n_splits} splits, more than "
                f"{MAX_SPLITS}; use a smaller p, or a random sample: "
                f"repeated(hold_out({self.p / len(members):.3g}), times=100)"
            )
        return [np.sort(np.concatenate(some)) for some in combinations(members, self.p)], []
