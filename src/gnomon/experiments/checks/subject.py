"""What is checked: tasks, their splits, learners, predictions and comparisons."""

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

MAX_SPLITS = 30
COMPLEMENTS = ("k-fold", "hold-out", "leave-one-out", "leave-groups-out")

_PARTS = {
    "tasks": "the data (task=)",
    "splits": "the data and their splits (task= with plan=, design= or results=)",
    "learners": "the learners (design=)",
    "predictions": "predictions (results=)",
    "comparisons": "comparisons (comparisons=), or results on several tasks or measures",
    "before": "the task before feature selection (before=)",
    "several tasks": "two tasks or more",
    "several learners": "several learners (design=), or their predictions (results=)",
    "targets": "the data (task=), or predictions (results=)",
}


@dataclass(frozen=True, eq=False)
class Subject:
    """Everything that checks may inspect; missing parts are empty.

    predictions: by task, then by learner. compared: comparisons made one at a time. measures: the first
    measure of the design, by task. before: the task before feature selection. sample: maximum number of rows
    by which columns are assessed.

    >>> Subject().lacks("predictions")
    'predictions (results=)'
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
        """What must be passed for a missing part of the subject; empty if it is not missing."""
        return "" if getattr(self, part.replace(" ", "_")) else _PARTS[part]

    @property
    def several_tasks(self) -> bool:
        """Whether there is more than one task."""
        return len(self.tasks) > 1

    @property
    def several_learners(self) -> bool:
        """Whether there is more than one learner in the design or the results."""
        return len(self.learners) > 1 or any(len(by_learner) > 1 for by_learner in self.predictions.values())

    @property
    def comparisons(self) -> bool:
        """Whether comparisons were made, one at a time or as several leaderboards."""
        record = self.results.record if self.results is not None else None
        return bool(self.compared) or (record is not None and len(record.tasks) * len(record.measures) > 1)

    @property
    def is_nested(self) -> bool:
        """Whether hyperparameters are tuned on inner splits (nested cross-validation)."""
        has_inner = self.design is not None and self.design.inner is not None
        return has_inner or (self.results is not None and self.results.record.is_nested)

    @property
    def targets(self) -> bool:
        """Whether any target is available."""
        return bool(self.tasks or self.predictions)

    def measure(self, name: str) -> Measure:
        """The measure of a task: the design's, else AUC, the default measure for several classes, or R²."""
        if name in self.measures:
            return self.measures[name]
        task: Any = self.tasks.get(name) or next(iter(self.predictions[name].values()))
        if task.kind == "regression":
            return find_measure("r2")
        if len(task.classes) == 2:
            return find_measure("auc")
        default = default_measure(task) if isinstance(task, Task) else default_of(task)
        return find_measure(default.name)

    def winner(self, name: str) -> str:
        """The learner with the best score on a task."""
        measure, by_learner = self.measure(name), self.predictions[name]
        return max(by_learner, key=lambda learner: measure.sign * by_learner[learner].score(measure))

    def judge(self, name: str) -> Any:
        """The learner by which a bias is measured: the best one, else the first of the design, else None."""
        if self.predictions.get(name):
            winner = self.learners.get(self.winner(name))
            if winner is not None:
                return winner
        return next(iter(self.learners.values()), None)

    def sampled_rows(self, name: str) -> Integers:
        """Sorted indices of the rows by which columns are assessed: all, or a random sample."""
        n_rows = self.tasks[name].n_rows
        if n_rows <= self.sample:
            return np.arange(n_rows)
        random = np.random.default_rng(self.probe.random_state)
        return np.sort(random.choice(n_rows, self.sample, replace=False))

    def cuts(self, name: str) -> Splits:
        """The splits of a task, at most the first thirty."""
        return self.splits[name][:MAX_SPLITS]


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
    """The subject from the arguments of `check_methodology`."""
    if task is None and design is None and results is None and not comparisons:
        raise ParameterError("there is nothing to check; pass task=, design=, results= or comparisons=")
    tasks = {**(design.tasks if design is not None else {}), **_named_tasks(task)}
    predictions = _predictions(results)
    only_results = results if isinstance(results, Results) else None
    return Subject(
        tasks=tasks,
        splits=_splits(tasks, design, predictions, plan),
        learners=dict(design.learners) if design is not None else {},
        predictions=predictions,
        measures=_measures(tasks, predictions, design, only_results, measure),
        compared=tuple(comparisons),
        before=before,
        design=design,
        results=only_results,
        probe=probe,
        sample=sample,
    )


def _named_tasks(task: Any) -> dict[str, Task]:
    if task is None:
        return {}
    tasks = [task] if isinstance(task, Task) else list(task)
    for each in tasks:
        if not isinstance(each, Task):
            raise ParameterError(f"task= contains a {type(each).__name__}; pass a Task, such as Task(X, y)")
    return dict(zip(unique([each.name for each in tasks]), tasks))


def _predictions(results: Any) -> dict[str, dict[str, Predictions]]:
    if results is None:
        return {}
    if isinstance(results, Results):
        by_task = {task: _of_task(results, task) for task in results.tasks}
        return {task: each for task, each in by_task.items() if each}
    several = [results] if isinstance(results, Predictions) else list(results)
    by_task_and_learner: dict[str, dict[str, Predictions]] = {}
    for each, name in zip(several, unique([called(each.learner, each.setting) for each in several])):
        by_task_and_learner.setdefault(each.task_name, {})[name] = each
    return by_task_and_learner


def _of_task(results: Results, task: str) -> dict[str, Predictions]:
    """The predictions of every learner without a failure."""
    by_learner = {}
    for learner in results.learners:
        try:
            by_learner[learner] = results.predictions(task, learner)
        except GnomonError:
            continue
    return by_learner


def _splits(
    tasks: Mapping[str, Task],
    design: Design | None,
    predictions: Mapping[str, Mapping[str, Predictions]],
    plan: Any,
) -> dict[str, Splits]:
    splits = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, task in tasks.items():
            if plan is not None:
                splits[name] = as_splits(task, plan)
            elif design is not None and name in design.tasks:
                splits[name] = design.splits[name]
            elif predictions.get(name):
                splits |= _from_predictions(name, task, next(iter(predictions[name].values())))
            else:
                splits |= _default_splits(name, task)
    return splits


def _from_predictions(name: str, task: Task, predictions: Predictions) -> dict[str, Splits]:
    """The splits of predictions, where training sets are the complements of the held-out sets."""
    design = predictions.design
    if design.n_rows != task.n_rows or design.method not in COMPLEMENTS:
        return {}
    numbers, start = np.unique(predictions.split, return_index=True)
    held_out = np.split(predictions.row, start[1:])
    return {name: Splits(held_out, design, number=numbers.astype(np.int64))}


def _default_splits(name: str, task: Task) -> dict[str, Splits]:
    """The default splits: 10-fold cross-validation, fewer folds for few rows, rolling if there is a time."""
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
    """The requested measure, else the first of the design or the results that applies to the task."""
    source = design.measures if design is not None else results.record.measures if results else ()
    requested = [find_measure(measure)] if measure is not None else [find_measure(each) for each in source]
    kinds = {name: next(iter(by_learner.values())).kind for name, by_learner in predictions.items()}
    kinds |= {name: task.kind for name, task in tasks.items()}
    return {
        name: next(each for each in requested if each.kind == kind)
        for name, kind in kinds.items()
        if any(each.kind == kind for each in requested)
    }
