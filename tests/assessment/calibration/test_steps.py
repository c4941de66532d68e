import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit
from sklearn.isotonic import IsotonicRegression

from gnomon.assessment.calibration.steps import (
    BinnedCalibration,
    CategoricalCalibration,
    IsotonicCalibration,
)
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError, ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 9), st.integers(1, 3)), min_size=2, max_size=40
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows)
@settings(max_examples=60)
def test_at_the_scores_it_was_fitted_to_it_is_scikit_learns(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    expected = IsotonicRegression().fit(score, positive, sample_weight=weight).predict(score)
    mine = IsotonicCalibration(increasing=True).fit(score, positive, weight)
    assert np.allclose(mine.probability(score), expected)


@given(rows)
@settings(max_examples=60)
def test_likelihood_ratios_are_the_slopes_of_the_roc_hull(drawn):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    mine = IsotonicCalibration(increasing=True, prior=0.5).fit(score, positive, weight)
    slopes = roc_convex_hull(roc_curve(positive, score, weight.astype(float))).slopes
    # Under even odds p = LR / (1 + LR), where LR is the slope; the hull goes from the highest score down.
    with np.errstate(invalid="ignore"):
        expected = np.where(np.isinf(slopes), 1.0, slopes / (1 + slopes))
    assert np.allclose(mine.frame().probability, expected[::-1])


@given(rows, st.sampled_from([0.0, 0.5, 1.0, 5.0]), st.sampled_from([None, 0.1, 0.5]))
@settings(max_examples=60)
def test_the_map_rises_in_its_direction_whatever_smooths_it(drawn, smoothing, prior):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    fitted = IsotonicCalibration(smoothing=smoothing, prior=prior).fit(score, positive, weight)
    along = fitted.probability(np.linspace(-1, 10, 45))
    assert (fitted.direction_ * np.diff(along) >= -1e-12).all()
    assert fitted.frame().rows.sum() == weight.sum()


def test_steps_that_smoothing_would_put_out_of_order_are_joined():
    # Shares 8/10 and then 1/1 become 9/12 and 2/3 when one of each kind is added.
    score, positive = [1] * 10 + [2], [1] * 8 + [0] * 2 + [1]
    frame = IsotonicCalibration(smoothing=1, increasing=True).fit(score, positive).frame()
    assert len(frame) == 1
    assert frame.probability[0] == pytest.approx(10 / 13)


def test_a_score_that_ranks_upside_down_gives_the_mirror_image():
    score, positive = np.arange(1, 13), np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])
    up, down = IsotonicCalibration().fit(score, positive), IsotonicCalibration().fit(-score, positive)
    assert (up.direction_, down.direction_) == (1, -1)
    assert np.array_equal(up.probability(score), down.probability(-score))
    forced = IsotonicCalibration(increasing=True).fit(-score, positive)
    assert forced.probability(-score) == pytest.approx(np.full(12, 7 / 12))


def test_without_smoothing_log_odds_may_be_infinite_and_never_missing():
    fitted = IsotonicCalibration().fit([1, 2, 3, 4], [0, 1, 0, 1])
    assert fitted.log_odds([1, 2.4, 4]).tolist() == [-np.inf, 0, np.inf]


def test_bins_keep_their_own_share():
    random = np.random.default_rng(0)
    score = random.random(1000)
    positive = random.random(1000) < np.sin(np.pi * score)
    fitted = BinnedCalibration(smoothing=0).fit(score, positive)
    frame = fitted.frame()
    assert len(frame) == 10
    assert (frame.rows == 100).all()
    assert frame.probability.idxmax() in (4, 5)
    assert (frame.positives / frame.rows).tolist() == pytest.approx(frame.probability.tolist())


def test_categories_are_smoothed_and_new_ones_get_the_prior():
    values, positive = np.array(["a"] * 3 + ["b"] * 1), [1, 1, 0, 0]
    fitted = CategoricalCalibration(prior=0.5).fit(values, positive)
    assert fitted.probability(["a", "b", "z"]) == pytest.approx([3 / 5, 1 / 3, 0.5])
    sample = CategoricalCalibration(smoothing=0).fit(values, positive, sample_weight=[1, 1, 1, 3])
    assert sample.probability(["a", "b", "z"]) == pytest.approx([2 / 3, 0, 1 / 3])
    assert np.allclose(expit(fitted.log_odds(values)), fitted.probability(values))


def test_a_category_without_weight_has_not_been_seen():
    fitted = CategoricalCalibration().fit(["a", "b", "c"], [1, 0, 1], sample_weight=[1, 1, 0])
    assert fitted.categories_.tolist() == ["a", "b"]
    assert fitted.probability(["c"]) == pytest.approx([0.5])


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: IsotonicCalibration(smoothing=-1).fit([1, 2], [0, 1]), ParameterError, "smoothing=-1"),
        (lambda: BinnedCalibration(bins=0).fit([1, 2], [0, 1]), ParameterError, "bins=0"),
        (lambda: BinnedCalibration(bins="many").fit([1, 2], [0, 1]), ParameterError, "bins='many'"),
        (lambda: CategoricalCalibration(prior=0).fit([1, 2], [0, 1]), ParameterError, "prior=0"),
        (lambda: CategoricalCalibration().fit([[1, 2]], [0]), DataError, "one value per row"),
    ],
)
def test_what_has_no_meaning_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
