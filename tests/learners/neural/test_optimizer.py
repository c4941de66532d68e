import numpy as np
import pytest

from gnomon.learners.neural.optimizer import Adam, Sgd


def test_momentum_keeps_a_share_of_the_last_step():
    weights, sgd = np.zeros(1), Sgd(rate=1.0, momentum=0.5)
    places = [weights.item()]
    for slope in (1.0, 0.0, 0.0):
        sgd.step(weights, np.array([slope]))
        places.append(weights.item())
    assert places == [0.0, -1.0, -1.5, -1.75]


def test_nesterov_looks_one_step_ahead():
    weights = np.zeros(1)
    Sgd(rate=1.0, momentum=0.5, nesterov=True).step(weights, np.ones(1))
    assert weights.item() == -1.5


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_the_first_steps_of_adam_are_one_rate_whatever_the_slope(size):
    weights, adam = np.zeros(2), Adam(rate=0.1, epsilon=1e-12)
    for _ in range(3):
        adam.step(weights, size * np.array([1.0, -1.0]))
    np.testing.assert_allclose(weights, [-0.3, 0.3], rtol=1e-6)


@pytest.mark.parametrize(
    "optimizer", [Sgd(rate=0.1, momentum=0.8), Sgd(rate=0.1, momentum=0.8, nesterov=True), Adam(rate=0.05)]
)
def test_every_optimizer_finds_the_bottom_of_a_bowl(optimizer):
    weights = np.array([3.0, -2.0], dtype=np.float32)
    for _ in range(400):
        optimizer.step(weights, 2 * weights)
    assert weights.dtype == np.float32
    assert np.abs(weights).max() < 0.01
