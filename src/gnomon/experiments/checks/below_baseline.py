"""GN016: learners no better than a baseline that uses no feature."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.comparison import compare
from gnomon.assessment.predictions import Predictions
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.ties import first_largest

BASELINES = ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")


@methodology_check(
    "GN016",
    "no better than the baseline",
    needs=("predictions",),
    why="Nothing shows that the learner extracts more from the features than the class frequencies, or the "
    "mean, of the target tell without them.",
    how_to_fix="Inspect the data and the measure, or collect more rows, before comparing further; include a "
    "baseline in every design.",
)
def below_baseline(subject: Subject) -> Iterator[Detection]:
    """Learners worse than the majority class or the mean, or not significantly different from it.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> random = np.random.default_rng(0)
    >>> noise = gn.Task(random.normal(size=(60, 3)), random.integers(2, size=60))
    >>> predictions = gn.resample(noise, gn.GaussianNB(), gn.k_fold(5))
    >>> check_methodology(results=predictions, only=["GN016"]).codes
    ('GN016',)
    """
    for task, by_learner in subject.predictions.items():
        for name, predictions in by_learner.items():
            if any(name.startswith(each) or predictions.learner.startswith(each) for each in BASELINES):
                continue
            try:
                comparison = compare(
                    predictions,
                    baseline_predictions(predictions),
                    subject.measure(task),
                    level=subject.probe.level,
                )
            except GnomonError:
                continue
            if comparison.verdict != "better":
                severity = "warning" if comparison.verdict == "worse" else "note"
                yield Detection(severity, Place(task, learner=name), comparison.sentence)


def baseline_predictions(predictions: Predictions) -> Predictions:
    """Baseline predictions: the majority class, or the mean, of the rows that are not held out.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.k_fold(5))
    >>> round(baseline_predictions(predictions).score("accuracy"), 3)
    0.333
    """
    frequencies = [_of_others(predictions, split) for split in np.unique(predictions.split)]
    sizes = np.unique(predictions.split, return_counts=True)[1]
    baseline = np.repeat(np.array(frequencies), sizes, axis=0)
    if predictions.classes is None:
        return replace(
            predictions, learner="the baseline", setting={}, predicted=baseline[:, 0], decision=None
        )
    predicted_class = first_largest(baseline).astype(predictions.predicted.dtype)
    return replace(
        predictions,
        learner="the baseline",
        setting={},
        predicted=predicted_class,
        probability=baseline,
        decision=None,
    )


def _of_others(predictions: Predictions, split: int) -> Array:
    """The class frequencies, or the mean, over the rows that a split does not hold out."""
    held = np.isin(predictions.row, predictions.row[predictions.split == split])
    # A single hold-out has predictions for no other rows: use the frequencies of the held-out rows.
    rows = ~held if not held.all() else held
    _, first = np.unique(predictions.row[rows], return_index=True)
    truth = predictions.truth[rows][first]
    if predictions.classes is None:
        return np.array([np.mean(truth)])
    counts = np.bincount(truth, minlength=len(predictions.classes))
    return counts / counts.sum()
