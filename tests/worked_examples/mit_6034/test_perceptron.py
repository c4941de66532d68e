"""Worked examples of the course notes on linear separators and their margins."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import SVC
from gnomon.errors import NumericsWarning
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.learners.linear.separability import separating_hyperplane


def bankruptcy(scale=1.0):
    task = gn.load("bankruptcy")
    return np.asarray(task.X, dtype=float) * [1.0, scale], task.y


def test_the_band_between_the_margins_is_2_over_w_wide():
    """6.034 notes, slide 8.1.5."""
    plane = Hyperplane(np.array([0.0, 2.0]), -3.0)
    above, below = np.array([3.0, 2.0]), np.array([1.0, 1.0])
    assert plane.w @ (above - below) == 2
    widths = plane.geometric_margin([above, below], [1, -1])
    assert widths.sum() == pytest.approx(2 / plane.length)


def test_margins_of_the_bankruptcy_plane():
    """6.034 notes, slide 8.2.9."""
    X, y = bankruptcy()
    plane = Hyperplane(np.array([4.0, 10.0]), -22.0)
    expected = [8, 15, 1, 7, 12, 6, 1, 4, 9, 9, 1, 1, 11, 5]
    np.testing.assert_allclose(plane.functional_margin(X, y), expected, atol=1e-12)
    assert 2 * plane.margin(X, y) == pytest.approx(0.185695, abs=1e-6)
    assert 2 * Hyperplane(np.array([4.0, 2.0]), -22.0).margin(*bankruptcy(5)) == pytest.approx(
        0.447214, abs=1e-6
    )
    assert 2 * Hyperplane(np.array([4.0, 1.0]), -22.0).margin(*bankruptcy(10)) == pytest.approx(
        0.485071, abs=1e-6
    )


@pytest.mark.parametrize("n_epochs", [10, 100, 1000])
def test_the_multiplier_of_the_outlier_grows_without_bound(n_epochs):
    """6.034 notes, slide 8.3.1."""
    task = gn.load("five-points")
    model = gn.Perceptron(form="dual", learning_rate=1.0, strict=True, max_iter=n_epochs)
    with pytest.warns(NumericsWarning, match="did not converge in"):
        model.fit(task.X, task.y)
    assert -model.dual_coef_[0, 2] == n_epochs
    assert not separating_hyperplane(task.X, task.y).is_separable


@pytest.mark.parametrize("form", ["primal", "dual"])
def test_bankruptcy_converges_after_89_epochs(form):
    """6.034 notes, slide 8.3.1."""
    X, y = bankruptcy(5)
    model = gn.Perceptron(form=form, learning_rate=1.0, strict=True).fit(X, y)
    assert np.flatnonzero(model.history_)[-1] + 1 == 89
    assert model.converged_
    assert Hyperplane.of(model).margin(X, y) > 0


def test_separators_differ_by_start_and_none_has_a_wider_margin_than_the_svm():
    """6.034 notes, slide 8.1.1."""
    X, y = bankruptcy(5)
    models = [gn.Perceptron(init="random", random_state=seed).fit(X, y) for seed in range(60)]
    margins = np.array([Hyperplane.of(model).margin(X, y) for model in models])
    angles = np.degrees([np.arctan2(*model.coef_[0][::-1]) for model in models])
    machine = Hyperplane.of(SVC(C=1e6, kernel="linear").fit(X, y))
    assert margins.min() > 0
    assert margins.max() < machine.margin(X, y) == pytest.approx(0.2236, abs=1e-4)
    assert np.degrees(np.arctan2(*machine.w[::-1])) == pytest.approx(26.565, abs=1e-2)
    assert angles.mean() == pytest.approx(26.6, abs=1.5)
    assert 0.5 < angles.std() < 5


def test_steps_by_distance_come_to_a_separator_too():
    """6.034 notes, slide 8.3.1."""
    X, y = bankruptcy(5)
    model = gn.Perceptron(form="dual", update="distance", learning_rate=1.0, max_iter=20_000).fit(X, y)
    assert model.converged_
    assert len(np.unique(np.abs(model.dual_coef_[model.dual_coef_ != 0]))) > 2
