"""Worked examples of costs and ROC curves: corners, dominance, crossing."""

import numpy as np
import pytest

from gnomon.assessment.curves.crossing import cheapest_classifiers, roc_crossings, roc_dominates
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.operating import optimal_operating_point
from gnomon.assessment.curves.roc import roc_curve

# Ten ill and ten healthy people: the first classifier finds nine at four false alarms, the second seven at
# one.
ill = np.arange(20) < 10
first = roc_curve(ill, np.r_[np.arange(10) < 9, np.arange(10) < 4], name="1")
second = roc_curve(ill, np.r_[np.arange(10) < 7, np.arange(10) < 1], name="2")


def test_the_choice_turns_at_one_and_a_half_times_the_odds():
    """6.034 notes, slide 8.4.53."""
    found = cheapest_classifiers({"1": (0.4, 0.9), "2": (0.1, 0.7)})
    place = found.names.index("2")
    for prevalence, ratio in ((0.01, 148.5), (0.1, 13.5), (0.5, 1.5), (0.6, 1.0)):
        assert found.cost_ratios(prevalence)[place] == pytest.approx(ratio)


def test_costs_at_one_positive_in_ten():
    """6.034 notes, slide 8.4.53."""
    both = roc_convex_hull([first, second])
    costly = optimal_operating_point(both, cost_miss=100, prevalence=0.1)
    # Where a miss costs a hundred false alarms, calling everyone ill (0.9) beats both (1.36 and 3.09).
    assert (costly.owner, costly.cost) == ("always positive", pytest.approx(0.9))
    even = optimal_operating_point(both, prevalence=0.1)
    # Where both mistakes cost the same, calling no one ill (0.1) beats both (0.37 and 0.12).
    assert (even.owner, even.cost) == ("never positive", pytest.approx(0.1))
    assert optimal_operating_point(both, cost_miss=20, prevalence=0.1).owner == "1"
    assert optimal_operating_point(both, cost_miss=5, prevalence=0.1).owner == "2"


def test_neither_classifier_dominates():
    """6.034 notes, slide 8.4.53."""
    assert not roc_dominates(first, second)
    assert not roc_dominates(second, first)
    found = roc_crossings(first, second)
    assert found.frame().above.tolist() == ["2", "1"]


def test_corners_of_always_0_always_1_and_the_ideal():
    """6.034 notes, slide 8.4.60."""
    curve = roc_curve(ill, ill)
    assert list(zip(curve.fpr, curve.tpr)) == [(0, 0), (0, 1), (1, 1)]


def test_a_dominating_curve_is_better_at_every_cost():
    """6.034 notes, slide 8.4.63."""
    good, bad = roc_curve(ill, -np.arange(20)), second
    assert roc_dominates(good, bad)
    for ratio in (0.01, 0.1, 1, 10, 100):
        costs = [optimal_operating_point(each, cost_miss=ratio).cost for each in (good, bad)]
        assert costs[0] <= costs[1]


def test_read_offs_at_a_fixed_rate():
    """6.034 notes, slide 8.4.63."""
    assert first.tpr_at(0.4) == pytest.approx(0.9)
    assert first.tpr_at(0.2) == pytest.approx(0.45)
    assert second.fpr_at(0.7) == pytest.approx(0.1)
    assert first.fpr_at(0.7) == pytest.approx(0.4 * 7 / 9)
