"""GN005: columns that were made from the target, or after it was known."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import group_columns, is_row_number
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.one_column import is_function_of_classes, told_by
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.variants import without

ALL_BUT_CERTAIN = 0.99
FEWEST_ROWS = 30
FEWEST_OF_CLASS = 10


@method_check(
    "GN005",
    "a column that gives the target away",
    needs=("tasks",),
    why="Such a column is mostly made from the target, or filled in after it was known, and is not there "
    "when the model is used.",
    way_out="Ask when and how the column is filled in; if not before the target is known, drop it.",
)
def derived_columns(subject: Subject) -> Iterator[Sighting]:
    """Columns that alone tell nearly all of the target, or that have one value in each class.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methods
    >>> stays = {"age": np.arange(60.0) % 7, "refund": [0.0, 9.5] * 30, "ill": ["no", "yes"] * 30}
    >>> check_methods(gn.Task.of(stays, "ill"), only=["GN005"], cost=False).findings[0].where
    "task 'task', column 'refund'"
    """
    for name, task in subject.tasks.items():
        if not _is_enough(task):
            continue
        rows, groups = subject.looked_at(name), group_columns(task)
        for column in task.table.names:
            if column in groups:
                continue
            if found := _given_away(task, column, rows):
                cost = None
                if task.table.n_columns > 1:
                    cost = subject.probe.measure(
                        task,
                        without([column]),
                        subject.measure(name),
                        learner=subject.judge(name),
                    )
                yield Sighting("error", f"task {name!r}, column {column!r}", found, cost)


def _is_enough(task: Task) -> bool:
    """Whether a perfect column is no accident: rows enough, in classes of some size."""
    if task.y is None or task.n_rows < FEWEST_ROWS or task.kind == "clustering":
        return False
    if task.codes is None:
        return len(np.unique(np.asarray(task.y))) > 2
    counts = np.bincount(task.codes)
    return len(counts) > 1 and bool(counts[counts > 0].min() >= FEWEST_OF_CLASS)


def _given_away(task: Task, name: str, rows: Integers) -> str:
    column = task.table.column(name)
    if is_row_number(column):
        return ""
    if is_function_of_classes(column, task):
        return f"Column {name!r} has one value in each class of the target: it is a function of the target."
    told = told_by(column, task, rows)
    if told < ALL_BUT_CERTAIN:
        return ""
    return f"Column {name!r} alone tells {100 * told:.1f} % of the target, on rows not used to learn how."
