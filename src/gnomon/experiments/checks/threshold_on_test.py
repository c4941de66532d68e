"""GN011: a threshold chosen on the rows that the decisions are then measured on."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.assessment.curves.cuts import cuts
from gnomon.assessment.decisions.thresholds import GREATEST, choose
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject

USUAL = 0.5
FEWEST_CALLED = 0.01
BY_CHANCE, DOUBTFUL = 0.01, 0.2
MEASURES = {"cost": "accuracy", "youden": "balanced_accuracy", "f1": "f1"}


@method_check(
    "GN011",
    "a threshold chosen on test rows",
    needs=("predictions",),
    why="The cut that fits these rows best is measured on these rows, so that its gain is partly luck.",
    way_out="Choose the threshold inside each training set: ThresholdedClassifier(learner, criterion='f1').",
)
def threshold_on_test(subject: Subject) -> Iterator[Sighting]:
    """Decisions by one threshold in all splits, not the usual one, just that which serves these rows best.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> predictions = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> best = gn.decisions.choose_threshold_of(predictions, "f1").threshold
    >>> called = (predictions.probability[:, 1] >= best).astype(np.int32)
    >>> check_methodology(results=replace(predictions, predicted=called), only=["GN011"]).codes
    ('GN011',)
    """
    for task, found in subject.predictions.items():
        for name, predictions in found.items():
            between = common_threshold(predictions)
            # The likelier class is the usual call, also of rows whose two classes are as likely.
            if between is None or between[0] <= USUAL <= between[1]:
                continue
            positive, score = _scored(predictions)
            criterion, share = _fitted_criterion(positive, score, between)
            if criterion:
                told = (
                    f"{name} calls rows positive from a score of {between[1]:.3g} on in every split, just "
                    f"the cut that is best by {MEASURES[criterion]} on the held-out rows; of all cuts "
                    f"{100 * share:.2g} % are as good."
                )
                by_chance = len(MEASURES) * len(found) * share
                severity = "error" if by_chance <= BY_CHANCE else "warning" if by_chance <= DOUBTFUL else ""
                if severity:
                    cost = _cost(subject, predictions, criterion)
                    yield Sighting(severity, f"task {task!r}, learner {name!r}", told, cost)


def common_threshold(predictions: Predictions) -> tuple[float, float] | None:
    """The scores between which one threshold for all splits lies: above the first, up to the second.

    None where decisions are not by one threshold on the probability, or there are more classes than two.

    >>> import gnomon as gn
    >>> predictions = gn.resample(gn.load("breast-cancer"), gn.GaussianNB(), gn.k_fold(5))
    >>> low, high = common_threshold(predictions)
    >>> low < 0.5 <= high
    True
    """
    if predictions.classes is None or len(predictions.classes) != 2 or predictions.probability is None:
        return None
    is_called, score = _is_called(predictions), _scored(predictions)[1]
    if is_called.all() or not is_called.any():
        return None
    low, high = float(score[~is_called].max()), float(score[is_called].min())
    return (low, high) if low < high else None


def _scored(predictions: Predictions) -> tuple[Flags, Floats]:
    assert predictions.probability is not None
    code = _positive(predictions)
    return predictions.truth == code, predictions.probability[:, code]


def _is_called(predictions: Predictions) -> Flags:
    return np.asarray(predictions.predicted == _positive(predictions))


def _positive(predictions: Predictions) -> int:
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    return classes.index(predictions.positive) if predictions.positive in classes else len(classes) - 1


def _fitted_criterion(positive: Flags, score: Floats, between: tuple[float, float]) -> tuple[str, float]:
    """The criterion that these rows are best by at this threshold, if any, and the share of cuts as good.

    A threshold chosen beforehand is the best of these rows by luck with about that probability. Cuts that
    call hardly a row, or nearly all, are left out of the count: nobody would choose them beforehand.
    """
    if positive.all() or not positive.any():
        return "", 1.0
    found = cuts(positive, score)
    place = int(np.flatnonzero(found.threshold >= between[1]).max())
    called = (found.caught + found.alarms) / len(score)
    is_usual = (called >= FEWEST_CALLED) & (called <= 1 - FEWEST_CALLED)
    if not is_usual[place]:
        return "", 1.0
    for criterion in MEASURES:
        values = GREATEST[criterion](found, (1.0, 1.0))
        is_best = values >= values.max() - 1e-9 * abs(values.max())
        if is_best[place]:
            return criterion, float(np.sum(is_best & is_usual) / np.sum(is_usual))
    return "", 1.0


def _cost(subject: Subject, predictions: Predictions, criterion: str) -> Cost | None:
    """The same decisions by thresholds chosen for each split on the rows of the others, without a refit."""
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
            cut = choose(cuts(positive[others], score[others]), criterion, None, (1.0, 1.0)).threshold
            decided[here] = np.where(score[here] >= cut, code, 1 - code)
        careful = replace(predictions, predicted=decided)
        measure = find_measure(MEASURES[criterion])
        how = "thresholds chosen on the rows of the other splits"
        return cost_of(predictions, careful, measure, subject.probe.level, how)
    except GnomonError:
        return None
