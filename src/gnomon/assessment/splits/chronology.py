"""Plans for rows in time: train on the past and hold out what comes next, or hold out whole stretches.

Lengths (horizon, window, gap) count the different times of the task, so that rows of one time always stay
together. Neighbors in time are alike, so a random fold of such rows flatters; and scores along time are
not exchangeable, which the design says (`by_time`).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.dealing import order_in_time, refuse_cut_groups
from gnomon.assessment.splits.plan import Cut, Plan, whole_number
from gnomon.data.task import Task
from gnomon.errors import DesignError


def rolling(folds: int = 5, *, horizon: int | None = None, window: int | None = None, gap: int = 0) -> Plan:
    """Hold out stretches of time one after another, each after training on what came before it.

    horizon: how many different times are held out at once; if not given, all of them over `folds` + 1.
    window: train on this many times before the cut; if not given, on all of them (an expanding window).
    gap: leave out this many times between training and held-out rows.

    >>> task = Task(np.zeros((8, 1)), [0, 1] * 4, time=np.arange(8))
    >>> [(train.tolist(), held_out.tolist()) for train, held_out in rolling(2, window=3).split(task)]
    [([1, 2, 3], [4, 5]), ([3, 4, 5], [6, 7])]
    """
    return Rolling(
        whole_number("rolling", "folds", folds, 1),
        None if horizon is None else whole_number("rolling", "horizon", horizon, 1),
        None if window is None else whole_number("rolling", "window", window, 1),
        whole_number("rolling", "gap", gap, 0),
    )


def blocked(k: int = 5, *, gap: int = 0) -> Plan:
    """Cut time into k stretches and hold each out once, training on those before and after it.

    gap: leave this many different times out of training on both sides of the held-out stretch. It answers how
    well gaps in a record are filled; how well the future is foretold, `rolling` answers.

    >>> task = Task(np.zeros((6, 1)), [0, 1] * 3, time=np.arange(6))
    >>> [(train.tolist(), held_out.tolist()) for train, held_out in blocked(3, gap=1).split(task)]
    [([3, 4, 5], [0, 1]), ([0, 5], [2, 3]), ([0, 1, 2], [4, 5])]
    """
    return Blocked(whole_number("blocked", "k", k, 2), whole_number("blocked", "gap", gap, 0))


@dataclass(frozen=True)
class Rolling(Plan):
    """Stretches of time held out after training on the past; made by `rolling`."""

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
        """The last stretches of equal length, each after its own past."""
        place = order_in_time(task)
        n_times = int(place.max()) + 1
        horizon = self.horizon or n_times // (self.folds + 1)
        first = n_times - self.folds * horizon
        if horizon == 0 or first - self.gap < 1:
            raise DesignError(
                f"{self.folds} stretches of {horizon or 1} times, after a gap of {self.gap} and a time to "
                f"train on, need {self.folds * (horizon or 1) + self.gap + 1} different times, and task "
                f"{task.name!r} has {n_times}; use fewer folds, or a shorter horizon or gap"
            )
        starts = range(first, n_times, horizon)
        held_out = [_between(place, start, start + horizon) for start in starts]
        length = n_times if self.window is None else self.window
        train = [_between(place, start - self.gap - length, start - self.gap) for start in starts]
        refuse_cut_groups(task, train, held_out, "rolling")
        return held_out, train


@dataclass(frozen=True)
class Blocked(Plan):
    """Stretches of time held out in turn; made by `blocked`."""

    k: int
    gap: int
    method = "blocked"
    random_state = 0

    @property
    def is_by_time(self) -> bool:
        """It is."""
        return True

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Stretches whose numbers of different times differ by at most one."""
        place = order_in_time(task)
        n_times = int(place.max()) + 1
        ends = [each * n_times // self.k for each in range(self.k + 1)]
        held_out = [_between(place, start, end) for start, end in pairwise(ends)]
        train = [
            np.flatnonzero((place < start - self.gap) | (place >= end + self.gap))
            for start, end in pairwise(ends)
        ]
        if not all(map(len, held_out + train)):
            raise DesignError(
                f"blocked(k={self.k}, gap={self.gap}) leaves a stretch empty, or none to train on: task "
                f"{task.name!r} has {n_times} different times; use a smaller k or gap"
            )
        refuse_cut_groups(task, train, held_out, "blocked")
        return held_out, train if self.gap else []


def _between(place: Integers, start: int, end: int) -> Integers:
    return np.flatnonzero((place >= start) & (place < end))
