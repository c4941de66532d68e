"""GN003: rows of one group on both sides of a split."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import group_codes
from gnomon.experiments.checks.copies import twins_in_training
from gnomon.experiments.checks.finding import Sighting, in_words
from gnomon.experiments.checks.groups import Group, groups_of
from gnomon.experiments.checks.names import looks_like_group
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.time_order import time_order_of
from gnomon.experiments.checks.variants import changed, together


@method_check(
    "GN003",
    "rows of one group on both sides of a split",
    needs=("tasks", "splits"),
    why="The score then tells how well known groups are recognized, not how well new ones are predicted.",
    way_out="Name the group, Task.of(frame, target, group='column'), and cut by a plan of Gnomon's, which "
    "keeps groups whole; leave it out of the features.",
)
def group_leakage(subject: Subject) -> Iterator[Sighting]:
    """Groups of the task that a split cuts in two; and columns whose equal values go with alike rows.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> who = np.repeat(np.random.default_rng(0).permutation(30), 4)
    >>> visits = {"patient": who, "born": who**2 % 31, "dose": np.arange(120.0), "ill": who % 2}
    >>> check_methodology(gn.Task.of(visits, "ill"), only=["GN003"], cost=False).codes
    ('GN003',)
    >>> check_methodology(gn.Task.of(visits, "ill", group="patient"), only=["GN003"], cost=False).codes
    ()
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.group is not None:
            code = np.unique(task.group, return_inverse=True)[1].astype(np.int64)
            if sighting := _cut_groups(subject, name, "the task's groups", code, "error"):
                yield sighting
            continue
        time = time_order_of(task, subject.probe.random_state)
        for group in groups_of(task):
            if time is not None and group.name == time.name:
                continue
            code = group_codes(task.table.column(group.name))
            is_grave = group.has_effect and (group.is_clear or looks_like_group(group.name))
            severity = "warning" if is_grave else "note"
            if sighting := _cut_groups(subject, name, f"column {group.name!r}", code, severity, _said(group)):
                yield sighting


def _said(group: Group) -> str:
    """What speaks for a group, and whether it matters."""
    said = f" Rows of one group are the same in {in_words(group.same, 4)}." if group.same else ""
    if group.has_effect:
        return (
            f"{said} Their targets are alike: {100 * group.likeness:.0f} % of the spread lies between "
            f"groups, beyond chance (p = {group.p:.2g})."
        )
    return f"{said} Their targets are no more alike than chance makes them."


def _cut_groups(
    subject: Subject, name: str, what: str, code: Integers, severity: str, said: str = ""
) -> Sighting | None:
    hit = np.concatenate(list(twins_in_training(code, subject.cuts(name))))
    if not hit.any():
        return None
    task = subject.tasks[name]
    n_groups = int(code.max()) + 1
    found = (
        f"By {what} the {task.n_rows:,} rows fall into {n_groups:,} groups, and {100 * np.mean(hit):.0f} % "
        "of the held-out rows have others of their group in training."
    )
    found += said
    cost = subject.probe.measure(
        changed(task, group=None),
        together(code),
        subject.measure(name),
        unit=code,
        learner=subject.judge(name),
    )
    return Sighting(severity, _where(name, what), found, cost)


def _where(name: str, what: str) -> str:
    """The task, and the column where it is one of the features."""
    return f"task {name!r}, {what}" if what.startswith("column") else f"task {name!r}"
