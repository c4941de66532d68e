"""GN003: group leakage, rows of one group in both the training and the test set."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.column_roles import group_codes
from gnomon.experiments.checks.corrected_tasks import grouped_by, task_with
from gnomon.experiments.checks.duplicates import has_match_in_training
from gnomon.experiments.checks.finding import Detection, Place, in_words
from gnomon.experiments.checks.groups import Group, groups_of
from gnomon.experiments.checks.names import looks_like_group
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.time_order import time_order_of

FEW = 0.02


@methodology_check(
    "GN003",
    "group leakage between training and test sets",
    needs=("tasks", "splits"),
    why="The score then measures how well known groups are recognized, not how well new groups are "
    "predicted.",
    how_to_fix="Declare the group, Task.of(frame, target, group='column'), which removes it from the "
    "features, and use one of Gnomon's resampling plans, which never split a group.",
)
def group_leakage(subject: Subject) -> Iterator[Detection]:
    """Task groups that a split divides; and columns that identify groups of similar rows.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
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
            if detection := _cut_groups(subject, name, code, "error"):
                yield detection
            continue
        time = time_order_of(task, subject.probe.random_state)
        for group in groups_of(task):
            if time is not None and group.name == time.name:
                continue
            code = group_codes(task.table.column(group.name))
            is_severe = group.has_effect and (group.is_clear or looks_like_group(group.name))
            severity = "warning" if is_severe else "note"
            if detection := _cut_groups(subject, name, code, severity, group.name, _evidence(group)):
                yield detection


def _evidence(group: Group) -> str:
    """The evidence for a group, and whether it affects the target."""
    verb = "is" if len(group.same) == 1 else "are"
    text = f" {in_words(group.same, 4)} {verb} constant within each group." if group.same else ""
    if group.has_effect:
        return (
            f"{text} The intraclass correlation of the target is {group.icc:.2f}, more than by chance "
            f"(p = {group.p:.2g})."
        )
    return f"{text} The target shows no intraclass correlation beyond chance."


def _cut_groups(
    subject: Subject, name: str, code: Integers, severity: str, column: str = "", evidence: str = ""
) -> Detection | None:
    is_leaked = np.concatenate(list(has_match_in_training(code, subject.cuts(name))))
    if not is_leaked.any():
        return None
    share = float(np.mean(is_leaked))
    # The score can be biased on these rows only.
    severity = "note" if severity == "warning" and share < FEW else severity
    task = subject.tasks[name]
    n_groups = int(code.max()) + 1
    what = f"column {column!r}" if column else "the task's groups"
    message = (
        f"By {what} the {task.n_rows:,} rows form {n_groups:,} groups, and {_percent(share)} "
        f"of the held-out rows have rows of their group in training.{evidence}"
    )
    cost = subject.probe.measure(
        task_with(task, group=None),
        grouped_by(code),
        subject.measure(name),
        unit=code,
        learner=subject.judge(name),
    )
    return Detection(severity, Place(name, column), message, cost)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else "less than 1 %"
