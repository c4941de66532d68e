"""Bootstrap resampling: train on rows drawn with replacement, hold out the out-of-bag rows."""

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.design import Splits
from gnomon.assessment.fold_assignment import strata_of_groups, times_drawn
from gnomon.assessment.splits.plan import Cut, Plan, check_integer
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.seeds import Seed


def bootstrap(times: int = 50, *, stratify: bool | None = None, random_state: Seed = 0) -> Plan:
    """Bootstrap (out-of-bag): train on n rows drawn with replacement, `times` times; hold out the others.

    Groups are drawn as a whole; stratified where each group is in one stratum, else unstratified.

    >>> train, held_out = bootstrap(5).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1]))[0]
    >>> len(train), set(train) & set(held_out)
    (8, set())
    """
    return Bootstrap(check_integer("bootstrap", "times", times, 1), stratify, random_state)


def share_drawn(n_rows: int) -> float:
    """Expected share of distinct rows in a bootstrap sample of n rows (the .632): 1 - (1 - 1/n)^n.

    >>> round(share_drawn(150), 5), round(share_drawn(10**9), 5)
    (0.63335, 0.63212)
    """
    n = check_integer("share_drawn", "n_rows", n_rows, 1)
    return 1.0 if n == 1 else float(-np.expm1(n * np.log1p(-1 / n)))


@dataclass(frozen=True)
class Bootstrap(Plan):
    """Bootstrap samples; created by `bootstrap`."""

    times: int
    stratify: bool | None
    random_state: Seed
    method = "bootstrap"

    def split(self, task: Task) -> Splits:
        """Draw the samples."""
        return self.split_repeatedly(task, self.times, self.random_state)

    def stratum(self, task: Task) -> Integers | None:
        """The stratum of each unit drawn: a row, or a group that is in one stratum."""
        stratum = super().stratum(task)
        if stratum is None or task.group is None:
            return stratum
        return strata_of_groups(task, stratum, must=self.stratify is True)

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """One bootstrap sample, and its out-of-bag rows."""
        rows = np.arange(task.n_rows)
        unit = rows if task.group is None else np.unique(task.group, return_inverse=True)[1]
        stratum = self.stratum(task)
        for _ in range(100):
            times = times_drawn(int(unit.max()) + 1, stratum, random)[unit]
            if (times == 0).any():
                return [rows[times == 0]], [np.repeat(rows, times)]
        raise DesignError(
            f"no bootstrap sample of task {task.name!r} has an out-of-bag row (or group); "
            "use stratify=False, or k_fold"
        )
