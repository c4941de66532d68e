"""GN016: learners that are no better than a guess that looks at no column."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.comparison import compare
from gnomon.assessment.predictions import Predictions
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.ties import first_largest

BASELINES = ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")


@method_check(
    "GN016",
    "no better than a guess",
    needs=("predictions",),
    why="The columns, as this learner reads them, tell nothing that the frequencies of the target do not.",
    way_out="Look at the data and the measure before comparing further; keep Baseline in every design.",
)
def below_baseline(subject: Subject) -> Iterator[Sighting]:
    """Learners worse than the most frequent class or the mean, or that cannot be told from it.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> random = np.random.default_rng(0)
    >>> noise = gn.Task(random.normal(size=(60, 3)), random.integers(2, size=60))
    >>> predictions = gn.resample(noise, gn.GaussianNB(), gn.k_fold(5))
    >>> check_methodology(results=predictions, only=["GN016"]).codes
    ('GN016',)
    """
    for task, found in subject.predictions.items():
        for name, predictions in found.items():
            if any(name.startswith(each) or predictions.learner.startswith(each) for each in BASELINES):
                continue
            try:
                told = compare(
                    predictions, guess(predictions), subject.measure(task), level=subject.probe.level
                )
            except GnomonError:
                continue
            if told.verdict != "better":
                severity = "warning" if told.verdict == "worse" else "note"
                yield Sighting(severity, f"task {task!r}, learner {name!r}", told.sentence)


def guess(predictions: Predictions) -> Predictions:
    """What the most frequent class, or the mean, of the rows not held out would have predicted.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(5))
    >>> round(guess(predictions).score("accuracy"), 3)
    0.333
    """
    shares = [_of_others(predictions, split) for split in np.unique(predictions.split)]
    sizes = np.unique(predictions.split, return_counts=True)[1]
    given = np.repeat(np.array(shares), sizes, axis=0)
    if predictions.classes is None:
        return replace(predictions, learner="a guess", setting={}, predicted=given[:, 0], decision=None)
    called = first_largest(given).astype(predictions.predicted.dtype)
    return replace(
        predictions, learner="a guess", setting={}, predicted=called, probability=given, decision=None
    )


def _of_others(predictions: Predictions, split: int) -> Array:
    """The shares of the classes, or the mean, over the rows that a split does not hold out."""
    held = np.isin(predictions.row, predictions.row[predictions.split == split])
    # A hold-out tells of no other rows: its own frequencies are as good a guess as can be.
    rows = ~held if not held.all() else held
    _, first = np.unique(predictions.row[rows], return_index=True)
    truth = predictions.truth[rows][first]
    if predictions.classes is None:
        return np.array([np.mean(truth)])
    counts = np.bincount(truth, minlength=len(predictions.classes))
    return counts / counts.sum()
