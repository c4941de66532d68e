import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score
from sklearn.metrics import precision_recall_curve as sklearn_curve
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.curves.precision_recall import precision_recall_curve, precision_recall_curve_of
from gnomon.errors import ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 3)), min_size=2, max_size=40
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows)
@settings(max_examples=50)
def test_average_precision_is_that_of_scikit_learn(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    expected = average_precision_score(positive, score, sample_weight=weight)
    assert precision_recall_curve(positive, score, weight).average_precision == pytest.approx(expected)


@given(rows)
@settings(max_examples=50)
def test_points_are_those_of_scikit_learn_but_for_the_first(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    precision, recall, threshold = sklearn_curve(positive, score, sample_weight=weight)
    curve = precision_recall_curve(positive, score, weight)
    assert np.allclose(curve.precision[1:], precision[:-1][::-1])
    assert np.allclose(curve.recall[1:], recall[:-1][::-1])
    assert np.array_equal(curve.threshold[1:], threshold[::-1])


@given(rows)
@settings(max_examples=50)
def test_the_area_is_the_integral_of_the_points_that_can_be_reached(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    curve = precision_recall_curve(positive, score, weight)
    # Midpoints, so that a jump of the curve at a threshold's own recall is never hit.
    recall = (np.arange(20_000) + 0.5) / 20_000
    assert curve.area == pytest.approx(curve.precision_at(recall).mean(), abs=2e-4)


def test_between_two_thresholds_precision_is_no_straight_line():
    # Davis & Goadrich (2006): from TP 5, FP 5 to TP 10, FP 30 of 20 positives, one positive at a time.
    positive = np.concatenate([[1] * 5, [0] * 5, [1] * 5, [0] * 25, [1] * 10])
    score = np.concatenate([[3] * 10, [2] * 30, [1] * 10])
    result = precision_recall_curve(positive, score).precision_at([0.25, 0.30, 0.35, 0.40, 0.45, 0.50])
    assert result == pytest.approx([0.5, 6 / 16, 7 / 22, 8 / 28, 9 / 34, 0.25])


def test_a_random_ranking_has_the_prevalence_everywhere():
    curve = precision_recall_curve([1, 0, 0, 0], [0.5] * 4)
    assert curve.area == curve.average_precision == curve.baseline == 0.25
    assert curve.precision_at([0, 0.3, 1]) == pytest.approx([0.25] * 3)


def test_a_perfect_ranking_has_area_1_and_the_worst_one_less_than_the_prevalence():
    assert precision_recall_curve([1, 1, 0, 0], [4, 3, 2, 1]).area == pytest.approx(1)
    worst = precision_recall_curve([0, 0, 1, 1], [4, 3, 2, 1])
    assert worst.area < worst.average_precision < worst.baseline
    assert worst.precision[0] == 0


def test_a_rounded_recall_has_its_threshold():
    positive = [1] * 7 + [0] * 5 + [1] * 3
    curve = precision_recall_curve(positive, range(15, 0, -1))
    assert curve.precision_at(0.7) == 1.0
    assert curve.precision_at(7 * 0.1) == 1.0


@pytest.mark.parametrize("recall", [-0.1, 1.1, np.nan])
def test_recall_out_of_range_is_refused(recall):
    with pytest.raises(ParameterError, match="recall"):
        precision_recall_curve([1, 0], [2, 1]).precision_at(recall)


def test_the_way_in_pools_all_splits_or_takes_one():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(4))
    whole, part = precision_recall_curve_of(predictions), precision_recall_curve_of(predictions, split=2)
    assert whole.counts.positives + whole.counts.negatives == 569
    assert part.counts.positives + part.counts.negatives == (predictions.split == 2).sum()
    assert list(whole.frame()) == ["threshold", "recall", "precision"]
