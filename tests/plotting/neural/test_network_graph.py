"""The graph of a network."""

import numpy as np
import pytest
from sklearn.neural_network import MLPRegressor as TheirRegressor

import gnomon as gn
from gnomon.errors import DataError


def test_every_weight_of_the_model_is_a_line():
    display = gn.plotting.NetworkGraphDisplay.example()
    assert display.sizes == [4, 5, 3]
    assert len(display.frame()) == 4 * 5 + 5 * 3
    first = display.frame().query("layer == 1")["weight"].to_numpy().reshape(4, 5)
    assert np.array_equal(first, display.coefs[0])


def test_scikit_learns_network_is_drawn_too_with_the_names_of_its_columns():
    random = np.random.default_rng(0)
    model = TheirRegressor(hidden_layer_sizes=(3,), solver="lbfgs", max_iter=2000, random_state=0)
    model.fit(random.normal(size=(20, 2)), random.normal(size=20))
    display = gn.plotting.NetworkGraphDisplay.from_estimator(model)
    assert display.sizes == [2, 3, 1]
    assert display.inputs == ["x1", "x2"]


def test_a_wide_layer_is_truncated_and_its_size_printed():
    display = gn.plotting.NetworkGraphDisplay([np.ones((40, 2)), np.ones((2, 1))])
    assert "… 40 units" in display.svg()
    assert len(display.frame()) == 82


def test_weight_matrices_of_mismatched_shapes_are_refused():
    with pytest.raises(DataError, match="do not match"):
        gn.plotting.NetworkGraphDisplay([np.ones((2, 3)), np.ones((4, 1))])
    with pytest.raises(DataError, match="no coefs_"):
        gn.plotting.NetworkGraphDisplay.from_estimator(gn.NearestMean().fit([[0.0], [1.0]], [0, 1]))
