import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.measures import explained_variance, gaussian_log_likelihood, r2
from gnomon.errors import DataError, ParameterError


def test_r2_of_a_constant_truth_is_refused():
    for measure in (r2, explained_variance):
        with pytest.raises(DataError, match="all 2"):
            measure([2.0, 2.0], [1.0, 2.0])
        with pytest.raises(DataError, match="undefined"):
            measure([2.0], [1.0])
        with pytest.raises(DataError, match="1 true values"):
            measure([2.0, 3.0], [1.0, 2.0], np.array([1.0, 0.0]))


def test_a_constant_shift_costs_r2_but_no_explained_variance():
    truth = np.array([1.0, 2.0, 4.0])
    assert explained_variance(truth, truth + 5) == 1.0
    assert r2(truth, truth + 5) < 0


def test_the_gaussian_likelihood_is_the_mean_log_density():
    generator = np.random.default_rng(0)
    truth, predicted = generator.normal(size=(2, 30))
    expected = stats.norm.logpdf(truth, predicted, 1.7).mean()
    assert gaussian_log_likelihood(truth, predicted, deviation=1.7) == pytest.approx(expected)
    best = gaussian_log_likelihood(truth, predicted)
    for deviation in (0.5, 1.0, 2.0):
        assert best >= gaussian_log_likelihood(truth, predicted, deviation=deviation)


def test_an_exact_prediction_has_no_likelihood_without_a_deviation():
    with pytest.raises(DataError, match="deviation"):
        gaussian_log_likelihood([1.0, 2.0], [1.0, 2.0])
    assert gaussian_log_likelihood([1.0], [1.0], deviation=1.0) == pytest.approx(-0.9189, abs=1e-4)
    with pytest.raises(ParameterError, match="deviation"):
        gaussian_log_likelihood([1.0], [2.0], deviation=0.0)


def test_r2_of_truths_whose_squares_vanish_is_refused():
    with pytest.raises(DataError, match="too small for a float"):
        r2([1e-200, 2e-200], [1e-200, 1e-200])
