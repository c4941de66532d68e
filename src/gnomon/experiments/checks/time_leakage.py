"""GN004: temporal leakage, training rows that are later than test rows."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.splits import hold_out
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.column_roles import time_of
from gnomon.experiments.checks.corrected_tasks import ordered_by_time
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.time_order import TimeOrder, time_order_of

MIN_SHARE = 0.05


@methodology_check(
    "GN004",
    "temporal leakage: training on the future",
    needs=("tasks", "splits"),
    why="A deployed model never has data that are later than the rows it predicts, and distributions drift.",
    how_to_fix="Declare the time, Task.of(frame, target, time='column'), and split by rolling(5) or "
    "hold_out(chronological=True).",
)
def time_leakage(subject: Subject) -> Iterator[Detection]:
    """Splits that train on rows later than held-out rows, by the task's time or a column of times.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> sales = {"year": np.arange(1980, 2020), "area": np.arange(40.0), "sold": [0] * 20 + [1] * 20}
    >>> check_methodology(gn.Task.of(sales, "sold"), only=["GN004"], cost=False).codes
    ('GN004',)
    >>> check_methodology(gn.Task.of(sales, "sold", time="year"), only=["GN004"], cost=False).codes
    ()
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.time is not None:
            if detection := _shuffled(subject, name, task.time, "error"):
                yield detection
            continue
        if order := time_order_of(task, subject.probe.random_state):
            column = task.table.column(order.name)
            severity = "warning" if order.has_drift and order.is_moment else "note"
            evidence = _evidence(order)
            if detection := _shuffled(subject, name, time_of(column), severity, order.name, evidence):
                yield detection


def _evidence(order: TimeOrder) -> str:
    """The evidence for a time column, and whether the target drifts."""
    texts = {"file": "The file is sorted by it", "panel": "The file is sorted by it within groups of rows"}
    text = texts.get(order.order, "It contains dates")
    if order.has_drift:
        return f" {text}, and the target drifts with it (p = {order.drift:.2g})."
    return f" {text}; the target does not drift with it beyond chance."


def _shuffled(
    subject: Subject, name: str, time: Array, severity: str, column: str = "", evidence: str = ""
) -> Detection | None:
    rank = np.unique(time, return_inverse=True)[1]
    later = [np.mean(rank[held] < rank[train].max()) for train, held in subject.cuts(name)]
    share = float(np.mean(later))
    if share < MIN_SHARE:
        return None
    task = subject.tasks[name]
    plan = hold_out(1 / subject.probe.folds, chronological=True)
    cost = subject.probe.measure(
        task,
        ordered_by_time(rank, plan),
        subject.measure(name),
        learner=subject.judge(name),
    )
    what = f"column {column!r}" if column else "the task's time"
    message = f"By {what}, {100 * share:.0f} % of the held-out rows precede a training row.{evidence}"
    # Blocked splits hold out blocks of time on purpose, for interpolation.
    severity = "note" if subject.splits[name].design.by_time else severity
    return Detection(
        severity,
        Place(name, column),
        message,
        cost if task.group is None else None,
    )
