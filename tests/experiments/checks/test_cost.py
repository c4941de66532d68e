import pytest

import gnomon as gn
from gnomon.assessment.measures.facts import find_measure
from gnomon.experiments.checks.cost import cost_of
from tests.experiments.checks import synthetic

TASK = synthetic.task(120)


def test_on_the_same_splits_the_gain_is_the_paired_comparison():
    good, poor = gn.resample_each(TASK, [gn.GaussianNB(), gn.Baseline()], gn.k_fold(5))
    for measure, sign in (("accuracy", 1), ("error", -1)):
        cost = cost_of(good, poor, find_measure(measure), 0.95, "")
        compared = gn.compare(good, poor, measure)
        assert cost.gain == pytest.approx(sign * compared.difference)
        assert sorted([cost.lower, cost.upper]) == pytest.approx(
            sorted(sign * end for end in (compared.lower, compared.upper))
        )
        assert cost.gain > 0


def test_on_other_splits_the_ends_of_both_intervals_bound_the_gain():
    first, second = (gn.resample(TASK, gn.GaussianNB(), gn.k_fold(5, random_state=seed)) for seed in (0, 1))
    cost = cost_of(first, second, find_measure("accuracy"), 0.95, "")
    a, b = first.estimate("accuracy", 0.975), second.estimate("accuracy", 0.975)
    assert cost.gain == pytest.approx(a.value - b.value)
    assert (cost.lower, cost.upper) == pytest.approx((a.lower - b.upper, a.upper - b.lower))


def test_no_flattery_is_measured_where_there_is_none():
    for seed in range(10):
        task = synthetic.task(120, seed=seed)
        first, second = (gn.resample(task, gn.GaussianNB(), gn.k_fold(5, random_state=s)) for s in (7, 8))
        cost = cost_of(first, second, find_measure("auc"), 0.95, "")
        assert cost.lower <= 0 <= cost.upper


def test_a_cost_below_zero_retains_its_sign_in_words():
    poor, good = gn.resample_each(TASK, [gn.Baseline(), gn.GaussianNB()], gn.k_fold(5))
    assert "an optimistic bias of -" in cost_of(poor, good, find_measure("accuracy"), 0.95, "").sentence
