"""What to run: tasks x learners x a plan, as one flat list of units of work.

A unit is one learner on all splits of one repeat of one task. It is no smaller, because the folds of a repeat
share their preparation; and no larger, because a unit is what a kill can lose and what workers share out.
Plans whose repeats hold one split each (hold-outs, bootstraps) are cut into units of ten splits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, asdict, dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_clusterer, is_regressor

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.identity import describe, digest, open_seeds, readable, seeded, unique
from gnomon.experiments.store import FORMAT

DEFAULT_MEASURE = {"classification": "accuracy", "regression": "mean_squared_error"}

_LONE_SPLITS = 10


@dataclass(frozen=True)
class Unit:
    """One learner on a run of splits of one task; the key is made from the contents of all of these."""

    key: str
    task: str
    learner: str
    start: int
    stop: int


@dataclass(frozen=True)
class Design:
    """Every learner on every task, cut by one plan.

    tasks: a Task or several. learners: estimators of Gnomon or scikit-learn, or a mapping from names to them.
    plan: how to cut (`k_fold(10)`, ...), or a scikit-learn splitter. measures: their names; the first ranks.
    random_state: an integer; learners that ask for a seed and have none get one grown from it.
    notes: sentences that the report should carry.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import k_fold, load
    >>> design = Design(load("diabetes"), [Ridge(), Ridge(alpha=10)], k_fold(5))
    >>> [unit.learner for unit in design.units()]
    ['Ridge', 'Ridge(alpha=10)']
    """

    tasks: Any
    learners: Any
    plan: Any
    _: KW_ONLY
    measures: Any = None
    random_state: int = 0
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.random_state, bool) or not isinstance(self.random_state, int | np.integer):
            raise ParameterError(
                f"Design(random_state={self.random_state!r}): a run that can be resumed needs an integer"
            )
        object.__setattr__(self, "random_state", int(self.random_state))
        tasks = [self.tasks] if isinstance(self.tasks, Task) else list(self.tasks)
        settled = {
            "tasks": dict(zip(unique([task.name for task in tasks]), tasks)),
            "learners": _named(self.learners),
            "measures": _known_measures(self.measures, tasks),
            "notes": tuple(self.notes),
        }
        for name, value in settled.items():
            object.__setattr__(self, name, value)
        _refuse_empty(self)
        _refuse_wrong_kinds(self)

    @cached_property
    def splits(self) -> dict[str, Splits]:
        """The cuts of each task, by its name."""
        return {name: as_splits(task, self.plan) for name, task in self.tasks.items()}

    def units(self) -> list[Unit]:
        """All the work, one repeat after another, so that learners stay abreast of each other."""
        return [
            Unit(self._key(task, learner, start, stop), task, learner, start, stop)
            for task in self.tasks
            for start, stop in _runs([int(repeat) for repeat in self.splits[task].repeat])
            for learner in self.learners
        ]

    def learners_of(self, unit: Unit) -> tuple[Any, Any]:
        """The learner of a unit: a copy with its seeds set, and as it was given."""
        given = self.learners[unit.learner]
        return seeded(given, self.random_state, unit.key), given

    def _key(self, task: str, learner: str, start: int, stop: int) -> str:
        estimator = self.learners[learner]
        return digest(
            {
                "format": FORMAT,
                "task": self.tasks[task].fingerprint,
                "learner": describe(estimator),
                "splits": self.splits[task].fingerprint,
                # The same rows cut by another method are another design, with other intervals.
                "design": {**asdict(self.splits[task].design), "random_state": None},
                "numbers": self.splits[task].number[start:stop].tolist(),
                "random_state": describe(self.random_state) if open_seeds(estimator) else None,
            }
        )


def _named(learners: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    if hasattr(learners, "get_params"):
        learners = [learners]
    if not isinstance(learners, Mapping):
        learners = dict(zip(unique([readable(learner) for learner in learners]), learners))
    for name, learner in learners.items():
        if isinstance(learner, type) or not hasattr(learner, "fit") or not hasattr(learner, "get_params"):
            raise DesignError(f"learner {name!r} is {learner!r}; give an estimator, such as Ridge(alpha=10)")
    return dict(learners)


def _known_measures(measures: str | Sequence[str] | None, tasks: Sequence[Task]) -> tuple[str, ...]:
    if measures is None:
        measures = list(dict.fromkeys(DEFAULT_MEASURE.get(task.kind, "accuracy") for task in tasks))
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    kinds = {task.kind for task in tasks}
    for name in names:
        kind = find_measure(name).kind
        if kind not in kinds:
            raise DesignError(
                f"measure {name!r} is for {kind}, but the tasks are {' and '.join(sorted(kinds))}; "
                "`gnomon list measures` shows which measure is for what"
            )
    return names


def _refuse_empty(design: Design) -> None:
    for what in ("tasks", "learners", "measures"):
        if not getattr(design, what):
            raise DesignError(f"{what} is empty; give at least one")


def _refuse_wrong_kinds(design: Design) -> None:
    tests = {"classification": is_classifier, "regression": is_regressor, "clustering": is_clusterer}
    for task_name, task in design.tasks.items():
        for learner_name, learner in design.learners.items():
            does = [kind for kind, test in tests.items() if test(learner)]
            if does and task.kind not in does:
                raise DesignError(
                    f"learner {learner_name!r} does {does[0]}, but task {task_name!r} is {task.kind}; "
                    f"give a learner for {task.kind}, or another kind= to the task"
                )


def _runs(repeats: list[int]) -> list[tuple[int, int]]:
    """Start and stop of each run of splits that makes one unit."""
    ends, start = [], 0
    for _, members in groupby(repeats):
        stop = start + len(list(members))
        ends.append((start, stop))
        start = stop
    if len(ends) == len(repeats):
        n_splits = len(repeats)
        return [(first, min(first + _LONE_SPLITS, n_splits)) for first in range(0, n_splits, _LONE_SPLITS)]
    return ends
