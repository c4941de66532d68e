"""Insights for reports: data profile, feature importance, errors by subgroup, and learning curves.

They need the data, which a results file does not contain: they are computed when the data are available, and
stored in the results file. Models are refitted only within a budget derived from the run times.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from gnomon.assessment.curves.learning import LearningCurve, learning_curve
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.splits import Splits, k_fold
from gnomon.errors import DataError, DesignError, GnomonError
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results, Standing
from gnomon.explanations.effort import BUDGET
from gnomon.explanations.importance import (
    MAX_COLUMNS,
    PermutationImportance,
    importance_of_models,
    used_columns,
)
from gnomon.explanations.models_of_run import ModelsOfRun
from gnomon.explanations.plain_values import from_plain, to_plain
from gnomon.explanations.stored_curve import StoredCurve
from gnomon.explanations.subgroups import SubgroupErrors, subgroup_errors
from gnomon.features.profiles.table import MAX_COLUMNS as MAX_PROFILED
from gnomon.features.profiles.table import Profile, profile
from gnomon.sharing.train import train_each

NAME = "insights"
FORM = 1
MAX_LEARNERS = 3
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)
_MIN_HELD_OUT = 10


@dataclass(frozen=True)
class TaskInsights:
    """The insights of one task: data profile, errors by subgroup, feature importance and learning curve.

    has_refits: whether refits were enabled. left_out: insights that failed, with reasons.

    >>> TaskInsights("iris", ("GaussianNB",), True).importances
    ()
    """

    task: str
    finished: tuple[str, ...]
    has_refits: bool
    profile: Profile | None = None
    subgroups: SubgroupErrors | None = None
    importances: tuple[PermutationImportance, ...] = ()
    curve: StoredCurve | None = None
    left_out: tuple[str, ...] = ()


def insights(
    results: Results, design: Design | None = None, *, refits: bool = True
) -> dict[str, TaskInsights]:
    """The insights of each task with a finished learner: stored ones, or computed if there are none.

    design: the design of the run, with its data; without it only stored insights are returned. refits:
    whether to refit models, for importance and learning curves.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    >>> iris = insights(gn.run(design), design)["iris"]
    >>> iris.profile.n_rows, iris.importances[0].learner
    (150, 'GaussianNB')
    """
    stored = _stored(results)
    if design is None:
        return stored
    finished = {task: tuple(results.finished(task)) for task in results.tasks if _has_finished(results, task)}
    is_new = False
    for task, learners in finished.items():
        known = stored.get(task)
        if known is None or known.finished != learners or (refits and not known.has_refits):
            stored[task], is_new = _computed(results, design, task, learners, refits=refits), True
    if is_new:
        results.store_document(NAME, {"form": FORM, "tasks": [to_plain(each) for each in stored.values()]})
    return {task: stored[task] for task in finished}


def _stored(results: Results) -> dict[str, TaskInsights]:
    """The insights in the results file; empty if they have another format."""
    document = results.document(NAME)
    if not isinstance(document, dict) or document.get("form") != FORM:
        return {}
    if not isinstance(document.get("tasks"), list):
        return {}
    try:
        tasks = [from_plain(TaskInsights, each) for each in document["tasks"]]
    except DataError:
        return {}
    return {each.task: each for each in tasks if each.task in results.tasks}


def _has_finished(results: Results, task: str) -> bool:
    try:
        return bool(results.finished(task))
    except GnomonError:
        return False


def _computed(
    results: Results, design: Design, task: str, finished: tuple[str, ...], *, refits: bool
) -> TaskInsights:
    data, left_out = design.tasks[task], list[str]()
    standings = [each for each in results.standings(task=task) if _uses_features(design, each)]
    best = standings[:MAX_LEARNERS] if standings else []
    candidates = [each for index, each in enumerate(best) if index == 0 or each.verdict != "worse"]

    def tried(what: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except Exception as error:
            # Learners of other packages may raise any error; the rest of the report does not depend on it.
            left_out.append(f"{what}: {error}")
            return None

    described = tried("data profile", lambda: profile(data, max_columns=MAX_PROFILED))
    groups = None
    if best:
        predictions = results.predictions(task, best[0].learner)
        groups = tried("errors by subgroup", lambda: subgroup_errors(data, predictions))
    importances, curve = [], None
    for each in candidates if refits else []:
        models = ModelsOfRun(results, design, task, each.learner)
        what = f"feature importance of {each.learner}"
        importances.append(tried(what, partial(_importance, models)))
    if best and refits:
        models = ModelsOfRun(results, design, task, best[0].learner)
        curve = tried(f"learning curve of {best[0].learner}", partial(_curve, models))
    return TaskInsights(
        task=task,
        finished=finished,
        has_refits=refits,
        profile=described,
        subgroups=groups,
        importances=tuple(each for each in importances if each is not None),
        curve=curve,
        left_out=tuple(left_out),
    )


def _uses_features(design: Design, standing: Standing) -> bool:
    """Whether a learner is not a baseline (dummy)."""
    name = type(design.learners[standing.learner]).__name__
    return name not in ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")


def _importance(models: ModelsOfRun) -> PermutationImportance:
    task, measure = models.design.tasks[models.task], find_measure(models.results.measure(models.task))
    effort = models.effort
    # Groups of correlated columns are added to single columns: at most half as many.
    n_groups = min(task.table.n_columns, MAX_COLUMNS) * 3 // 2
    n_splits, n_shuffles, n_predicted = effort.for_importance(n_groups)
    if n_splits == 0:
        raise _over_budget()
    indices = models.some_splits(n_splits)
    splits = models.splits.take(indices)
    trained = models.trained(indices)
    if splits.held_out_sizes.mean() < _MIN_HELD_OUT:
        splits = _few_folds(models)
        trained = train_each([models.usual()], task, splits)
    return importance_of_models(
        task,
        trained,
        splits,
        measure,
        learner=models.learner,
        columns=used_columns(models.usual(), task),
        n_shuffles=n_shuffles,
        random_state=models.design.random_state,
        max_predicted=n_predicted,
    )


def _curve(models: ModelsOfRun) -> StoredCurve:
    task, measure = models.design.tasks[models.task], find_measure(models.results.measure(models.task))
    n_splits = models.effort.for_curve(SHARES)
    if n_splits == 0:
        raise _over_budget()
    splits = models.splits.take(models.some_splits(n_splits))
    if splits.held_out_sizes.mean() < _MIN_HELD_OUT or splits.design.method == "bootstrap":
        splits = _few_folds(models)
    sizes = _sizes(task, splits)
    curve: LearningCurve = learning_curve(
        task,
        models.usual(),
        splits,
        measure,
        sizes=sizes,
        random_state=models.design.random_state,
        prepare=False,
    )
    return StoredCurve.of(curve, models.learner, len(splits))


def _sizes(task: Any, splits: Splits) -> list[int]:
    """Training sizes, with at least a few rows of each class."""
    largest = int(splits.train_sizes.min())
    smallest = max(10, 5 * len(task.classes) if task.classes is not None else 0)
    return sorted({min(max(round(share * largest), smallest), largest) for share in SHARES})


def _few_folds(models: ModelsOfRun) -> Splits:
    """Five-fold cross-validation, if the held-out parts of the run are too small."""
    return k_fold(5, random_state=models.design.random_state).split(models.design.tasks[models.task])


def _over_budget() -> DesignError:
    return DesignError(f"refitting or predicting would exceed the budget of {BUDGET:.0f} s")
