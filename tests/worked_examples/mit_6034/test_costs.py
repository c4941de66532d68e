"""Worked examples of costs: the choice between two classifiers, and the threshold of least expected cost."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.decisions.rate_costs import break_even, choose_classifier, cost_by_threshold
from gnomon.assessment.decisions.thresholds import choose_threshold

pseuditis = {"1": (0.9, 0.4), "2": (0.7, 0.1)}


@pytest.mark.parametrize(("prevalence", "ratio"), [(0.01, 148.5), (0.1, 13.5), (0.5, 1.5), (0.6, 1.0)])
def test_break_even_of_the_costs_by_prevalence(prevalence, ratio):
    """6.034 notes, slide 8.4.53."""
    assert break_even(*pseuditis.values(), prevalence=prevalence) == pytest.approx(ratio)


def test_costly_misses_favor_the_first_classifier_and_equal_costs_the_second():
    """6.034 notes, slide 8.4.53."""
    dear = choose_classifier(pseuditis, prevalence=0.1, cost_miss=100)
    assert dear.costs == pytest.approx({"1": 1.36, "2": 3.09})
    assert dear.best == "1"
    equal = choose_classifier(pseuditis, prevalence=0.1)
    assert equal.costs == pytest.approx({"1": 0.37, "2": 0.12})
    assert equal.best == "2"


@pytest.fixture(scope="module")
def scored():
    """Truth and held-out scores of a linear support vector machine on the breast-cancer ratings."""
    task = gn.load("breast-cancer-marks")
    predictions = gn.resample(task, gn.SVC(kernel="linear"), gn.k_fold(10, random_state=0), prepare=False)
    return predictions.classes[predictions.truth] == "malignant", predictions.decision


# The notes give the formula, C1 P (1 - TP) + C2 (1 - P) FP, and no figures; these are of our folds.
@pytest.mark.parametrize(
    ("miss", "alarm", "threshold", "cost", "cost_at_0"),
    [(1, 1, -0.68, 0.0278, 0.0366), (10, 1, -0.92, 0.0498, 0.1816), (1, 10, 1.59, 0.1010, 0.2211)],
)
def test_the_threshold_of_least_expected_cost_on_the_breast_cancer_ratings(
    scored, miss, alarm, threshold, cost, cost_at_0
):
    """6.034 notes, slide 8.4.59."""
    positive, score = scored
    table = cost_by_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm)
    assert table.best == pytest.approx(threshold, abs=0.01)
    assert table.cost.min() == pytest.approx(cost, abs=5e-5)
    assert table.cost_at(0.0) == pytest.approx(cost_at_0, abs=5e-5)
    formula = miss * 239 / 683 * np.mean(score[positive] < table.best)
    formula += alarm * 444 / 683 * np.mean(score[~positive] >= table.best)
    assert table.cost.min() == pytest.approx(formula)
    chosen = choose_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm)
    assert chosen.threshold == table.best


def test_costly_misses_lower_the_threshold_and_costly_false_alarms_raise_it(scored):
    """6.034 notes, slide 8.4.59."""

    def best(miss, alarm):
        return cost_by_threshold(*scored, cost_miss=miss, cost_false_alarm=alarm).best

    assert best(10, 1) < best(1, 1) < best(1, 10)
