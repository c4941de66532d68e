import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.curves.cost import cost_curve, cost_curve_of, probability_cost
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.decisions.rate_costs import cost_by_threshold
from gnomon.errors import ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.integers(1, 3)), min_size=2, max_size=40
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows, st.floats(0, 1))
@settings(max_examples=60)
def test_the_envelope_is_the_minimum_of_all_lines(drawn, x):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    curve = cost_curve(positive, score, weight)
    minimum = (x * (1 - curve.counts.tpr) + (1 - x) * curve.counts.fpr).min()
    assert curve.cost_at(x) == pytest.approx(minimum, abs=1e-12)


@given(rows)
@settings(max_examples=60)
def test_the_envelope_is_the_dual_of_the_roc_hull(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    curve = cost_curve(positive, score, weight)
    vertices = roc_convex_hull(roc_curve(positive, score, weight.astype(float)))
    assert np.allclose(curve.counts.fpr[curve.best], vertices.fpr)
    assert np.allclose(curve.counts.tpr[curve.best], vertices.tpr)
    assert (np.diff(curve.x) >= 0).all()


@given(rows, st.integers(1, 9), st.integers(1, 9))
@settings(max_examples=40)
def test_its_height_times_the_maximum_cost_is_the_minimum_expected_cost(drawn, miss, alarm):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    share = np.average(positive, weights=weight)
    x = probability_cost(share, miss, alarm)
    expected = cost_by_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm, weight=weight)
    greatest = share * miss + (1 - share) * alarm
    curve = cost_curve(positive, score, weight)
    assert curve.cost_at(x) * greatest == pytest.approx(expected.cost.min())
    assert expected.cost_at(float(curve.threshold_at(x))) == pytest.approx(expected.cost.min())


def test_a_useless_ranking_is_useful_nowhere_and_a_perfect_one_costs_nothing():
    useless = cost_curve([1, 0, 1, 0], [1, 1, 1, 1])
    assert useless.area == 0.25
    assert useless.useful == (0.5, 0.5)
    perfect = cost_curve([1, 1, 0, 0], [4, 3, 2, 1])
    assert perfect.area == 0
    assert perfect.threshold_at(0.5) == 3


def test_the_trivial_classifiers_bound_the_curve():
    frame = cost_curve([1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]).frame()
    assert (frame.cost <= frame.trivial + 1e-12).all()


def test_lines_join_the_two_rates_of_error():
    lines = cost_curve([1, 0], [2, 1]).lines()
    assert lines.cost_at_0.tolist() == [0, 0, 1]
    assert lines.cost_at_1.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ((1.5, 1, 1), "prevalence"),
        ((0.5, -1, 1), "cost_miss"),
        ((0.0, 1, 0), "all errors that can occur cost 0"),
    ],
)
def test_conditions_without_meaning_are_refused(conditions, message):
    with pytest.raises(ParameterError, match=message):
        probability_cost(*conditions)


def test_a_place_off_the_axis_is_refused():
    with pytest.raises(ParameterError, match="x="):
        cost_curve([1, 0], [2, 1]).cost_at(1.5)


def test_the_way_in_reads_held_out_rows():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.hold_out(0.5))
    curve = cost_curve_of(predictions)
    low, high = curve.useful
    assert low < 0.5 < high
