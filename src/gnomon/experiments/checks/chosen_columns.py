"""GN009: columns that were chosen on all rows, before any split."""

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif, f_regression

from gnomon.assessment.selection_optimism import selection_optimism
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject

LIKE_A_RANKING = 0.8


@method_check(
    "GN009",
    "columns chosen on all rows",
    needs=("tasks", "before"),
    why="Columns chosen by how they go with the target on all rows fit the held-out rows too, even where all "
    "columns are noise.",
    way_out="Give the learner all columns and put the choice into a pipeline, "
    "make_pipeline(SelectKBest(k=10), learner), so that each training set makes its own.",
)
def chosen_columns(subject: Subject) -> Iterator[Sighting]:
    """Tasks with some of the columns of the task before, those that a ranking on all rows puts first.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> random = np.random.default_rng(0)
    >>> noise = gn.Task(random.normal(size=(60, 300)), random.integers(2, size=60))
    >>> best = SelectKBest(k=5).fit(noise.encoded, noise.y).get_feature_names_out(noise.feature_names)
    >>> kept = gn.Task(noise.table.select(list(best)), noise.y)
    >>> check_methodology(kept, before=noise, only=["GN009"], cost=False).codes
    ('GN009',)
    """
    before = subject.before
    assert before is not None
    for name, task in subject.tasks.items():
        if not _is_part(task, before):
            continue
        n_kept = task.table.n_columns
        first = _ranked(before)[:n_kept]
        shared = len(set(first) & set(task.table.names))
        if shared >= LIKE_A_RANKING * n_kept:
            found = (
                f"{n_kept} of {before.table.n_columns} columns were kept, and {shared} of these are among "
                f"the first {n_kept} by their F ratio with the target over all {task.n_rows:,} rows."
            )
            yield Sighting("error", f"task {name!r}", found, _cost(subject, name, before))


def _is_part(task: Task, before: Task) -> bool:
    kept, whole = set(task.table.names), set(before.table.names)
    is_part = kept < whole and task.n_rows == before.n_rows and task.kind == before.kind
    is_plain = not (before.table.has_categories or before.table.has_missing or before.table.is_sparse)
    return is_part and is_plain and task.kind in ("classification", "regression")


def _ranked(task: Task) -> list[str]:
    """The columns, those with the greatest F ratio first."""
    score = f_classif if task.kind == "classification" else f_regression
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        ratio = np.nan_to_num(score(task.encoded, task.y)[0])
    return [task.feature_names[place] for place in np.argsort(-ratio, kind="stable")]


def _cost(subject: Subject, name: str, before: Task) -> Cost | None:
    """The best columns by F ratio chosen on all rows, and in each training set."""
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
            ways = selection_optimism(
                before.rows(rows),
                SelectKBest(score, k=task.table.n_columns),
                judge,
                probe.plan,
                measure,
            )
            return cost_of(ways.naive, ways.nested, measure, probe.level, probe.how(judge, len(rows), task))
    except (GnomonError, ValueError):
        return None
