import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.calibration.logistic_fit import logistic_fit

rates = st.lists(
    st.tuples(st.integers(-8, 8), st.floats(0.05, 0.95), st.integers(1, 5)), min_size=2, max_size=12
)


@given(rates)
@settings(max_examples=50)
def test_the_fit_leaves_no_gradient(drawn):
    score, share, weight = (np.array(column, dtype=float) for column in zip(*drawn))
    slope, intercept = logistic_fit(score, share * weight, weight)
    residual = weight / (1 + np.exp(-(slope * score + intercept))) - share * weight
    assert residual.sum() == pytest.approx(0, abs=1e-5)
    assert residual @ (score - score.mean()) == pytest.approx(0, abs=1e-4)


def test_it_agrees_with_statsmodels():
    random = np.random.default_rng(0)
    score = random.normal(50, 3, 200)
    positive = (random.random(200) < 1 / (1 + np.exp(-(score - 51)))).astype(float)
    expected = sm.GLM(positive, sm.add_constant(score), family=sm.families.Binomial()).fit().params
    slope, intercept = logistic_fit(score, positive, np.ones(200))
    assert [intercept, slope] == pytest.approx(expected.tolist(), rel=1e-6)


def test_scores_of_any_size_are_fitted_alike():
    score, hits, weight = np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 3.0]), np.array([3.0, 3.0, 4.0])
    slope, intercept = logistic_fit(score, hits, weight)
    large, moved = logistic_fit(1e6 * score + 1e7, hits, weight)
    assert large * 1e6 == pytest.approx(slope)
    assert moved + 1e7 * large == pytest.approx(intercept)


def test_one_score_gives_the_log_odds_of_the_share():
    assert logistic_fit(np.array([7.0]), np.array([3.0]), np.array([4.0])) == (0.0, pytest.approx(np.log(3)))
