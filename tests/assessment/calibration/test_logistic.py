import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import logit
from sklearn.base import clone
from sklearn.calibration import _sigmoid_calibration
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gnomon.assessment.calibration.logistic import LogisticCalibration
from gnomon.errors import DataError, ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(-5, 5), st.integers(1, 3)), min_size=2, max_size=30
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows)
@settings(max_examples=40)
def test_platts_curve_is_that_of_scikit_learn(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    a, b = _sigmoid_calibration(score.astype(float), positive.astype(float), weight.astype(float))
    expected = 1 / (1 + np.exp(a * score + b))
    mine = LogisticCalibration().fit(score, positive, weight).probability(score)
    # Theirs stops at a gradient of 1e-6; the likelihood of ours is no less.
    targets = np.where(positive, (weight[positive].sum() + 1) / (weight[positive].sum() + 2), 0)
    targets = np.where(positive, targets, 1 / (weight[~positive].sum() + 2))

    def loss(p):
        return -(weight * (targets * np.log(p) + (1 - targets) * np.log1p(-p))).sum()

    assert loss(mine) <= loss(expected) + 1e-9
    assert np.allclose(mine, expected, atol=2e-3)


@given(rows)
@settings(max_examples=40)
def test_weights_are_repetition(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    for method in ("likelihood", "d prime"):
        if method == "d prime" and (np.ptp(score[positive]) == 0 or np.ptp(score[~positive]) == 0):
            continue
        fresh = LogisticCalibration(method=method)
        weighted = clone(fresh).fit(score, positive, weight)
        repeated = clone(fresh).fit(np.repeat(score, weight), np.repeat(positive, weight))
        assert weighted.slope_ == pytest.approx(repeated.slope_, abs=1e-6)
        assert weighted.intercept_ == pytest.approx(repeated.intercept_, abs=1e-6)


def test_the_mean_probability_is_the_share_of_positives_where_nothing_smooths():
    random = np.random.default_rng(1)
    positive = random.random(300) < 0.3
    score = random.normal(positive, 1)
    result = LogisticCalibration(smoothing=False).fit(score, positive)
    assert result.probability(score).mean() == pytest.approx(positive.mean())


def test_normal_scores_have_one_slope_by_either_method():
    random = np.random.default_rng(2)
    positive = random.random(20_000) < 0.3
    score = random.normal(1.5 * positive, 1)
    spread, likelihood = (
        LogisticCalibration(method=method, smoothing=False).fit(score, positive)
        for method in ("d prime", "likelihood")
    )
    assert spread.d_prime_ == pytest.approx(1.5, abs=0.05)
    assert spread.slope_ == pytest.approx(likelihood.slope_, abs=0.06)
    assert spread.intercept_ == pytest.approx(likelihood.intercept_, abs=0.06)


def test_another_prior_moves_the_log_odds_by_the_same_for_every_score():
    score, positive = [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 1, 0, 0, 1, 1]
    sample, even = (LogisticCalibration(prior=prior).fit(score, positive) for prior in (None, 0.5))
    assert np.allclose(even.log_odds(score) - sample.log_odds(score), -logit(3 / 8))
    assert even.probability([even.center_]) == pytest.approx([0.5])


def test_a_falling_score_is_turned_round_unless_that_is_forbidden():
    score, positive = [1, 2, 3, 4, 5, 6], [1, 1, 0, 1, 0, 0]
    assert LogisticCalibration().fit(score, positive).direction_ == -1
    flat = LogisticCalibration(increasing=True).fit(score, positive)
    assert flat.slope_ == 0
    assert flat.probability([0, 9]) == pytest.approx([0.5, 0.5])


def test_constant_scores_give_the_share():
    for method in ("likelihood", "d prime"):
        result = LogisticCalibration(method=method, smoothing=False).fit([5, 5, 5, 5], [1, 0, 0, 0])
        assert result.probability([5, 9]) == pytest.approx([0.25, 0.25])
        assert result.center_ == np.inf


def test_scores_that_part_the_classes_are_finite_with_smoothing_and_refused_without():
    score, positive = [1, 2, 3, 4], [0, 0, 1, 1]
    assert 0 < LogisticCalibration().fit(score, positive).probability([1])[0] < 0.3
    with pytest.raises(DataError, match="smoothing=True"):
        LogisticCalibration(smoothing=False).fit(score, positive)
    with pytest.raises(DataError, match="d' is infinite"):
        LogisticCalibration(method="d prime").fit([1, 1, 3, 3], positive)


def test_it_is_a_transformer_of_one_column():
    score, positive = np.array([[1.0], [2.0], [3.0], [4.0]]), [0, 1, 0, 1]
    pipeline = make_pipeline(StandardScaler(), LogisticCalibration())
    column = pipeline.fit(score, positive).transform(score)
    assert column.shape == (4, 1)
    assert np.allclose(column[:, 0], LogisticCalibration().fit(score, positive).probability(score[:, 0]))


@pytest.mark.parametrize(
    ("options", "score", "positive", "error", "message"),
    [
        ({"prior": 1.0}, [1, 2], [0, 1], ParameterError, "prior=1.0"),
        ({"method": "platt"}, [1, 2], [0, 1], ParameterError, "method='platt'"),
        ({}, [1, np.nan], [0, 1], DataError, "row 1"),
        ({}, [1, np.inf], [0, 1], DataError, "infinite"),
        ({}, [[1, 2], [3, 4]], [0, 1], DataError, "one number per row"),
        ({}, [1, 2], [1, 1], DataError, "no row is negative"),
    ],
)
def test_what_has_no_meaning_is_refused(options, score, positive, error, message):
    with pytest.raises(error, match=message):
        LogisticCalibration(**options).fit(score, positive)
