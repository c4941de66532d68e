"""GN013: too few rows of a class to train on, or to be measured on, in a fold."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Flags, Integers
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject

FEWEST = 5
SINGLE = ("leave-one-out", "leave-groups-out")


@method_check(
    "GN013",
    "too few rows of a class in a fold",
    needs=("tasks", "splits"),
    why="Measures of a class that a fold hardly holds are undefined or mere chance, and a class that a "
    "training set lacks cannot be predicted.",
    way_out="Use fewer folds, stratify (k_fold does unless told otherwise), or join rare classes.",
)
def few_rows(subject: Subject) -> Iterator[Sighting]:
    """Classes that a training set lacks, or of which a held-out set has fewer than five rows.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> task = gn.Task(np.arange(60.0)[:, None], ["ill"] * 10 + ["well"] * 50)
    >>> print(check_methodology(task, plan=gn.k_fold(5), only=["GN013"]).findings[0].found)
    Class 'ill' has fewer than 5 rows in some held-out set (least 2, mean 2.0).
    """
    for name in subject.splits:
        task = subject.tasks[name]
        if task.codes is None or task.classes is None:
            continue
        n_classes = len(task.classes)
        present = np.bincount(task.codes, minlength=n_classes) > 0
        train = np.array(
            [np.bincount(task.codes[rows], minlength=n_classes) for rows, _ in subject.cuts(name)]
        )
        held = np.array(
            [np.bincount(task.codes[rows], minlength=n_classes) for _, rows in subject.cuts(name)]
        )
        labels = [str(label) for label in task.classes]
        if told := _told(labels, present & (train.min(axis=0) == 0), train, "is not in some training set"):
            # A class of one row is on one side of every split, whatever the plan.
            lacking = present & (train.min(axis=0) == 0)
            is_curable = bool((np.bincount(task.codes, minlength=n_classes)[lacking] > 1).any())
            yield Sighting("error" if is_curable else "warning", f"task {name!r}", told)
        elif subject.splits[name].design.method not in SINGLE:
            is_rare = present & (held.min(axis=0) < FEWEST)
            if told := _told(labels, is_rare, held, f"has fewer than {FEWEST} rows in some held-out set"):
                severity = "warning" if (held.min(axis=0)[present] == 0).any() else "note"
                yield Sighting(severity, f"task {name!r}", told)


def _told(labels: list[str], which: Flags, counts: Integers, fault: str) -> str:
    if not which.any():
        return ""
    rare = int(np.flatnonzero(which)[np.argmin(counts.min(axis=0)[which])])
    more = int(which.sum()) - 1
    others = f" and {more} more class{'es' if more > 1 else ''} likewise" if more else ""
    least, mean = int(counts.min(axis=0)[rare]), float(counts.mean(axis=0)[rare])
    return f"Class {labels[rare]!r} {fault} (least {least}, mean {mean:.1f}){others}."
