import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import (
    explained_variance,
    find_measure,
    huber,
    max_error,
    mean_absolute_error,
    mean_absolute_percentage_error,
    mean_squared_error,
    median_absolute_error,
    pinball,
    r2,
    root_mean_squared_error,
)
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

of_numbers = [name for name in measures if find_measure(name).needs == "number"]


@given(st.integers(0, 1000), st.booleans())
def test_measures_of_numbers_agree_with_scikit_learn(seed, with_weight):
    generator = np.random.default_rng(seed)
    truth, predicted = generator.normal(size=(2, 20))
    weight = generator.random(20) if with_weight else None
    peers = {
        mean_squared_error: metrics.mean_squared_error,
        root_mean_squared_error: metrics.root_mean_squared_error,
        mean_absolute_error: metrics.mean_absolute_error,
        mean_absolute_percentage_error: metrics.mean_absolute_percentage_error,
        explained_variance: metrics.explained_variance_score,
        r2: metrics.r2_score,
    }
    for ours, theirs in peers.items():
        assert np.isclose(ours(truth, predicted, weight), theirs(truth, predicted, sample_weight=weight))
    theirs = metrics.mean_pinball_loss(truth, predicted, sample_weight=weight, alpha=0.9)
    assert np.isclose(pinball(truth, predicted, weight, quantile=0.9), theirs)
    assert np.isclose(
        median_absolute_error(truth, predicted), metrics.median_absolute_error(truth, predicted)
    )
    assert np.isclose(max_error(truth, predicted), metrics.max_error(truth, predicted))


@settings(max_examples=30)
@given(st.integers(0, 1000))
def test_weights_are_repetitions(seed):
    generator = np.random.default_rng(seed)
    truth, predicted = generator.integers(1, 9, size=(2, 12)).astype(float)
    truth[:2] = 1.0, 5.0
    predicted[:2] = 2.0, 3.0
    weight = generator.integers(0, 4, 12)
    weight[:2] = 1
    for name in of_numbers:
        measure = getattr(package, name)
        repeated = measure(np.repeat(truth, weight), np.repeat(predicted, weight))
        assert np.isclose(measure(truth, predicted, weight.astype(float)), repeated), name


def test_the_median_quantile_costs_half_the_absolute_error():
    truth, predicted = np.array([1.0, 5.0, 2.0]), np.array([2.0, 2.0, 2.0])
    assert pinball(truth, predicted) == mean_absolute_error(truth, predicted) / 2
    for quantile in (0.0, 1.0, -1.0):
        with pytest.raises(ParameterError, match="quantile"):
            pinball(truth, predicted, quantile=quantile)


def test_huber_is_squared_near_and_straight_far():
    assert huber([0.0], [0.5]) == 0.125
    assert huber([0.0], [10.0], delta=2.0) == 2 * (10 - 1)
    near, far = huber([0.0], [1.9999999], delta=2.0), huber([0.0], [2.0000001], delta=2.0)
    assert near == pytest.approx(far, rel=1e-6)
    assert huber([0.0, 1.0], [3.0, 1.0], delta=1e9) == mean_squared_error([0.0, 1.0], [3.0, 1.0]) / 2
    with pytest.raises(ParameterError, match="delta"):
        huber([0.0], [1.0], delta=0.0)


@pytest.mark.parametrize("name", of_numbers)
def test_degenerate_numbers_give_a_defined_value_or_an_error(name):
    measure = getattr(package, name)
    assert np.isfinite(measure([1.0, 2.0], [1.5, 2.5]))
    for truth, predicted in (([1.0, np.nan], [1.0, 1.0]), ([1.0, 2.0], [np.inf, 1.0])):
        with pytest.raises(DataError, match=r"row (0|1)"):
            measure(truth, predicted)
    with pytest.raises(DataError, match="0 rows"):
        measure([], [])
    with pytest.raises(DataError, match="add up to 0"):
        measure([1.0, 2.0], [1.0, 3.0], np.zeros(2))
    with pytest.raises(DataError, match="dimension"):
        measure([[1.0], [2.0]], [[1.0], [3.0]])


def test_a_share_of_zero_is_refused():
    with pytest.raises(DataError, match="row 1 has the true value 0"):
        mean_absolute_percentage_error([1.0, 0.0], [1.0, 1.0])


def test_a_row_without_weight_cannot_err_most():
    assert max_error([0.0, 0.0], [1.0, 9.0], np.array([1.0, 0.0])) == 1.0


def test_errors_whose_square_is_no_number_are_refused():
    with pytest.raises(DataError, match="row 1: the square of 1e\\+200"):
        mean_squared_error([0.0, 1e200], [0.0, 0.0])
    with pytest.raises(DataError, match="rescale"):
        r2([-1e200, 1e200], [-1e200, 1e200])


def test_squares_that_no_interval_could_square_again_are_refused():
    assert mean_squared_error([1e70, 0.0], [0.0, 0.0]) == pytest.approx(5e139)
    with pytest.raises(DataError, match=r"row 0: the square of 1e\+80 overflows"):
        mean_squared_error([1e80, 0.0], [0.0, 0.0])
