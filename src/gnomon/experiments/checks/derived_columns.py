"""GN005: columns that were made from the target, or after it was known."""

from collections.abc import Iterator

import numpy as np

from gnomon.data.task import Task
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import Sighting, in_words
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.suspicion import Suspicion, suspicions
from gnomon.experiments.checks.variants import without

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
    """Columns that alone tell the target: nearly all of it (error), or far more than all others (warning).

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> stays = {"age": np.arange(60.0) % 7, "refund": [0.0, 9.5] * 30, "ill": ["no", "yes"] * 30}
    >>> check_methodology(gn.Task.of(stays, "ill"), only=["GN005"], cost=False).findings[0].where
    "task 'task', column 'refund'"
    """
    for name, task in subject.tasks.items():
        if not _is_enough(task):
            continue
        found = suspicions(task, subject.looked_at(name), subject.probe.random_state)
        yield from _sightings(subject, name, found)


def _sightings(subject: Subject, name: str, found: list[Suspicion]) -> Iterator[Sighting]:
    """One a column. Where several carry the same, one alone costs nothing: they are dropped together."""
    costs: dict[tuple[str, ...], Cost | None] = {}
    for each in found:
        gone = tuple(one.name for one in found if one.rank <= each.rank and one.severity != "note")
        told, cost = each.found, None
        if each.severity != "note":
            if gone not in costs:
                costs[gone] = _cost(subject, name, gone)
            cost = costs[gone]
        others = [one for one in gone if one != each.name]
        if cost is not None and others:
            told += f" The cost is that of dropping it together with {in_words(others)}."
        yield Sighting(each.severity, f"task {name!r}, column {each.name!r}", told, cost)


def _cost(subject: Subject, name: str, gone: tuple[str, ...]) -> Cost | None:
    task = subject.tasks[name]
    if len(gone) == task.table.n_columns:
        return None
    return subject.probe.measure(task, without(gone), subject.measure(name), learner=subject.judge(name))


def _is_enough(task: Task) -> bool:
    """Whether a perfect column is no accident: rows enough, in classes of some size."""
    if task.y is None or task.n_rows < FEWEST_ROWS or task.kind == "clustering":
        return False
    if task.codes is None:
        return len(np.unique(np.asarray(task.y))) > 2
    counts = np.bincount(task.codes)
    return len(counts) > 1 and bool(counts[counts > 0].min() >= FEWEST_OF_CLASS)
