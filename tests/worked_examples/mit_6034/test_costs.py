"""Worked examples of costs: the choice between two classifiers, and the threshold of least expected cost."""

import numpy as np
import pytest

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


def test_expected_cost_over_all_thresholds_by_the_formula():
    """6.034 notes, slide 8.4.59."""
    # The scores of the example are not printed; these stand in. EC(x) = C1 P (1 - TP) + C2 (1 - P) FP.
    random = np.random.default_rng(0)
    positive = np.arange(683) < 239
    score = random.normal(2.5 * positive - 1, 1)
    for miss, alarm in ((1, 1), (10, 1), (1, 10)):
        table = cost_by_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm)
        by_hand = [
            miss * 239 / 683 * np.mean(score[positive] < x)
            + alarm * 444 / 683 * np.mean(score[~positive] >= x)
            for x in table.threshold
        ]
        assert table.cost.tolist() == pytest.approx(by_hand)
        assert table.cost.min() <= table.cost_at(0.0)
        chosen = choose_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm)
        assert chosen.threshold == table.best == table.threshold[np.argmin(by_hand)]


def test_costly_misses_lower_the_threshold_and_costly_false_alarms_raise_it():
    """6.034 notes, slide 8.4.59."""
    random = np.random.default_rng(0)
    positive = np.arange(683) < 239
    score = random.normal(2.5 * positive - 1, 1)

    def best(miss, alarm):
        return cost_by_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm).best

    assert best(10, 1) < best(1, 1) < best(1, 10)
