from itertools import chain

import numpy as np
import pytest

from gnomon.learners.neural.loss import Softmax
from gnomon.learners.neural.network import Network
from gnomon.learners.neural.training import Examples, Plan, Training, mean_loss, objective

random = np.random.default_rng(0)
ROWS = Examples(random.normal(size=(50, 3)), random.integers(4, size=50), random.random(50))


def network(max_rows=100):
    net = Network((3, 5, 4), "tanh", np.dtype(float), max_rows)
    net.initialize(np.random.default_rng(1))
    return net


@pytest.mark.parametrize("max_rows", [1, 7, 49])
def test_rows_in_blocks_give_the_objective_of_all_at_once(max_rows):
    whole, parts = network(), network(max_rows)
    value = objective(whole, ROWS, Softmax(), 0.3, 20.0)
    assert objective(parts, ROWS, Softmax(), 0.3, 20.0) == pytest.approx(value)
    np.testing.assert_allclose(parts.gradient, whole.gradient)
    assert mean_loss(parts, ROWS, Softmax()) == pytest.approx(mean_loss(whole, ROWS, Softmax()))


def test_biases_are_not_penalized():
    plain, penalized = network(), network()
    value = objective(plain, ROWS, Softmax(), 0.0, 20.0)
    squares = sum((coef**2).sum() for coef in plain.coefs)
    assert objective(penalized, ROWS, Softmax(), 0.3, 20.0) == pytest.approx(value + 0.15 * squares)
    difference = penalized.gradient - plain.gradient
    np.testing.assert_allclose(difference[: plain.n_products], 0.3 * plain.weights[: plain.n_products])
    assert not difference[plain.n_products :].any()


class Recorder:
    """An optimizer that stands still."""

    rate = 0.0

    def step(self, weights, gradient):
        pass


def test_training_ends_once_more_passes_than_patience_bring_nothing():
    training = Training(network(), Softmax(), Plan(50, 0.0, 100, 1e-4, 3), ROWS)
    progress = training.stochastic_descent(Recorder(), random)
    assert progress.converged
    assert len(progress.history) == 5


def test_every_pass_sees_each_row_once_in_another_order():
    seen = []
    rows = Examples(np.ones((10, 1)), np.zeros(10, dtype=int), np.arange(10.0))

    class Watched(Softmax):
        def loss_and_gradient(self, scores, targets, weight):
            seen.append(weight.tolist())
            return super().loss_and_gradient(scores, targets, weight)

    net = Network((1, 2), "tanh", np.dtype(float))
    Training(net, Watched(), Plan(4, 0.0, 2, 0.0, 100), rows).stochastic_descent(
        Recorder(), np.random.default_rng(0)
    )
    assert [len(batch) for batch in seen] == [4, 4, 2] * 2
    first, second = list(chain(*seen[:3])), list(chain(*seen[3:]))
    assert sorted(first) == sorted(second) == list(range(10))
    assert first != second
