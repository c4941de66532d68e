"""GN003: rows of one group on both sides of a split."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import group_codes, group_columns
from gnomon.experiments.checks.copies import twins_in_training
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.variants import changed, together


@method_check(
    "GN003",
    "rows of one group on both sides of a split",
    needs=("tasks", "splits"),
    why="The score then tells how well known groups are recognised, not how well new ones are predicted.",
    way_out="Name the group, Task.of(frame, target, group='column'), and cut by a plan of Gnomon's, which "
    "keeps groups whole; leave it out of the features.",
)
def group_leakage(subject: Subject) -> Iterator[Sighting]:
    """Groups of the task that a split cuts in two; and columns that look like groups but are features.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methods
    >>> visits = {"patient": np.arange(60) // 3, "dose": np.arange(60.0), "ill": [0, 1] * 30}
    >>> check_methods(gn.Task.of(visits, "ill"), only=["GN003"], cost=False).codes
    ('GN003',)
    >>> check_methods(gn.Task.of(visits, "ill", group="patient"), only=["GN003"], cost=False).codes
    ()
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.group is not None:
            code = np.unique(task.group, return_inverse=True)[1].astype(np.int64)
            if sighting := _cut_groups(subject, name, "the task's groups", code, "error"):
                yield sighting
            continue
        for column in group_columns(task):
            code = group_codes(task.table.column(column))
            if sighting := _cut_groups(subject, name, f"column {column!r}", code, "warning"):
                yield sighting


def _cut_groups(subject: Subject, name: str, what: str, code: Integers, severity: str) -> Sighting | None:
    hit = np.concatenate(list(twins_in_training(code, subject.cuts(name))))
    if not hit.any():
        return None
    task = subject.tasks[name]
    n_groups = int(code.max()) + 1
    found = (
        f"By {what} the {task.n_rows:,} rows fall into {n_groups:,} groups, and {100 * np.mean(hit):.0f} % "
        "of the held-out rows have others of their group in training."
    )
    cost = subject.probe.measure(
        changed(task, group=None),
        together(code),
        subject.measure(name),
        unit=code,
        learner=subject.judge(name),
    )
    return Sighting(severity, f"task {name!r}", found, cost)
