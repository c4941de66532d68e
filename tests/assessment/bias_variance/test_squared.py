import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.evaluate import bias_variance_decomp

from gnomon.assessment.bias_variance import bias_variance_of_brier, bias_variance_of_squared_error
from gnomon.assessment.measures import brier, mean_squared_error
from gnomon.errors import DataError


def test_a_small_example_by_hand():
    # Case 0: mean 2, truth 1: bias² 1, variance 2/3. Case 1: mean 4, truth 6: bias² 4, variance 8/3.
    result = bias_variance_of_squared_error(
        [[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]], truth=[1.0, 6.0], noise=[0.5, 1.5]
    )
    assert result.cases.main.tolist() == [2.0, 4.0]
    assert result.cases.bias.tolist() == [1.0, 4.0]
    assert result.cases.variance == pytest.approx([2 / 3, 8 / 3])
    assert result.cases.corrected_variance == pytest.approx([1.0, 4.0])
    assert (result.noise, result.loss) == pytest.approx((1.0, 1.0 + 2.5 + 5 / 3))


@given(st.integers(0, 2**32), st.integers(2, 8), st.integers(1, 10))
@settings(max_examples=25)
def test_it_is_means_and_variances_over_models(seed, n_models, n_cases):
    random = np.random.default_rng(seed)
    predicted, truth = random.normal(size=(n_models, n_cases)), random.normal(size=n_cases)
    result = bias_variance_of_squared_error(predicted, truth)
    assert np.allclose(result.cases.variance, predicted.var(axis=0))
    assert np.allclose(result.cases.corrected_variance, predicted.var(axis=0, ddof=1))
    assert np.allclose(result.cases.bias, (predicted.mean(axis=0) - truth) ** 2)
    assert result.loss == pytest.approx(np.mean([mean_squared_error(truth, each) for each in predicted]))


def test_an_unbiased_model_has_a_corrected_bias_of_nil_on_average():
    random = np.random.default_rng(0)
    result = bias_variance_of_squared_error(random.normal(size=(5, 20000)), np.zeros(20000))
    assert result.bias == pytest.approx(1 / 5, abs=0.01)
    assert result.corrected_bias == pytest.approx(0, abs=0.01)
    assert result.corrected_variance == pytest.approx(1, abs=0.02)


def test_numbers_far_from_zero_keep_their_digits():
    random = np.random.default_rng(0)
    predicted, truth = random.normal(size=(10, 6)), random.normal(size=6)
    near, far = (
        bias_variance_of_squared_error(predicted, truth),
        bias_variance_of_squared_error(predicted + 1e6, truth + 1e6),
    )
    assert far.variance == pytest.approx(near.variance, rel=1e-8)
    assert far.bias == pytest.approx(near.bias, rel=1e-8)


def test_brier_is_the_squared_loss_summed_over_classes():
    random = np.random.default_rng(0)
    probability = random.dirichlet(np.ones(3), (6, 9))
    truth = random.integers(3, size=9)
    result = bias_variance_of_brier(probability, truth)
    by_class = [bias_variance_of_squared_error(probability[:, :, k], (truth == k) * 1.0) for k in range(3)]
    assert result.bias == pytest.approx(sum(each.bias for each in by_class))
    assert result.variance == pytest.approx(sum(each.variance for each in by_class))
    assert result.loss == pytest.approx(np.mean([brier(truth, each) for each in probability]))


def test_the_truth_itself_leaves_only_noise():
    P = np.array([[0.7, 0.2, 0.1], [1.0, 0.0, 0.0]])
    result = bias_variance_of_brier(np.stack([P, P, P]), P)
    assert result.cases.noise == pytest.approx([1 - 0.54, 0.0])
    assert (result.bias, result.variance) == pytest.approx((0, 0))


class Memory:
    """Predicts what it was given, so that mlxtend and we see the same models."""

    def __init__(self, predictions):
        self.predictions = iter(predictions)

    def fit(self, X, y):
        return self

    def predict(self, X):
        return next(self.predictions)


def test_mlxtend_agrees_on_squared_loss():
    random = np.random.default_rng(0)
    predicted, truth = random.normal(size=(7, 5)), random.normal(size=5)
    X = np.zeros((5, 1))
    loss, bias, variance = bias_variance_decomp(
        Memory(predicted), X, truth, X, truth, loss="mse", num_rounds=7, random_seed=0
    )
    result = bias_variance_of_squared_error(predicted, truth)
    assert (result.loss, result.bias, result.variance) == pytest.approx((loss, bias, variance))


def test_bad_numbers_are_refused():
    with pytest.raises(DataError, match="models x cases"):
        bias_variance_of_squared_error([1.0, 2.0], [1.0, 2.0])
    with pytest.raises(DataError, match="infinite"):
        bias_variance_of_squared_error([[np.inf], [1.0]], [1.0])
    with pytest.raises(DataError, match="not finite"):
        bias_variance_of_squared_error([[1.0], [1.0]], [np.nan])
    with pytest.raises(DataError, match="a variance must be 0 or more"):
        bias_variance_of_squared_error([[1.0], [1.0]], [1.0], noise=-1)
    with pytest.raises(DataError, match="add up to 1"):
        bias_variance_of_brier([[[0.5, 0.4]], [[0.5, 0.5]]], [0])
    with pytest.raises(DataError, match="all or none"):
        bias_variance_of_brier([[[0.5, np.nan]], [[0.5, 0.5]]], [0])
    with pytest.raises(DataError, match="codes from 0 to 1"):
        bias_variance_of_brier([[[0.5, 0.5]], [[0.5, 0.5]]], [2])
    with pytest.raises(DataError, match="1 cases x 2 classes"):
        bias_variance_of_brier([[[0.5, 0.5]], [[0.5, 0.5]]], [[0.2, 0.3, 0.5]])
