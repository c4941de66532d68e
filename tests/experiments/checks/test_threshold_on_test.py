from dataclasses import replace

import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

PLAIN = gn.resample(synthetic.task(600), gn.GaussianNB(), gn.k_fold(5))


def decided_from(predictions, threshold):
    """The same probabilities, cut elsewhere."""
    called = (predictions.probability[:, 1] >= threshold).astype(np.int32)
    return replace(predictions, predicted=called)


def findings_of(predictions, **more):
    return check_methodology(results=predictions, only=["GN011"], **more).findings


@pytest.mark.parametrize(
    ("criterion", "measure"), [("f1", "f1"), ("youden", "balanced_accuracy"), ("cost", "accuracy")]
)
def test_a_threshold_chosen_on_held_out_rows_is_found_with_its_bias_measured(criterion, measure):
    threshold = gn.decisions.choose_threshold_of(PLAIN, criterion).threshold
    (finding,) = findings_of(decided_from(PLAIN, threshold))
    assert finding.severity == "error"
    assert finding.cost.gain == pytest.approx(finding.cost.careless.value - finding.cost.careful.value)
    assert finding.cost.gain > 0


def test_the_price_is_that_of_thresholds_chosen_on_the_other_splits():
    chosen = decided_from(PLAIN, gn.decisions.choose_threshold_of(PLAIN, "f1").threshold)
    (finding,) = findings_of(chosen)
    called = np.zeros(len(PLAIN.row), dtype=bool)
    for split in range(5):
        here = PLAIN.split == split
        score = PLAIN.probability[:, 1]
        cut = gn.decisions.choose_threshold(
            PLAIN.truth[~here] == 1, score[~here], finding_criterion(finding)
        ).threshold
        called[here] = score[here] >= cut
    careful = replace(PLAIN, predicted=called.astype(np.int32))
    assert finding.cost.careful.value == pytest.approx(careful.score(finding.cost.measure))


def finding_criterion(finding):
    return {"f1": "f1", "balanced_accuracy": "youden", "accuracy": "cost"}[finding.cost.measure]


def test_usual_and_given_thresholds_are_silent():
    assert findings_of(PLAIN) == ()
    assert findings_of(decided_from(PLAIN, 0.2)) == ()


def test_a_threshold_chosen_inside_the_training_rows_is_silent():
    inside = gn.ThresholdedClassifier(gn.GaussianNB(), criterion="f1")
    assert findings_of(gn.resample(synthetic.task(120), inside, gn.k_fold(5))) == ()


def test_of_few_rows_the_best_cut_may_be_luck():
    few = gn.resample(synthetic.task(120), gn.GaussianNB(), gn.k_fold(5))
    (finding,) = findings_of(decided_from(few, gn.decisions.choose_threshold_of(few, "f1").threshold))
    assert finding.severity == "warning"


def test_a_forest_that_calls_hardly_a_row_positive_is_silent():
    """As half of its trees may say yes: such a row is as likely of either class, and is called negative."""
    random = np.random.default_rng(0)
    noise = gn.Task(random.normal(size=(400, 4)), random.random(400) < 0.08)
    plain = gn.resample(noise, gn.GaussianNB(), gn.k_fold(5))
    score = np.round(0.45 * random.random(400), 2)
    truth = np.flatnonzero(plain.truth == 1)
    score[truth[:2]], score[np.flatnonzero(plain.truth == 0)[0]] = [0.6, 0.7], 0.5
    probability = np.column_stack([1 - score, score])
    called = replace(plain, probability=probability, predicted=(score > 0.5).astype(np.int32))
    assert findings_of(called) == ()


def test_two_rows_called_out_of_many_are_no_choice_of_a_threshold():
    score = PLAIN.probability[:, 1].copy()
    first = np.flatnonzero(PLAIN.truth == 1)[:2]
    score[first] = [0.999999, 0.9999999]
    probability = np.column_stack([1 - score, score])
    called = replace(PLAIN, probability=probability, predicted=(score > 0.99999).astype(np.int32))
    assert findings_of(called) == ()


def test_three_classes_and_scores_without_probabilities_are_silent():
    assert findings_of(gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))) == ()
    assert findings_of(gn.resample(synthetic.task(), gn.LinearSVC(), gn.k_fold(5))) == ()
