from dataclasses import replace

import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methods
from tests.experiments.checks import made

PLAIN = gn.resample(made.task(120), gn.GaussianNB(), gn.k_fold(5))


def decided_from(predictions, threshold):
    """The same probabilities, cut elsewhere."""
    called = (predictions.probability[:, 1] >= threshold).astype(np.int32)
    return replace(predictions, predicted=called)


def found(predictions, **more):
    return check_methods(results=predictions, only=["GN011"], **more).findings


@pytest.mark.parametrize(
    ("criterion", "measure"), [("f1", "f1"), ("youden", "balanced_accuracy"), ("cost", "accuracy")]
)
def test_a_threshold_chosen_on_held_out_rows_is_found_and_priced(criterion, measure):
    threshold = gn.threshold_of(PLAIN, criterion).threshold
    (finding,) = found(decided_from(PLAIN, threshold))
    assert finding.severity == "error"
    assert finding.cost.gain == pytest.approx(finding.cost.careless.value - finding.cost.careful.value)
    assert finding.cost.gain > 0


def test_the_price_is_that_of_thresholds_chosen_on_the_other_splits():
    chosen = decided_from(PLAIN, gn.threshold_of(PLAIN, "f1").threshold)
    (finding,) = found(chosen)
    called = np.zeros(len(PLAIN.row), dtype=bool)
    for split in range(5):
        here = PLAIN.split == split
        score = PLAIN.probability[:, 1]
        cut = gn.threshold_for(PLAIN.truth[~here] == 1, score[~here], finding_criterion(finding)).threshold
        called[here] = score[here] >= cut
    careful = replace(PLAIN, predicted=called.astype(np.int32))
    assert finding.cost.careful.value == pytest.approx(careful.score(finding.cost.measure))


def finding_criterion(finding):
    return {"f1": "f1", "balanced_accuracy": "youden", "accuracy": "cost"}[finding.cost.measure]


def test_usual_and_given_thresholds_are_silent():
    assert found(PLAIN) == ()
    assert found(decided_from(PLAIN, 0.2)) == ()


def test_a_threshold_chosen_inside_the_training_rows_is_silent():
    inside = gn.ThresholdedClassifier(gn.GaussianNB(), criterion="f1")
    assert found(gn.resample(made.task(120), inside, gn.k_fold(5))) == ()


def test_three_classes_and_scores_without_probabilities_are_silent():
    assert found(gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))) == ()
    assert found(gn.resample(made.task(), gn.LinearSVC(), gn.k_fold(5))) == ()
