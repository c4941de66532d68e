import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.bias_variance import bias_variance, bias_variance_of_cost, bias_variance_of_zero_one
from gnomon.assessment.splits import bootstrap
from gnomon.data.generate import make_moons
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError

seeds = st.integers(0, 2**32)


def test_a_small_example_by_hand():
    # A miss costs 5, a false alarm 1. Votes for class 1: one of three, then two of three; the truth is 1.
    costs = [[0, 1], [5, 0]]
    result = bias_variance_of_cost([[0, 1], [0, 1], [1, 0]], [1, 1], costs)
    assert result.cases.main.tolist() == [0, 1]
    assert result.cases.bias.tolist() == [5, 0]
    assert result.cases.variance == pytest.approx([-5 / 3, 5 / 3])
    assert result.cases.loss == pytest.approx([10 / 3, 5 / 3])
    assert result.cases.instability == pytest.approx([2 / 3, 2 / 3])


def test_noise_is_the_minimum_expected_cost():
    # Predicting 1 costs 0.8 x 1, predicting 0 costs 0.2 x 5.
    result = bias_variance_of_cost([[0], [0]], [[0.8, 0.2]], [[0, 1], [5, 0]])
    assert (result.noise, result.bias, result.variance) == pytest.approx((0.8, 0.2, 0.0))


@given(seeds, st.integers(2, 8), st.integers(1, 9), st.integers(2, 5), st.booleans())
@settings(max_examples=40)
def test_any_costs_add_up_and_weights_are_repetitions(seed, n_models, n_cases, n_classes, known):
    random = np.random.default_rng(seed)
    predicted = random.integers(n_classes, size=(n_models, n_cases))
    truth = random.integers(n_classes, size=n_cases)
    if known:
        truth = random.dirichlet(np.ones(n_classes), n_cases)
    costs = random.normal(size=(n_classes, n_classes))
    present = random.random(predicted.shape) < 0.6
    present[:2] = True
    times = random.integers(1, 4, size=n_cases)
    result = bias_variance_of_cost(predicted, truth, costs, present=present, weight=times)
    cases = result.cases
    assert np.allclose(cases.noise + cases.bias + cases.variance, cases.loss, rtol=1e-12, atol=1e-12)
    assert (cases.bias >= 0).all()
    again = np.repeat(np.arange(n_cases), times)
    repeated = bias_variance_of_cost(predicted[:, again], truth[again], costs, present=present[:, again])
    assert (result.bias, result.loss) == pytest.approx((repeated.bias, repeated.loss))


@given(seeds, st.integers(2, 8), st.integers(1, 9), st.integers(2, 4))
@settings(max_examples=25)
def test_equal_costs_and_one_observed_class_give_what_domingos_gives(seed, n_models, n_cases, n_classes):
    random = np.random.default_rng(seed)
    predicted = random.integers(n_classes, size=(n_models, n_cases))
    truth = random.integers(n_classes, size=n_cases)
    result = bias_variance_of_cost(predicted, truth, 1 - np.eye(n_classes))
    other = bias_variance_of_zero_one(predicted, truth)
    for part in ("noise", "bias", "variance", "loss", "instability"):
        assert np.allclose(getattr(result.cases, part), getattr(other.cases, part))
    assert result.errors == pytest.approx(other.errors)


def test_costs_come_from_the_task_or_by_name():
    points = make_moons(80, noise=0.3, random_state=0)
    costs = [[0, 1], [5, 0]]
    with_costs = Task(points.X, points.y, costs=costs)
    result = bias_variance(with_costs, GaussianNB(), bootstrap(8), loss="cost")
    named = bias_variance(points, GaussianNB(), bootstrap(8), loss="cost", costs=costs)
    assert result.loss == named.loss > bias_variance(points, GaussianNB(), bootstrap(8)).loss
    assert "James 2003" in str(result)
    with pytest.raises(ParameterError, match="needs costs="):
        bias_variance(points, GaussianNB(), bootstrap(8), loss="cost")


def test_costs_that_are_no_table_of_classes_are_refused():
    with pytest.raises(DataError, match="costs has shape"):
        bias_variance_of_cost([[0], [1]], [0], [0, 1])
    with pytest.raises(DataError, match="costs has shape"):
        bias_variance_of_cost([[0], [1]], [0], [[0, np.nan], [1, 0]])
    with pytest.raises(DataError, match="codes from 0 to 1"):
        bias_variance_of_cost([[0], [1]], [2], [[0, 1], [1, 0]])
    with pytest.raises(DataError, match="codes from 0 to 1"):
        bias_variance_of_cost([[0], [2]], [0], [[0, 1], [1, 0]])
