import numpy as np
import pytest

from gnomon.learners.neural.network import Network


def test_a_layer_is_rows_times_coefficients_plus_constants():
    network = Network((2, 3, 2), "tanh", np.dtype(float))
    network.initialize(np.random.default_rng(0))
    X = np.random.default_rng(1).normal(size=(5, 2))
    hidden = np.tanh(X @ network.coefs[0] + network.intercepts[0])
    np.testing.assert_allclose(network.forward(X), hidden @ network.coefs[1] + network.intercepts[1])


def test_coefficients_come_first_in_the_vector_of_weights():
    network = Network((2, 3, 1), "relu", np.dtype(float))
    network.coefs[1][...] = 7
    network.intercepts[0][...] = 5
    assert network.n_products == 9
    assert network.weights.tolist() == [0] * 6 + [7] * 3 + [5] * 3 + [0]
    assert network.names()[6] == "w2[0,0]"
    assert network.names()[-1] == "b2[0]"


def test_a_network_of_given_weights_has_them():
    coefs, intercepts = [np.ones((2, 1), np.float32)], [np.array([3.0], np.float32)]
    network = Network.of(coefs, intercepts, "relu", 4)
    assert network.weights.dtype == np.float32
    assert network.forward(np.ones((1, 2), np.float32)).tolist() == [[5.0]]


@pytest.mark.parametrize(("activation", "numerator"), [("logistic", 2), ("relu", 6), ("tanh", 6)])
def test_initial_weights_are_uniform_within_the_bound_of_glorot_and_bengio(activation, numerator):
    network = Network((30, 50, 20), activation, np.dtype(float))
    network.initialize(np.random.default_rng(0))
    for coef, intercept in zip(network.coefs, network.intercepts):
        bound = np.sqrt(numerator / sum(coef.shape))
        assert 0.99 * bound < np.abs(coef).max() <= bound
        assert 0.8 * bound < np.abs(intercept).max() <= bound
