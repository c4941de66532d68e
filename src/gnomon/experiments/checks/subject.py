"""What is checked: tasks, how they were cut, learners, their predictions, and comparisons made of these."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.settings import called
from gnomon.assessment.splits import Splits, as_splits, k_fold, rolling
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError, ParameterError
from gnomon.experiments.checks.probe import Probe
from gnomon.experiments.default_measure import default_measure, default_of
from gnomon.experiments.design import Design
from gnomon.experiments.identity import unique
from gnomon.experiments.results import Results

MOST_SPLITS = 30
COMPLEMENTS = ("k-fold", "hold-out", "leave-one-out", "leave-groups-out")

_PARTS = {
    "tasks": "the data (task=)",
    "splits": "the data and how they were cut (task= with plan=, design= or results=)",
    "learners": "the learners (design=)",
    "predictions": "what was predicted (results=)",
    "comparisons": "comparisons made (comparisons=), or results on several tasks or measures",
    "before": "the task before its columns were chosen (before=)",
    "several tasks": "two tasks or more",
    "several learners": "several learners (design=), or what they predicted (results=)",
    "targets": "the data (task=), or what was predicted (results=)",
}


@dataclass(frozen=True, eq=False)
class Subject:
    """Everything that checks may look at; parts that were not given are empty.

    predictions: by task, then by learner. compared: comparisons made one by one. measures: the first measure
    of the design, by task. before: the task as it was before columns were chosen. sample: the most rows that
    a look at columns takes.

    >>> Subject().lacks("predictions")
    'what was predicted (results=)'
    """

    tasks: Mapping[str, Task] = field(default_factory=dict)
    splits: Mapping[str, Splits] = field(default_factory=dict)
    learners: Mapping[str, Any] = field(default_factory=dict)
    predictions: Mapping[str, Mapping[str, Predictions]] = field(default_factory=dict)
    measures: Mapping[str, Measure] = field(default_factory=dict)
    compared: tuple[Comparison, ...] = ()
    before: Task | None = None
    design: Design | None = None
    results: Results | None = None
    probe: Probe = field(default_factory=Probe)
    sample: int = 20_000

    def lacks(self, part: str) -> str:
        """What has to be given for a part of the subject, or nothing where it is there."""
        return "" if getattr(self, part.replace(" ", "_")) else _PARTS[part]

    @property
    def several_tasks(self) -> bool:
        """Whether there are two tasks or more."""
        return len(self.tasks) > 1

    @property
    def several_learners(self) -> bool:
        """Whether two learners or more are to be run, or have been."""
        return len(self.learners) > 1 or any(len(found) > 1 for found in self.predictions.values())

    @property
    def comparisons(self) -> bool:
        """Whether comparisons were made, one by one or as several leaderboards."""
        record = self.results.record if self.results is not None else None
        return bool(self.compared) or (record is not None and len(record.tasks) * len(record.measures) > 1)

    @property
    def is_nested(self) -> bool:
        """Whether settings are chosen by inner splits."""
        has_inner = self.design is not None and self.design.inner is not None
        return has_inner or (self.results is not None and self.results.record.is_nested)

    @property
    def targets(self) -> bool:
        """Whether any target is known."""
        return bool(self.tasks or self.predictions)

    def measure(self, name: str) -> Measure:
        """The measure that a task is ranked by: the design's, else AUC, accuracy or R² as suits it."""
        if name in self.measures:
            return self.measures[name]
        task: Any = self.tasks.get(name) or next(iter(self.predictions[name].values()))
        if task.kind == "regression":
            return find_measure("r2")
        if len(task.classes) == 2:
            return find_measure("auc")
        found = default_measure(task) if isinstance(task, Task) else default_of(task)
        return find_measure(found.name)

    def winner(self, name: str) -> str:
        """The learner with the best score on a task."""
        measure, found = self.measure(name), self.predictions[name]
        return max(found, key=lambda learner: measure.sign * found[learner].score(measure))

    def judge(self, name: str) -> Any:
        """The learner to measure costs with: the winner, else the first of the design, else none."""
        if self.predictions.get(name):
            winner = self.learners.get(self.winner(name))
            if winner is not None:
                return winner
        return next(iter(self.learners.values()), None)

    def looked_at(self, name: str) -> Integers:
        """The rows of a task to judge columns by, in order: all, or a draw of them."""
        n_rows = self.tasks[name].n_rows
        if n_rows <= self.sample:
            return np.arange(n_rows)
        random = np.random.default_rng(self.probe.random_state)
        return np.sort(random.choice(n_rows, self.sample, replace=False))

    def cuts(self, name: str) -> Splits:
        """The splits of a task, the first thirty where there are more."""
        return self.splits[name][:MOST_SPLITS]


