"""Repeated cross-validation and repeated hold-out, each repeat with other random splits."""

from dataclasses import dataclass, replace
from typing import overload

import numpy as np

from gnomon.assessment.design import Splits
from gnomon.assessment.splits.folds import KFold
from gnomon.assessment.splits.nesting import Nested
from gnomon.assessment.splits.plan import Cut, Plan, check_integer
from gnomon.assessment.splits.shares import HoldOut
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.seeds import Seed


@overload
def repeated(plan: Nested, times: int, random_state: Seed = 0) -> Nested: ...
@overload
def repeated(plan: Plan, times: int, random_state: Seed = 0) -> Plan: ...
def repeated(plan: Plan | Nested, times: int, random_state: Seed = 0) -> Plan | Nested:
    """Repeat a plan with other random splits (repeated k-fold, repeated hold-out or Monte Carlo CV).

    random_state: replaces the plan's own; the first repeat with seed s is the plan with seed s. Of a nested
    plan the outer splits are repeated, and every outer training set is split again.

    >>> from gnomon import k_fold
    >>> len(repeated(k_fold(4), times=3).split(Task(np.zeros((8, 1)), [0, 0, 0, 0, 1, 1, 1, 1])))
    12
    """
    if isinstance(plan, Nested):
        return replace(plan, outer=repeated(plan.outer, times, random_state))
    if not isinstance(plan, KFold | HoldOut) or plan.is_by_time:
        raise ParameterError(
            f"repeated({plan!r}): only k_fold(...) and random hold_out(...) can be repeated; "
            "for more bootstrap samples use bootstrap(times=...)"
        )
    return Repeated(plan, check_integer("repeated", "times", times, 1), random_state)


@dataclass(frozen=True)
class Repeated(Plan):
    """A repeated plan; created by `repeated`."""

    plan: Plan
    times: int
    random_state: Seed

    def split(self, task: Task) -> Splits:
        """Split this task several times."""
        return self.plan.split_repeatedly(task, self.times, self.random_state)

    def cut(self, task: Task, random: np.random.Generator) -> Cut:
        """Splits of one repeat."""
        return self.plan.cut(task, random)
