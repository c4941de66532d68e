import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.curves.lift import lift_curve, lift_curve_of
from gnomon.assessment.measures import auc
from gnomon.errors import ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 3)), min_size=2, max_size=40
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows)
@settings(max_examples=50)
def test_the_area_under_the_gains_is_the_auc_in_disguise(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    share = np.average(positive, weights=weight)
    expected = share / 2 + (1 - share) * auc(positive, score, weight.astype(float))
    assert lift_curve(positive, score, weight).area == pytest.approx(expected)


@given(rows)
@settings(max_examples=50)
def test_lift_is_precision_over_prevalence(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    curve = lift_curve(positive, score, weight)
    for threshold, value in zip(curve.threshold[1:], curve.lift[1:]):
        above = score >= threshold
        precision = np.average(positive[above], weights=weight[above])
        assert value == pytest.approx(precision / np.average(positive, weights=weight))
    assert curve.lift[-1] == pytest.approx(1)


def test_equal_scores_are_averaged_over_their_orders():
    positive, score = [1, 0, 0, 1], [0.9, 0.5, 0.5, 0.5]
    # The second selected row is any of three, one of them positive: 1 + 1/3 of 2 positives.
    assert lift_curve(positive, score).gain_at(0.5) == pytest.approx((1 + 1 / 3) / 2)
    assert lift_curve(positive, score).lift_at(0.5) == pytest.approx(4 / 3)


def test_gain_runs_from_nothing_to_everything():
    curve = lift_curve([1, 0, 1], [3, 2, 1])
    assert curve.gain_at([0, 1]).tolist() == [0, 1]
    assert list(curve.frame()) == ["threshold", "share", "gain", "lift"]


@pytest.mark.parametrize("share", [0, -1, 1.5, np.nan])
def test_the_lift_of_no_rows_or_more_than_all_is_refused(share):
    with pytest.raises(ParameterError, match="share"):
        lift_curve([1, 0], [2, 1]).lift_at(share)


def test_the_way_in_reads_held_out_rows():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.hold_out(0.5))
    curve = lift_curve_of(predictions)
    assert 1 < curve.lift_at(0.1) <= 1 / curve.counts.prevalence + 1e-12
