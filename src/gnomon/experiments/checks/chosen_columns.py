"""GN009: feature selection on all rows, before the split into training and test sets."""

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif, f_regression

from gnomon.assessment.selection_optimism import selection_optimism
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject

MIN_OVERLAP = 0.8


@methodology_check(
    "GN009",
    "feature selection on all rows",
    needs=("tasks", "before"),
    why="Features selected by their association with the target on all rows fit the held-out rows too, "
    "even if all features are noise.",
    how_to_fix="Pass all features and put the selection into a pipeline, "
    "make_pipeline(SelectKBest(k=10), learner), so that it is repeated on each training set.",
)
def chosen_columns(subject: Subject) -> Iterator[Detection]:
    """Tasks whose features are the top of a univariate ranking (F-test) of the earlier task's on all rows.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> random = np.random.default_rng(0)
    >>> noise = gn.Task(random.normal(size=(60, 300)), random.integers(2, size=60))
    >>> best = SelectKBest(k=5).fit(noise.encoded, noise.y).get_feature_names_out(noise.feature_names)
    >>> selected = gn.Task(noise.table.select(list(best)), noise.y)
    >>> check_methodology(selected, before=noise, only=["GN009"], cost=False).codes
    ('GN009',)
    """
    before = subject.before
    assert before is not None
    for name, task in subject.tasks.items():
        if not _is_part(task, before):
            continue
        n_selected = task.table.n_columns
        first = _ranked(before)[:n_selected]
        shared = len(set(first) & set(task.table.names))
        if shared >= MIN_OVERLAP * n_selected:
            message = (
                f"{n_selected} of {before.table.n_columns} features were selected, and {shared} of these "
                "are among "
                f"the top {n_selected} by F-statistic with the target over all {task.n_rows:,} rows."
            )
            yield Detection("error", Place(name), message, _cost(subject, name, before))


def _is_part(task: Task, before: Task) -> bool:
    selected, whole = set(task.table.names), set(before.table.names)
    is_part = selected < whole and task.n_rows == before.n_rows and task.kind == before.kind
    is_plain = not (before.table.has_categories or before.table.has_missing or before.table.is_sparse)
    return is_part and is_plain and task.kind in ("classification", "regression")


def _ranked(task: Task) -> list[str]:
    """The features by decreasing F-statistic."""
    score = f_classif if task.kind == "classification" else f_regression
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        ratio = np.nan_to_num(score(task.encoded, task.y)[0])
    return [task.feature_names[index] for index in np.argsort(-ratio, kind="stable")]


def _cost(subject: Subject, name: str, before: Task) -> Cost | None:
    """The best features by F-statistic, selected on all rows and within each training set."""
    probe, task = subject.probe, subject.tasks[name]
    if not probe.is_wanted:
        return None
    score = f_classif if task.kind == "classification" else f_regression
    rows = probe.part(task.n_rows)
    judge = probe.judge(task, subject.judge(name))
    measure = subject.measure(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scores = selection_optimism(
                before.rows(rows),
                SelectKBest(score, k=task.table.n_columns),
                judge,
                probe.plan,
                measure,
            )
            return cost_of(
                scores.naive, scores.nested, measure, probe.level, probe.how(judge, len(rows), task)
            )
    except (GnomonError, ValueError):
        return None
