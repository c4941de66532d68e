import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import det_curve as sklearn_det_curve
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.curves.detection import det_curve, det_curve_of


def test_rates_are_those_of_scikit_learn():
    random = np.random.default_rng(0)
    positive = random.random(200) < 0.3
    score = np.round(random.normal(positive, 1), 1)
    weight = random.integers(1, 4, 200)
    expected = {
        tuple(np.round(pair, 12))
        for pair in zip(*sklearn_det_curve(positive, score, sample_weight=weight)[:2])
    }
    curve = det_curve(positive, score, weight)
    result = {tuple(np.round(pair, 12)) for pair in zip(curve.false_alarm, curve.miss)}
    assert expected <= result


def test_normal_scores_of_one_spread_lie_on_a_line_of_slope_minus_one():
    # The scores are the quantiles of N(1.5, 1) and N(0, 1): the deviates of the two rates add up to -1.5.
    quantile = (np.arange(4000) + 0.5) / 4000
    score = np.concatenate([stats.norm.ppf(quantile) + 1.5, stats.norm.ppf(quantile)])
    table = det_curve(np.arange(8000) < 4000, score).frame()
    inner = table[(table.false_alarm.between(0.01, 0.99)) & (table.miss.between(0.01, 0.99))]
    assert np.allclose(inner.false_alarm_deviate + inner.miss_deviate, -1.5, atol=0.02)


def test_the_equal_error_rate_of_normal_scores_is_half_the_distance_below():
    quantile = (np.arange(4000) + 0.5) / 4000
    score = np.concatenate([stats.norm.ppf(quantile) + 2, stats.norm.ppf(quantile)])
    assert det_curve(np.arange(8000) < 4000, score).equal_error_rate == pytest.approx(
        stats.norm.cdf(-1), abs=5e-4
    )


@pytest.mark.parametrize(("score", "rate"), [([1, 1, 1, 1], 0.5), ([4, 3, 2, 1], 0.0), ([1, 2, 3, 4], 1.0)])
def test_equal_error_rate_at_the_ends(score, rate):
    assert det_curve([1, 1, 0, 0], score).equal_error_rate == pytest.approx(rate)


def test_deviates_at_the_ends_are_infinite_and_never_missing():
    table = det_curve([1, 0], [2, 1]).frame()
    assert table.notna().all(axis=None)
    assert table.miss_deviate.iloc[0] == np.inf


def test_the_way_in_reads_held_out_rows():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.hold_out(0.5))
    assert 0 < det_curve_of(predictions).equal_error_rate < 0.2
