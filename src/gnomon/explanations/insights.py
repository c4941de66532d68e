"""What a report shows beside the scores: the data, what models read, where they err, what more rows bring.

It needs the data, which a results file does not hold: it is worked out when the data are at hand, and kept in
the results file. Models are trained again only as far as the time that the run itself took allows.
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
)
from gnomon.explanations.kept_curve import KeptCurve
from gnomon.explanations.models_of_run import ModelsOfRun
from gnomon.explanations.plain_values import from_plain, to_plain
from gnomon.explanations.subgroups import SubgroupErrors, subgroup_errors
from gnomon.features.profiles.table import MAX_COLUMNS as MAX_PROFILED
from gnomon.features.profiles.table import Profile, profile
from gnomon.sharing.train import train_each

NAME = "insights"
FORM = 1
MAX_LEARNERS = 3
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)
_FEWEST_HELD_OUT = 10


@dataclass(frozen=True)
class TaskInsights:
    """Of one task: the profile of its data, errors by subgroup, feature importance and a learning curve.

    has_refits: whether models were to be trained again. left_out: what could not be made, and why.

    >>> TaskInsights("iris", ("GaussianNB",), True).importances
    ()
    """

    task: str
    finished: tuple[str, ...]
    has_refits: bool
    profile: Profile | None = None
    subgroups: SubgroupErrors | None = None
    importances: tuple[PermutationImportance, ...] = ()
    curve: KeptCurve | None = None
    left_out: tuple[str, ...] = ()


def insights(
    results: Results, design: Design | None = None, *, refits: bool = True
) -> dict[str, TaskInsights]:
    """The insights of each task on which a learner finished: those kept, or made where there are none.

    design: what was run, with its data; without it what is kept is all there is. refits: whether models may
    be trained again, for importance and learning curve.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    >>> found = insights(gn.run(design), design)["iris"]
    >>> found.profile.n_rows, found.importances[0].learner
    (150, 'GaussianNB')
    """
    kept = _kept(results)
    if design is None:
        return kept
    finished = {task: tuple(results.finished(task)) for task in results.tasks if _has_finished(results, task)}
    is_new = False
    for task, learners in finished.items():
        known = kept.get(task)
        if known is None or known.finished != learners or (refits and not known.has_refits):
            kept[task], is_new = _made(results, design, task, learners, refits=refits), True
    if is_new:
        results.keep(NAME, {"form": FORM, "tasks": [to_plain(each) for each in kept.values()]})
    return {task: kept[task] for task in finished}


def _kept(results: Results) -> dict[str, TaskInsights]:
    """What the results file holds; nothing where that is of another form."""
    found = results.kept(NAME)
    if not isinstance(found, dict) or found.get("form") != FORM or not isinstance(found.get("tasks"), list):
        return {}
    try:
        tasks = [from_plain(TaskInsights, each) for each in found["tasks"]]
    except DataError:
        return {}
    return {each.task: each for each in tasks if each.task in results.tasks}


def _has_finished(results: Results, task: str) -> bool:
    try:
        return bool(results.finished(task))
    except GnomonError:
        return False


def _made(
    results: Results, design: Design, task: str, finished: tuple[str, ...], *, refits: bool
) -> TaskInsights:
    data, left_out = design.tasks[task], list[str]()
    standings = [each for each in results.standings(task=task) if _looks_at_features(design, each)]
    best = standings[:MAX_LEARNERS] if standings else []
    likely = [each for place, each in enumerate(best) if place == 0 or each.verdict != "worse"]

    def tried(what: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except Exception as error:
            # Learners from elsewhere may fail in any way; the rest of the report does not depend on it.
            left_out.append(f"{what}: {error}")
            return None

    described = tried("data profile", lambda: profile(data, max_columns=MAX_PROFILED))
    groups = None
    if best:
        predictions = results.predictions(task, best[0].learner)
        groups = tried("errors by subgroup", lambda: subgroup_errors(data, predictions))
    importances, curve = [], None
    for each in likely if refits else []:
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


def _looks_at_features(design: Design, standing: Standing) -> bool:
    """Whether a learner is no baseline."""
    name = type(design.learners[standing.learner]).__name__
    return name not in ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")


def _importance(models: ModelsOfRun) -> PermutationImportance:
    task, measure = models.design.tasks[models.task], find_measure(models.results.measure(models.task))
    effort = models.effort
    # Groups that go together come on top of single columns: at most half as many.
    n_groups = min(task.table.n_columns, MAX_COLUMNS) * 3 // 2
    n_splits, n_shuffles, n_predicted = effort.for_importance(n_groups)
    if n_splits == 0:
        raise _too_dear()
    places = models.some_splits(n_splits)
    splits = models.splits.take(places)
    trained = models.trained(places)
    if splits.held_out_sizes.mean() < _FEWEST_HELD_OUT:
        splits = _few_folds(models)
        trained = train_each([models.usual()], task, splits)
    return importance_of_models(
        task,
        trained,
        splits,
        measure,
        learner=models.learner,
        n_shuffles=n_shuffles,
        random_state=models.design.random_state,
        max_predicted=n_predicted,
    )


def _curve(models: ModelsOfRun) -> KeptCurve:
    task, measure = models.design.tasks[models.task], find_measure(models.results.measure(models.task))
    n_splits = models.effort.for_curve(SHARES)
    if n_splits == 0:
        raise _too_dear()
    splits = models.splits.take(models.some_splits(n_splits))
    if splits.held_out_sizes.mean() < _FEWEST_HELD_OUT or splits.design.method == "bootstrap":
        splits = _few_folds(models)
    sizes = _sizes(task, splits)
    found: LearningCurve = learning_curve(
        task,
        models.usual(),
        splits,
        measure,
        sizes=sizes,
        random_state=models.design.random_state,
        prepare=False,
    )
    return KeptCurve.of(found, models.learner, len(splits))


def _sizes(task: Any, splits: Splits) -> list[int]:
    """Numbers of training rows: no fewer than a few of each class."""
    most = int(splits.train_sizes.min())
    least = max(10, 5 * len(task.classes) if task.classes is not None else 0)
    return sorted({min(max(round(share * most), least), most) for share in SHARES})


def _few_folds(models: ModelsOfRun) -> Splits:
    """Five folds, where the splits of the run hold out too few rows each to be measured."""
    return k_fold(5, random_state=models.design.random_state).split(models.design.tasks[models.task])


def _too_dear() -> DesignError:
    return DesignError(
        f"training or predicting again would take more than the {BUDGET:.0f} s that are set for it"
    )
