"""GN005: target leakage, columns that were computed from the target or recorded after it was known."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.data.task import Task
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.corrected_tasks import without
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import Detection, Place, in_words
from gnomon.experiments.checks.leakage_grade import Suspect
from gnomon.experiments.checks.leakage_suspects import leakage_suspects
from gnomon.experiments.checks.subject import Subject

MIN_ROWS = 30
MIN_OF_CLASS = 10
MIN_FREQUENT = 0.9


@methodology_check(
    "GN005",
    "target leakage by a column",
    needs=("tasks",),
    why="Such a column is usually computed from the target, or filled in after it was known, and is not "
    "available when the model is used.",
    how_to_fix="Ask when and how the column is filled in; if not before the target is known, drop it.",
)
def derived_columns(subject: Subject) -> Iterator[Detection]:
    """Columns that alone predict the target almost perfectly (error) or far better than all others (warning).

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> stays = {"age": np.arange(60.0) % 7, "refund": [0.0, 9.5] * 30, "ill": ["no", "yes"] * 30}
    >>> check_methodology(gn.Task.of(stays, "ill"), only=["GN005"], cost=False).findings[0].where
    "task 'task', column 'refund'"
    """
    for name, task in subject.tasks.items():
        part, rows = _with_frequent_classes(task, subject.sampled_rows(name))
        if not _is_enough(part):
            continue
        suspects = leakage_suspects(part, rows, subject.probe.random_state)
        yield from _detections(subject, name, suspects)


def _detections(subject: Subject, name: str, suspects: list[Suspect]) -> Iterator[Detection]:
    """One per column. Where several are redundant, dropping one has no effect: they are dropped together."""
    costs: dict[tuple[str, ...], Cost | None] = {}
    for each in suspects:
        dropped = tuple(one.name for one in suspects if one.rank <= each.rank and one.severity != "note")
        message, cost = each.message, None
        if each.severity != "note":
            if dropped not in costs:
                costs[dropped] = _cost(subject, name, dropped)
            cost = costs[dropped]
        others = [one for one in dropped if one != each.name]
        if cost is not None and others:
            message += f" The bias is measured by dropping it together with {in_words(others)}."
        yield Detection(each.severity, Place(name, each.name), message, cost)


def _cost(subject: Subject, name: str, dropped: tuple[str, ...]) -> Cost | None:
    task = subject.tasks[name]
    if len(dropped) == task.table.n_columns:
        return None
    return subject.probe.measure(task, without(dropped), subject.measure(name), learner=subject.judge(name))


def _with_frequent_classes(task: Task, rows: Integers) -> tuple[Task, Integers]:
    """The task without the rows of rare classes, and the rows to assess in it."""
    if task.codes is None:
        return task, rows
    counts = np.bincount(task.codes)
    is_frequent = (counts >= MIN_OF_CLASS)[task.codes]
    # Where they are many, rare classes are the task.
    if is_frequent.all() or is_frequent.mean() < MIN_FREQUENT:
        return task, rows
    index = np.flatnonzero(is_frequent)
    return task.rows(index), np.searchsorted(index, np.intersect1d(rows, index))


def _is_enough(task: Task) -> bool:
    """Whether there are enough rows in total and per class for a perfect column not to arise by chance."""
    if task.y is None or task.n_rows < MIN_ROWS or task.kind == "clustering":
        return False
    if task.codes is None:
        return len(np.unique(np.asarray(task.y))) > 2
    counts = np.bincount(task.codes)
    return len(counts) > 1 and bool(counts[counts > 0].min() >= MIN_OF_CLASS)