def subject_of(
    task: Any,
    design: Design | None,
    results: Any,
    *,
    plan: Any,
    measure: Any,
    comparisons: Sequence[Comparison],
    before: Task | None,
    probe: Probe,
    sample: int,
) -> Subject:
    """Gather what was given to `check_methods`."""
    if task is None and design is None and results is None and not comparisons:
        raise ParameterError("there is nothing to check; give task=, design=, results= or comparisons=")
    tasks = {**(design.tasks if design is not None else {}), **_named_tasks(task)}
    predictions = _predictions(results)
    whole = results if isinstance(results, Results) else None
    return Subject(
        tasks=tasks,
        splits=_splits(tasks, design, predictions, plan),
        learners=dict(design.learners) if design is not None else {},
        predictions=predictions,
        measures=_measures(tasks, predictions, design, whole, measure),
        compared=tuple(comparisons),
        before=before,
        design=design,
        results=whole,
        probe=probe,
        sample=sample,
    )


def _named_tasks(task: Any) -> dict[str, Task]:
    if task is None:
        return {}
    tasks = [task] if isinstance(task, Task) else list(task)
    for each in tasks:
        if not isinstance(each, Task):
            raise ParameterError(f"task= holds a {type(each).__name__}; give a Task, such as Task(X, y)")
    return dict(zip(unique([each.name for each in tasks]), tasks))


def _predictions(results: Any) -> dict[str, dict[str, Predictions]]:
    if results is None:
        return {}
    if isinstance(results, Results):
        by_task = {task: _of_task(results, task) for task in results.tasks}
        return {task: each for task, each in by_task.items() if each}
    given = [results] if isinstance(results, Predictions) else list(results)
    found: dict[str, dict[str, Predictions]] = {}
    for each, name in zip(given, unique([called(each.learner, each.setting) for each in given])):
        found.setdefault(each.task_name, {})[name] = each
    return found


def _of_task(results: Results, task: str) -> dict[str, Predictions]:
    """The predictions of every learner that came through."""
    found = {}
    for learner in results.learners:
        try:
            found[learner] = results.predictions(task, learner)
        except GnomonError:
            continue
    return found


def _splits(
    tasks: Mapping[str, Task],
    design: Design | None,
    predictions: Mapping[str, Mapping[str, Predictions]],
    plan: Any,
) -> dict[str, Splits]:
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, task in tasks.items():
            if plan is not None:
                found[name] = as_splits(task, plan)
            elif design is not None and name in design.tasks:
                found[name] = design.splits[name]
            elif predictions.get(name):
                found |= _told_by(name, task, next(iter(predictions[name].values())))
            else:
                found |= _assumed(name, task)
    return found


def _told_by(name: str, task: Task, predictions: Predictions) -> dict[str, Splits]:
    """The splits that predictions were made on, where these tell of all rows."""
    design = predictions.design
    if design.n_rows != task.n_rows or design.method not in COMPLEMENTS:
        return {}
    numbers, start = np.unique(predictions.split, return_index=True)
    held_out = np.split(predictions.row, start[1:])
    return {name: Splits(held_out, design, number=numbers.astype(np.int64))}


def _assumed(name: str, task: Task) -> dict[str, Splits]:
    """The folds that an analysis would use by default; none where the rows are too few."""
    for plan in [rolling(5)] if task.time is not None else [k_fold(10), k_fold(5), k_fold(2)]:
        try:
            return {name: plan.split(task)}
        except DesignError:
            continue
    return {}


def _measures(
    tasks: Mapping[str, Task],
    predictions: Mapping[str, Mapping[str, Predictions]],
    design: Design | None,
    results: Results | None,
    measure: Any,
) -> dict[str, Measure]:
    """The measure asked for, else the first of the design or the results, where it suits the task."""
    source = design.measures if design is not None else results.record.measures if results else ()
    asked = [find_measure(measure)] if measure is not None else [find_measure(each) for each in source]
    kinds = {name: next(iter(found.values())).kind for name, found in predictions.items()}
    kinds |= {name: task.kind for name, task in tasks.items()}
    return {
        name: next(each for each in asked if each.kind == kind)
        for name, kind in kinds.items()
        if any(each.kind == kind for each in asked)
    }
