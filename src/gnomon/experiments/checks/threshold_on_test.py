"""GN011: a decision threshold tuned on the test rows."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.assessment.curves.threshold_counts import threshold_counts
from gnomon.assessment.decisions.thresholds import MAXIMIZED, choose
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject

DEFAULT_THRESHOLD = 0.5
MIN_RATE = 0.01
ALPHA, WARNING_ALPHA = 0.01, 0.2
MEASURES = {"cost": "accuracy", "youden": "balanced_accuracy", "f1": "f1"}


@methodology_check(
    "GN011",
    "decision threshold tuned on test rows",
    needs=("predictions",),
    why="The threshold that is best for these rows is evaluated on the same rows: part of its gain is "
    "chance.",
    how_to_fix="Tune the threshold within each training set: ThresholdedClassifier(learner, criterion='f1').",
)
def threshold_on_test(subject: Subject) -> Iterator[Detection]:
    """Decisions by one threshold in all splits, other than 0.5, that is exactly optimal on the test rows.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> predictions = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> best = gn.decisions.choose_threshold_of(predictions, "f1").threshold
    >>> called = (predictions.probability[:, 1] >= best).astype(np.int32)
    >>> check_methodology(results=replace(predictions, predicted=called), only=["GN011"]).codes
    ('GN011',)
    """
    for task, by_learner in subject.predictions.items():
        for name, predictions in by_learner.items():
            between = common_threshold(predictions)
            # Predicting the more likely class is the default, for ties too.
            if between is None or between[0] <= DEFAULT_THRESHOLD <= between[1]:
                continue
            positive, score = _scored(predictions)
            criterion, share = _fitted_criterion(positive, score, between)
            if criterion:
                message = (
                    f"{name} predicts the positive class from a score of {between[1]:.3g} in every split, "
                    f"exactly the threshold that maximizes {MEASURES[criterion]} on the held-out rows; "
                    f"{100 * share:.2g} % of all thresholds are as good."
                )
                p = len(MEASURES) * len(by_learner) * share
                severity = "error" if p <= ALPHA else "warning" if p <= WARNING_ALPHA else ""
                if severity:
                    cost = _cost(subject, predictions, criterion)
                    yield Detection(severity, Place(task, learner=name), message, cost)


def common_threshold(predictions: Predictions) -> tuple[float, float] | None:
    """The interval (low, high] that contains the common threshold of all splits.

    None if decisions are not by one threshold on the probability, or there are more than two classes.

    >>> import gnomon as gn
    >>> predictions = gn.resample(gn.load("breast-cancer"), gn.GaussianNB(), gn.k_fold(5))
    >>> low, high = common_threshold(predictions)
    >>> low < 0.5 <= high
    True
    """
    if predictions.classes is None or len(predictions.classes) != 2 or predictions.probability is None:
        return None
    is_positive, score = _predicted_positive(predictions), _scored(predictions)[1]
    if is_positive.all() or not is_positive.any():
        return None
    low, high = float(score[~is_positive].max()), float(score[is_positive].min())
    return (low, high) if low < high else None


def _scored(predictions: Predictions) -> tuple[Flags, Floats]:
    assert predictions.probability is not None
    code = _positive(predictions)
    return predictions.truth == code, predictions.probability[:, code]


def _predicted_positive(predictions: Predictions) -> Flags:
    return np.asarray(predictions.predicted == _positive(predictions))


def _positive(predictions: Predictions) -> int:
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    return classes.index(predictions.positive) if predictions.positive in classes else len(classes) - 1


def _fitted_criterion(positive: Flags, score: Floats, between: tuple[float, float]) -> tuple[str, float]:
    """The criterion that this threshold maximizes, if any, and the fraction of thresholds that are as good.

    A threshold fixed beforehand is optimal on these rows by chance with about that probability. Thresholds
    with hardly any positives or negatives are not counted: nobody would fix them beforehand.
    """
    if positive.all() or not positive.any():
        return "", 1.0
    thresholds = threshold_counts(positive, score)
    index = int(np.flatnonzero(thresholds.threshold >= between[1]).max())
    positive_rate = (thresholds.true_positives + thresholds.false_positives) / len(score)
    is_plausible = (positive_rate >= MIN_RATE) & (positive_rate <= 1 - MIN_RATE)
    if not is_plausible[index]:
        return "", 1.0
    for criterion in MEASURES:
        values = MAXIMIZED[criterion](thresholds, (1.0, 1.0))
        is_best = values >= values.max() - 1e-9 * abs(values.max())
        if is_best[index]:
            return criterion, float(np.sum(is_best & is_plausible) / np.sum(is_plausible))
    return "", 1.0


def _cost(subject: Subject, predictions: Predictions, criterion: str) -> Cost | None:
    """The bias, with the threshold of each split tuned on the rows of the other splits, without refitting."""
    if not subject.probe.is_wanted or len(np.unique(predictions.split)) < 2:
        return None
    positive, score = _scored(predictions)
    code = _positive(predictions)
    decided = predictions.predicted.copy()
    try:
        for split in np.unique(predictions.split):
            here = predictions.split == split
            others = ~np.isin(predictions.row, predictions.row[here])
            if not others.any():
                return None
            cut = choose(
                threshold_counts(positive[others], score[others]), criterion, None, (1.0, 1.0)
            ).threshold
            decided[here] = np.where(score[here] >= cut, code, 1 - code)
        careful = replace(predictions, predicted=decided)
        measure = find_measure(MEASURES[criterion])
        how = "thresholds tuned on the rows of the other splits"
        return cost_of(predictions, careful, measure, subject.probe.level, how)
    except GnomonError:
        return None
