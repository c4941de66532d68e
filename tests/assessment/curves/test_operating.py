import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.operating import (
    Conditions,
    constrained_operating_point,
    optimal_operating_point,
)
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import ParameterError

rows = st.lists(st.tuples(st.booleans(), st.integers(-6, 6)), min_size=2, max_size=50).filter(
    lambda result: len({positive for positive, _ in result}) == 2
)
costs = st.floats(0.05, 20)


@given(rows, costs, costs, st.floats(0.05, 0.95))
@settings(max_examples=80)
def test_the_optimal_point_has_minimum_cost_of_all_rules_and_lies_on_the_hull(drawn, miss, alarm, prevalence):
    positive, score = (np.array(column) for column in zip(*drawn))
    curve = roc_curve(positive, score)
    conditions = {"cost_miss": miss, "cost_false_alarm": alarm, "prevalence": prevalence}
    point = optimal_operating_point(curve, **conditions)
    for threshold in [np.inf, *score]:
        called = score >= threshold
        misses = prevalence * miss * np.mean(~called[positive])
        assert point.cost <= misses + (1 - prevalence) * alarm * np.mean(called[~positive]) + 1e-12
    assert point.cost == pytest.approx(optimal_operating_point(roc_convex_hull(curve), **conditions).cost)


def test_a_slope_has_the_points_of_equal_cost_on_one_line():
    conditions = Conditions(prevalence=0.2, cost_miss=3, cost_false_alarm=2)
    fpr = np.array([0.1, 0.2, 0.3])
    assert np.ptp(conditions.cost(fpr, 0.1 + conditions.slope * fpr)) == pytest.approx(0)
    assert conditions.importance == pytest.approx(0.2 * 3 / (0.2 * 3 + 0.8 * 2))


def test_of_equal_costs_the_rule_with_fewer_false_alarms_is_taken():
    curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    assert optimal_operating_point(curve).threshold == 5
    assert optimal_operating_point(roc_convex_hull(curve), prevalence=0.5).threshold == 5


def test_ties_taken_apart_offer_no_rule_that_is_not_there():
    point = optimal_operating_point(roc_curve([1, 0, 1, 0], [2, 2, 2, 1], ties="optimistic"))
    assert (point.fpr, point.tpr) == (0.5, 1.0)


def test_the_prevalence_of_the_sample_is_the_default():
    curve = roc_curve([1, 0, 0, 0, 1], [5, 4, 3, 2, 1])
    assert optimal_operating_point(curve).cost == pytest.approx(
        optimal_operating_point(curve, prevalence=0.4).cost
    )
    with pytest.raises(ParameterError, match="pass prevalence="):
        optimal_operating_point(roc_convex_hull(curve))


@pytest.mark.parametrize(
    "odd", [{"cost_miss": 0}, {"cost_false_alarm": -1}, {"cost_miss": np.inf}, {"prevalence": 0}]
)
def test_odd_conditions_are_refused(odd):
    with pytest.raises(ParameterError, match=next(iter(odd))):
        optimal_operating_point(roc_curve([1, 0], [2, 1]), **odd)


@given(rows, st.floats(0, 1))
@settings(max_examples=80)
def test_a_target_is_held_and_no_better_rule_holds_it(drawn, rate):
    positive, score = (np.array(column) for column in zip(*drawn))
    curve = roc_curve(positive, score)
    by_fpr, by_tpr = (
        constrained_operating_point(curve, fpr=rate),
        constrained_operating_point(curve, tpr=rate),
    )
    assert by_fpr.fpr <= rate
    assert by_tpr.tpr >= rate
    assert by_fpr.tpr == curve.tpr[curve.fpr <= rate].max()
    assert by_tpr.fpr == curve.fpr[curve.tpr >= rate].min()


def test_a_target_with_a_level_is_held_in_that_share_of_samples():
    generator = np.random.default_rng(0)
    positive = np.arange(200) < 80
    misses, unsafe = [], []
    for _ in range(400):
        curve = roc_curve(positive, generator.normal(size=200) + 2 * positive)
        rates = [
            stats.norm.sf(constrained_operating_point(curve, fpr=0.1, level=level).threshold)
            for level in (0.9, None)
        ]
        misses.append(rates[0] > 0.1)
        unsafe.append(rates[1] > 0.1)
    # The bound is exact, and steps between counts make it a little safer.
    assert np.mean(misses) <= 0.1 + 3 * np.sqrt(0.09 / 400)
    assert np.mean(misses) >= 0.02
    assert np.mean(unsafe) > 0.3


def test_a_target_with_a_level_for_the_true_positive_rate_is_held_too():
    generator = np.random.default_rng(1)
    positive = np.arange(200) < 80
    held = []
    for _ in range(300):
        curve = roc_curve(positive, generator.normal(size=200) + 2 * positive)
        held.append(
            stats.norm.sf(constrained_operating_point(curve, tpr=0.8, level=0.9).threshold - 2) >= 0.8
        )
    assert 0.9 - 3 * np.sqrt(0.09 / 300) <= np.mean(held) <= 0.99


def test_a_target_beyond_the_evidence_gives_the_safe_corner():
    curve = roc_curve([1, 0], [2, 1])
    assert constrained_operating_point(curve, fpr=0.01, level=0.95).threshold == np.inf
    everything = constrained_operating_point(curve, tpr=0.99, level=0.95)
    assert (everything.threshold, everything.tpr) == (-np.inf, 1.0)


def test_one_target_is_wanted():
    curve = roc_curve([1, 0], [2, 1])
    for odd in ({}, {"fpr": 0.1, "tpr": 0.9}, {"fpr": 1.1}, {"fpr": 0.1, "level": 95}):
        with pytest.raises(ParameterError):
            constrained_operating_point(curve, **odd)


def test_a_point_reads_well():
    assert str(optimal_operating_point(roc_convex_hull({"A": (0.1, 0.8)}), prevalence=0.5)) == (
        "A: fpr 0.100, tpr 0.800, expected cost 0.15"
    )
    assert optimal_operating_point(roc_curve([1, 0], [2, 1])).frame().columns.tolist() == [
        "owner",
        "threshold",
        "fpr",
        "tpr",
        "cost",
    ]
