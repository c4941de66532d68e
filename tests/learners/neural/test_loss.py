import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit, log_softmax, softmax

from gnomon.learners.neural.loss import CostSensitiveSoftmax, LogisticOutput, Softmax, SquaredError

COSTS = np.array([[0.0, 2.0, 5.0], [1.0, 0.0, 0.5], [3.0, 8.0, 0.0]])
LOSSES = [
    SquaredError(),
    LogisticOutput(),
    LogisticOutput(squared=True),
    LogisticOutput(costs=np.array([1.0, 7.0])),
    Softmax(),
    Softmax(squared=True),
    CostSensitiveSoftmax(COSTS),
    CostSensitiveSoftmax(COSTS, squared=True),
]


def example(loss, seed, size=1.0):
    random = np.random.default_rng(seed)
    if isinstance(loss, SquaredError):
        return random.normal(size=(6, 2)), random.normal(size=(6, 2))
    n_units = 1 if isinstance(loss, LogisticOutput) else 3
    return size * random.normal(size=(6, n_units)), random.integers(2 if n_units == 1 else 3, size=6)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(LOSSES), st.integers(0, 10**6), st.booleans())
def test_the_gradient_is_the_derivative_of_the_loss(loss, seed, weighted):
    scores, targets = example(loss, seed)
    weight = np.random.default_rng(seed).random(6) if weighted else None
    loss_and_gradient = scores.copy()
    loss.loss_and_gradient(loss_and_gradient, targets, weight)
    for place in np.ndindex(*scores.shape):
        up, down = scores.copy(), scores.copy()
        up[place] += 1e-6
        down[place] -= 1e-6
        slope = (
            loss.loss_and_gradient(up, targets, weight) - loss.loss_and_gradient(down, targets, weight)
        ) / 2e-6
        assert loss_and_gradient[place] == pytest.approx(slope, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("loss", LOSSES[1:])
def test_enormous_scores_have_finite_losses_and_gradients(loss):
    scores, targets = example(loss, 0, size=1e6)
    assert np.isfinite(loss.loss_and_gradient(scores, targets, None))
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("size", [30.0, 700.0])
def test_a_confident_costly_error_has_a_gradient_of_its_cost(size):
    scores = np.array([[size, 0.0, -1.0]])
    CostSensitiveSoftmax(COSTS).loss_and_gradient(scores, np.array([2]), None)
    # Class 2 was called 0, which costs 3; as 1 - p_0 vanishes, the gradient of unit 0 tends to that.
    assert scores[0, 0] == pytest.approx(3.0, rel=1e-9)


def test_the_losses_are_those_of_the_definitions():
    scores, codes = example(Softmax(), 3)
    assert Softmax().loss_and_gradient(scores.copy(), codes, None) == pytest.approx(
        -log_softmax(scores, axis=1)[np.arange(6), codes].sum()
    )
    p = softmax(scores, axis=1)
    assert CostSensitiveSoftmax(COSTS).loss_and_gradient(scores.copy(), codes, None) == pytest.approx(
        -(COSTS[codes] * np.log(1 - p)).sum()
    )
    assert Softmax(squared=True).loss_and_gradient(scores.copy(), codes, None) == pytest.approx(
        0.5 * ((p - np.eye(3)[codes]) ** 2).sum()
    )
    scores, codes = example(LogisticOutput(), 3)
    p = expit(scores[:, 0])
    assert LogisticOutput().loss_and_gradient(scores.copy(), codes, None) == pytest.approx(
        -np.log(np.where(codes, p, 1 - p)).sum()
    )


@pytest.mark.parametrize("squared", [False, True])
def test_a_cost_matrix_of_two_classes_equals_class_costs(squared):
    scores = np.random.default_rng(0).normal(size=(8, 1))
    codes, costs = np.array([0, 1] * 4), np.array([[0.0, 2.0], [9.0, 0.0]])
    pair = np.hstack([np.zeros_like(scores), scores])
    one = LogisticOutput(squared, costs.sum(axis=1)).loss_and_gradient(scores, codes, None)
    # The squared loss counts the one error of a pair of outputs once too.
    assert CostSensitiveSoftmax(costs, squared).loss_and_gradient(pair, codes, None) == pytest.approx(one)
    np.testing.assert_allclose(pair[:, 1], scores[:, 0])


@pytest.mark.parametrize("loss", LOSSES)
def test_a_weight_is_a_repetition(loss):
    scores, targets = example(loss, 5)
    times = np.array([0, 1, 2, 3, 1, 0])
    repeated = np.repeat(scores, times, axis=0)
    total = loss.loss_and_gradient(repeated, np.repeat(targets, times, axis=0), None)
    assert loss.loss_and_gradient(scores, targets, times.astype(float)) == pytest.approx(total)
    assert scores.sum() == pytest.approx(repeated.sum())
