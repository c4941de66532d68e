"""GN004: rows of the future to train on, rows of the past to be measured on."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.splits import hold_out
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.column_roles import time_of
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.checks.time_order import TimeOrder, time_order_of
from gnomon.experiments.checks.variants import in_order

LEAST_SHARE = 0.05


@method_check(
    "GN004",
    "training on the future",
    needs=("tasks", "splits"),
    why="A model in use never sees rows that come after the ones it predicts, and things drift.",
    way_out="Name the column of time, Task.of(frame, target, time='column'), and cut by rolling(5) or "
    "hold_out(chronological=True).",
)
def time_leakage(subject: Subject) -> Iterator[Sighting]:
    """Splits that train on rows later than those held out, by the task's time or a column that tells it.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> sales = {"year": np.arange(1980, 2020), "price": np.arange(40.0), "sold": [0] * 20 + [1] * 20}
    >>> check_methodology(gn.Task.of(sales, "sold"), only=["GN004"], cost=False).codes
    ('GN004',)
    >>> check_methodology(gn.Task.of(sales, "sold", time="year"), only=["GN004"], cost=False).codes
    ()
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.time is not None:
            if sighting := _shuffled(subject, name, "the task's time", task.time, "error"):
                yield sighting
            continue
        if found := time_order_of(task, subject.probe.random_state):
            column = task.table.column(found.name)
            severity = "warning" if found.has_drift and found.is_moment else "note"
            what = f"column {found.name!r}"
            if sighting := _shuffled(subject, name, what, time_of(column), severity, _said(found)):
                yield sighting


def _said(found: TimeOrder) -> str:
    """What speaks for a time, and whether it matters."""
    order = {"file": "The file is in this order", "panel": "The file is in this order within runs of rows"}
    place = order.get(found.order, "It holds dates")
    if found.has_drift:
        return f" {place}, and rows of one stretch of it are alike in the target (p = {found.drift:.2g})."
    return f" {place}; the target does not change with it beyond chance."


def _shuffled(
    subject: Subject, name: str, what: str, time: Array, severity: str, said: str = ""
) -> Sighting | None:
    place = np.unique(time, return_inverse=True)[1]
    later = [np.mean(place[held] < place[train].max()) for train, held in subject.cuts(name)]
    share = float(np.mean(later))
    if share < LEAST_SHARE:
        return None
    task = subject.tasks[name]
    plan = hold_out(1 / subject.probe.folds, chronological=True)
    cost = subject.probe.measure(
        task,
        in_order(place, plan),
        subject.measure(name),
        learner=subject.judge(name),
    )
    found = f"By {what}, {100 * share:.0f} % of the held-out rows come before some row that was trained on."
    found += said
    # Blocks of time are held out on purpose by a plan that fills gaps.
    severity = "note" if subject.splits[name].design.by_time else severity
    return Sighting(severity, _where(name, what), found, cost if task.group is None else None)


def _where(name: str, what: str) -> str:
    """The task, and the column where it is one of the features."""
    return f"task {name!r}, {what}" if what.startswith("column") else f"task {name!r}"
