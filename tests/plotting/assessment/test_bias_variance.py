"""The parts of the loss are those of the sweep."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError


def test_lines_are_those_of_the_sweep_and_the_lowest_loss_is_ringed():
    task = gn.datasets.make_moons(80, noise=0.3, random_state=0)
    found = gn.curves.bias_variance_curve(
        task, gn.KNeighborsClassifier(), "n_neighbors", [1, 5, 15], gn.bootstrap(9)
    )
    display = gn.plotting.BiasVarianceDisplay(found)
    ax = Figure().add_subplot()
    display.plot(ax)
    labels = ax.get_legend_handles_labels()[1]
    assert "noise" not in labels
    assert f"lowest at {found.best_value}" in labels
    assert np.allclose(display.frame()["loss"], [each.loss for each in found.decompositions])


def test_noise_is_drawn_where_it_is_known():
    source = gn.datasets.NoisyPolynomial((0.0, 0.0, 1.0), noise=6.0)
    found = gn.curves.bias_variance_curve(
        source.draw(60, random_state=1),
        gn.Ridge(),
        "alpha",
        [0.1, 10.0],
        gn.datasets.sample_training_sets(source, 40, times=8),
    )
    assert gn.plotting.BiasVarianceDisplay(found)._components() == ["loss", "bias", "variance", "noise"]


def test_variance_grows_with_the_price_of_a_quadratic_machine():
    # Bootstrapped quadratic machines on two components of iris: the variance grows with C.
    task = gn.load("iris-components")
    machine = gn.SVC(kernel="poly", degree=2, gamma=1.0, coef0=0.0)
    display = gn.plotting.BiasVarianceDisplay.from_task(
        task, machine, "C", [0.1, 1.0, 100.0], gn.bootstrap(40, random_state=0), loss="squared", prepare=False
    )
    variance = display.frame()["variance"].to_numpy()
    assert variance[0] < variance[1] < variance[2]


def test_what_is_no_sweep_is_refused():
    with pytest.raises(DataError, match="pass a Sweep"):
        gn.plotting.BiasVarianceDisplay([1, 2])
