"""GN013: too few rows of a class in a training or test set."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Flags, Integers
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject

MIN_ROWS = 5
SINGLE = ("leave-one-out", "leave-groups-out")


@methodology_check(
    "GN013",
    "too few rows of a class in a fold",
    needs=("tasks", "splits"),
    why="Measures of a class with very few rows in a test set are undefined or very noisy, and a class "
    "that is absent from a training set cannot be predicted.",
    how_to_fix="Use fewer folds, stratify (the default of k_fold), or merge rare classes.",
)
def few_rows(subject: Subject) -> Iterator[Detection]:
    """Classes absent from a training set, or with fewer than five rows in a held-out set.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> task = gn.Task(np.arange(60.0)[:, None], ["ill"] * 10 + ["well"] * 50)
    >>> print(check_methodology(task, plan=gn.k_fold(5), only=["GN013"]).findings[0].message)
    Class 'ill' has fewer than 5 rows in some held-out set (minimum 2, mean 2.0).
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
        message = _message(labels, present & (train.min(axis=0) == 0), train, "is absent from a training set")
        if message:
            # No plan can put a class of one row into both the training and the test set.
            lacking = present & (train.min(axis=0) == 0)
            is_curable = bool((np.bincount(task.codes, minlength=n_classes)[lacking] > 1).any())
            yield Detection("error" if is_curable else "warning", Place(name), message)
        elif subject.splits[name].design.method not in SINGLE:
            is_rare = present & (held.min(axis=0) < MIN_ROWS)
            problem = f"has fewer than {MIN_ROWS} rows in some held-out set"
            if message := _message(labels, is_rare, held, problem):
                severity = "warning" if (held.min(axis=0)[present] == 0).any() else "note"
                yield Detection(severity, Place(name), message)


def _message(labels: list[str], which: Flags, counts: Integers, problem: str) -> str:
    if not which.any():
        return ""
    rare = int(np.flatnonzero(which)[np.argmin(counts.min(axis=0)[which])])
    more = int(which.sum()) - 1
    others = f" and {more} more class{'es' if more > 1 else ''} likewise" if more else ""
    minimum, mean = int(counts.min(axis=0)[rare]), float(counts.mean(axis=0)[rare])
    return f"Class {labels[rare]!r} {problem} (minimum {minimum}, mean {mean:.1f}){others}."
