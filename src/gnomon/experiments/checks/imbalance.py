"""GN012: accuracy as the measure under class imbalance."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.default_measure import LARGEST_SHARE


@methodology_check(
    "GN012",
    "accuracy with imbalanced classes",
    needs=("targets",),
    why="Always predicting the majority class scores as high, and the minority class hardly affects the "
    "score.",
    how_to_fix="Report balanced_accuracy, mcc, auc or average_precision, or the expected misclassification "
    "cost.",
)
def imbalance(subject: Subject) -> Iterator[Detection]:
    """Accuracy or error as the reported measure where the majority class has 80 % of the rows or more.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> task = gn.Task(np.arange(50.0)[:, None], ["ill"] * 5 + ["well"] * 45)
    >>> print(check_methodology(task, measure="accuracy", only=["GN012"]).findings[0].message)
    One class has 90.0 % of the rows, so always predicting it has accuracy 0.900.
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
        majority = (
            f"One class has {100 * share:.1f} % of the rows, so always predicting it has accuracy {share:.3f}"
        )
        best = _best(subject, name) if name in subject.predictions else ""
        yield Detection("warning" if is_reported else "note", Place(name), f"{majority}{best}.")


def _counts(subject: Subject, name: str) -> Integers | None:
    """Number of rows per class; None for regression."""
    if name in subject.tasks:
        codes = subject.tasks[name].codes
        return None if codes is None else np.bincount(codes)
    predictions = next(iter(subject.predictions[name].values()))
    if predictions.classes is None:
        return None
    first = np.unique(predictions.row, return_index=True)[1]
    return np.bincount(predictions.truth[first])


def _best(subject: Subject, name: str) -> str:
    winner = subject.winner(name)
    predictions = subject.predictions[name][winner]
    try:
        accuracy, balanced = (predictions.score(each) for each in ("accuracy", "balanced_accuracy"))
    except GnomonError:
        return ""
    return f"; {winner} has accuracy {accuracy:.3f}, and balanced accuracy {balanced:.3f}"
