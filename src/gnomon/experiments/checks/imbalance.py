"""GN012: accuracy as the measure where one class has nearly all the rows."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.default_measure import LARGEST_SHARE


@method_check(
    "GN012",
    "accuracy under imbalance",
    needs=("targets",),
    why="A learner that always says the larger class scores as high, and the rows that matter hardly count.",
    way_out="Report balanced_accuracy, mcc, auc or average_precision, or the expected cost of errors.",
)
def imbalance(subject: Subject) -> Iterator[Sighting]:
    """Accuracy or error reported, or about to be, where one class has four rows in five or more.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> task = gn.Task(np.arange(50.0)[:, None], ["ill"] * 5 + ["well"] * 45)
    >>> print(check_methodology(task, measure="accuracy", only=["GN012"]).findings[0].found)
    One class has 90.0 % of the rows, so that accuracy 0.900 comes for nothing.
    """
    for name in dict.fromkeys([*subject.tasks, *subject.predictions]):
        is_reported = name in subject.measures
        measure = subject.measures[name].name if is_reported else "accuracy"
        counts = _counts(subject, name)
        if (
            measure not in ("accuracy", "error")
            or counts is None
            or counts.max() < LARGEST_SHARE * counts.sum()
        ):
            continue
        share = counts.max() / counts.sum()
        found = (
            f"One class has {100 * share:.1f} % of the rows, so that accuracy {share:.3f} comes for nothing"
        )
        told = _winner(subject, name) if name in subject.predictions else ""
        yield Sighting("warning" if is_reported else "note", f"task {name!r}", f"{found}{told}.")


def _counts(subject: Subject, name: str) -> Integers | None:
    """Rows of each class; None for numbers."""
    if name in subject.tasks:
        codes = subject.tasks[name].codes
        return None if codes is None else np.bincount(codes)
    predictions = next(iter(subject.predictions[name].values()))
    if predictions.classes is None:
        return None
    first = np.unique(predictions.row, return_index=True)[1]
    return np.bincount(predictions.truth[first])


def _winner(subject: Subject, name: str) -> str:
    winner = subject.winner(name)
    predictions = subject.predictions[name][winner]
    try:
        accuracy, balanced = (predictions.score(each) for each in ("accuracy", "balanced_accuracy"))
    except GnomonError:
        return ""
    return f"; {winner} has accuracy {accuracy:.3f}, and {balanced:.3f} where every class counts alike"
