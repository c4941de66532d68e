"""Time series cross-validation: rolling-origin (train on the past, hold out the future) and blocked.

Lengths (horizon, window, gap) count the distinct times of the task, so that rows of one time are never split.
Rows close in time are autocorrelated, so random folds of them are optimistic; scores over time are not
exchangeable, which the design records (`by_time`).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.fold_assignment import order_in_time, refuse_cut_groups
from gnomon.assessment.splits.plan import Cut, Plan, check_integer
from gnomon.data.task import Task
from gnomon.errors import DesignError


def rolling(folds: int = 5, *, horizon: int | None = None, window: int | None = None, gap: int = 0) -> Plan:
    """Rolling-origin (walk-forward) cross-validation: hold out successive periods, train on those before.

    horizon: number of distinct times held out at once; None for the number of times / (`folds` + 1).
    window: length of the training window in times; None for all earlier times (expanding window).
    gap: number of times left out between training and held-out rows (embargo).

    >>> task = Task(np.zeros((8, 1)), [0, 1] * 4, time=np.arange(8))
    >>> [(train.tolist(), held_out.tolist()) for train, held_out in rolling(2, window=3).split(task)]
    [([1, 2, 3], [4, 5]), ([3, 4, 5], [6, 7])]
    """
    return Rolling(
        check_integer("rolling", "folds", folds, 1),
        None if horizon is None else check_integer("rolling", "horizon", horizon, 1),
        None if window is None else check_integer("rolling", "window", window, 1),
        check_integer("rolling", "gap", gap, 0),
    )


def blocked(k: int = 5, *, gap: int = 0) -> Plan:
    """Blocked cross-validation: hold out each of k contiguous periods once, train on those before and after.

    gap: number of distinct times left out of training on both sides of the held-out period. It estimates the
    error of interpolation in time; that of forecasting is estimated by `rolling`.

    >>> task = Task(np.zeros((6, 1)), [0, 1] * 3, time=np.arange(6))
    >>> [(train.tolist(), held_out.tolist()) for train, held_out in blocked(3, gap=1).split(task)]
    [([3, 4, 5], [0, 1]), ([0, 5], [2, 3]), ([0, 1, 2], [4, 5])]
    """
    return Blocked(check_integer("blocked", "k", k, 2), check_integer("blocked", "gap", gap, 0))


@dataclass(frozen=True)
class Rolling(Plan):
    """Successive periods held out after training on the past; created by `rolling`."""

    folds: int
    horizon: int | None
    window: int | None
    gap: int
    method = "rolling"
    random_state = 0

    @property
    def is_by_time(self) -> bool:
        """It is."""
        return True

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """The last periods of equal length, each with its own training window."""
        time_index = order_in_time(task)
        n_times = int(time_index.max()) + 1
        horizon = self.horizon or n_times // (self.folds + 1)
        first = n_times - self.folds * horizon
        if horizon == 0 or first - self.gap < 1:
            raise DesignError(
                f"{self.folds} periods of {horizon or 1} times, after a gap of {self.gap} and at least one "
                f"training time, need {self.folds * (horizon or 1) + self.gap + 1} distinct times, and task "
                f"{task.name!r} has {n_times}; use fewer folds, or a shorter horizon or gap"
            )
        starts = range(first, n_times, horizon)
        held_out = [_between(time_index, start, start + horizon) for start in starts]
        length = n_times if self.window is None else self.window
        train = [_between(time_index, start - self.gap - length, start - self.gap) for start in starts]
        refuse_cut_groups(task, train, held_out, "rolling")
        return held_out, train


@dataclass(frozen=True)
class Blocked(Plan):
    """Contiguous periods held out in turn; created by `blocked`."""

    k: int
    gap: int
    method = "blocked"
    random_state = 0

    @property
    def is_by_time(self) -> bool:
        """It is."""
        return True

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Periods whose numbers of distinct times differ by at most one."""
        time_index = order_in_time(task)
        n_times = int(time_index.max()) + 1
        ends = [each * n_times // self.k for each in range(self.k + 1)]
        held_out = [_between(time_index, start, end) for start, end in pairwise(ends)]
        train = [
            np.flatnonzero((time_index < start - self.gap) | (time_index >= end + self.gap))
            for start, end in pairwise(ends)
        ]
        if not all(map(len, held_out + train)):
            raise DesignError(
                f"blocked(k={self.k}, gap={self.gap}) leaves a period empty, or no training rows: task "
                f"{task.name!r} has {n_times} distinct times; use a smaller k or gap"
            )
        refuse_cut_groups(task, train, held_out, "blocked")
        return held_out, train if self.gap else []


def _between(time_index: Integers, start: int, end: int) -> Integers:
    return np.flatnonzero((time_index >= start) & (time_index < end))
