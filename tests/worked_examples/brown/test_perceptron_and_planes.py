"""Worked examples of the notes on linear models: the perceptron, its plane and the landscape of a loss."""

import warnings

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import NumericsWarning
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.learners.linear.landscape import gradient_descent, hyperplane_loss, loss_landscape
from gnomon.learners.linear.separability import is_linearly_separable


def rows(name):
    task = gn.load(name)
    return np.asarray(task.X, dtype=float), task.y


def test_the_landscape_of_the_threshold_is_flat_at_zero_from_47_63_to_87_91():
    """Brown 2018, section 2.1.2 The Simplest Linear Model: The Decision Stump."""
    X, y = rows("rugby-ballet")
    loss = hyperplane_loss(X[:, :1], y, [1.0], loss="errors")
    found = loss_landscape(loss, t=np.arange(42.89, 98.0, 1.0))
    assert len(found.values) == 56
    tied = found.minima()["t"]
    assert found.minimum == 0
    assert (tied.min(), tied.max()) == pytest.approx((47.89, 87.89))
    assert loss(t=70.0) == 0
    assert loss(t=90.0) == 1


def test_the_line_of_w_4_4_and_t_8():
    """Brown 2018, section 2.2.1 The Perceptron."""
    plane = Hyperplane(np.array([4.0, 4.0]), -8.0)
    assert str(plane.line()) == "x2 = -1 x1 + 2"
    assert plane.offset == pytest.approx(1.41421, abs=1e-5)
    np.testing.assert_allclose(plane.foot, [1, 1])


def test_the_drawn_boundary_is_at_right_angles_to_w():
    """Brown 2018, section 2.2.1 The Perceptron."""
    plane = Hyperplane(np.array([-4.11, -3.17]), -7.8452)
    line = plane.line()
    assert (line.slope, line.intercept) == pytest.approx((-1.29653, -2.47483), abs=1e-5)
    assert (plane.length, plane.offset) == pytest.approx((5.19047, 1.51146), abs=1e-5)
    np.testing.assert_allclose(plane.foot, [-1.19683, -0.92310], atol=1e-5)
    assert np.array([1.0, line.slope]) @ plane.w == pytest.approx(0)


@pytest.mark.parametrize(
    ("w", "theta", "length", "slope", "intercept", "offset"),
    [
        ([-4.22, -0.82], 8.003, 4.29893, -5.14634, -9.75976, 1.86163),
        ([-3.62, -3.1], 6.6148, 4.76596, -1.16774, -2.13381, 1.38793),
    ],
)
def test_the_two_solutions_in_numbers(w, theta, length, slope, intercept, offset):
    """Brown 2018, section 4.6 What you should know by now."""
    plane = Hyperplane(np.array(w), -theta)
    assert (plane.length, plane.offset) == pytest.approx((length, offset), abs=1e-5)
    assert (plane.line().slope, plane.line().intercept) == pytest.approx((slope, intercept), abs=1e-5)


def test_a_mistake_adds_or_takes_off_alpha_x():
    """Brown 2018, section 2.2.1 The Perceptron."""
    steps = gn.Perceptron(max_iter=1000).trace(*rows("neighbors")).iloc[1:]
    X, _ = rows("neighbors")
    planes = gn.Perceptron().trace(*rows("neighbors"))[["0", "1"]].to_numpy(float)
    for moved, step in zip(np.diff(planes, axis=0), steps.itertuples(), strict=True):
        amount = {(0, 1): 0.1, (1, 0): -0.1}.get((step.predicted, step.truth), 0.0)
        assert step.amount == amount
        np.testing.assert_allclose(moved, amount * X[step.row], atol=1e-9)


@pytest.mark.parametrize(
    ("name", "w", "t", "n_updates", "n_epochs"),
    [
        ("rugby-ballet", (10.099, -4.206), 0.0, 4, 2),
        ("neighbors", (102.76, -53.68), 0.1, 89, 46),
        ("doctor", (-61.2, 7.4, 60.5, 56.0, 6.6), 0.3, 63, 32),
    ],
)
def test_plane_updates_and_epochs_from_a_start_at_zero(name, w, t, n_updates, n_epochs):
    """Brown 2018, section 2.2.1 The Perceptron."""
    X, y = rows(name)
    model = gn.Perceptron().fit(X, y)
    np.testing.assert_allclose(model.coef_[0], w, atol=1e-9)
    assert -model.intercept_[0] == pytest.approx(t, abs=1e-9)
    assert (model.n_updates_, model.n_iter_) == (n_updates, n_epochs)
    assert model.converged_
    assert is_linearly_separable(X, y)


def test_z_scores_need_two_updates():
    """Brown 2018, section 2.2.1 The Perceptron."""
    X, y = rows("neighbors")
    model = gn.Perceptron().fit((X - X.mean(axis=0)) / X.std(axis=0, ddof=1), y)
    np.testing.assert_allclose(model.coef_[0], [0.19011058, -0.07198084], atol=1e-8)
    assert (model.intercept_[0], model.n_updates_, model.n_iter_) == (0.0, 2, 3)


def test_exclusive_or_still_changes_after_1000_epochs():
    """Brown 2018, section 2.2.1 The Perceptron."""
    X, y = rows("xor")
    with pytest.warns(NumericsWarning, match="oscillates"):
        model = gn.Perceptron(max_iter=1000).fit(X, y)
    assert (model.n_updates_, model.n_iter_) == (3997, 1000)
    assert not model.converged_
    assert not is_linearly_separable(X, y)


def test_scaling_saves_epochs_from_random_starts():
    """Brown 2018, section 3.4 Useful Trick: Rescaling Your Data."""
    X, y = rows("neighbors")
    scaled = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)

    def median(table):
        runs = [gn.Perceptron(init="random", random_state=seed).fit(table, y) for seed in range(100)]
        return np.median([run.n_iter_ for run in runs])

    assert median(X) > 10
    assert median(scaled) <= 3


def test_a_perceptron_does_not_mind_data_turned_by_45_degrees():
    """Brown 2018, section 2.2 More Linear Models."""
    X, y = rows("neighbors")
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    turned = Z @ (np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2))
    assert gn.Perceptron().fit(turned, y).score(turned, y) == 1


def test_the_perceptron_is_stochastic_descent_with_the_label_for_the_probability():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    X = np.array([[40.0, -30.0], [-50.0, 20.0], [-70.0, 90.0]])
    y = np.array([0, 1, 0])
    # So far from the boundary that the probability is 0 or 1, the two updates are one.
    start = np.array([1.0, 0.5]), 0.1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumericsWarning)
        model = gn.Perceptron(max_iter=1, init=start).fit(X, y)
    w, b = start[0].copy(), start[1]
    for x, label in zip(X, y, strict=True):
        residual = 1 / (1 + np.exp(-(w @ x + b))) - label
        w, b = w - 0.1 * residual * x, b - 0.1 * residual
    assert model.n_updates_ == 2
    np.testing.assert_allclose(model.coef_[0], w, rtol=1e-4)
    np.testing.assert_allclose(model.intercept_[0], b, rtol=1e-4)


def test_a_constant_input_does_the_work_of_the_threshold():
    """Brown 2018, section 4.5 Non-Linear SVMs: The Kernel Trick."""
    X, y = rows("neighbors")
    absorbed = gn.Perceptron(fit_intercept=False).fit(np.column_stack([X, -np.ones(len(X))]), y)
    plain = gn.Perceptron().fit(X, y)
    np.testing.assert_allclose(absorbed.coef_[0], [*plain.coef_[0], -plain.intercept_[0]], atol=1e-9)


def test_the_least_squares_classifier_is_the_pseudo_inverse():
    """Boser, Guyon and Vapnik 1992, section 1 Introduction."""
    task = gn.load("iris")
    model = gn.LeastSquaresClassifier().fit(task.X, task.y)
    wide = np.column_stack([task.X, np.ones(150)])
    outputs = np.linalg.pinv(wide) @ np.eye(3)[task.codes]
    np.testing.assert_allclose(model.decision_function(task.X), wide @ outputs, atol=1e-9)


def peaks(u, v):
    """The surface that the notes' figure was likely drawn of."""
    return (
        3 * (1 - u) ** 2 * np.exp(-(u**2) - (v + 1) ** 2)
        - 10 * (u / 5 - u**3 - v**5) * np.exp(-(u**2) - v**2)
        - np.exp(-((u + 1) ** 2) - v**2) / 3
    )


@pytest.mark.parametrize("start", [(-0.3, 1.6), (-0.2, 1.2), (-0.2, 1.4)])
def test_a_descent_ends_in_the_local_minimum(start):
    """Brown 2018, section 2.2.2 Logistic Regression."""
    way = gradient_descent(peaks, start, learning_rate=0.01)
    assert way.converged
    np.testing.assert_allclose(way.points[-1], [-1.3474, 0.2045], atol=1e-4)
    assert way.losses[-1] == pytest.approx(-3.0498, abs=1e-4)


def test_the_global_minimum_is_elsewhere():
    """Brown 2018, section 2.2.2 Logistic Regression."""
    grid = np.linspace(-3, 3, 61)
    best = loss_landscape(peaks, u=grid, v=grid).minima()
    np.testing.assert_allclose(best[["u", "v"]].to_numpy()[0], [0.2, -1.6], atol=1e-9)
    way = gradient_descent(peaks, (0.5, -1.0), learning_rate=0.01)
    np.testing.assert_allclose(way.points[-1], [0.2283, -1.6255], atol=1e-4)
    assert way.losses[-1] == pytest.approx(-6.5511, abs=1e-4)


@pytest.mark.parametrize("k", [0.5, 3.0, 100.0])
def test_k_w_and_k_t_are_the_same_plane(k):
    """Brown 2018, section 2.4 Optional: The Geometry of Linear Models."""
    plane = Hyperplane(np.array([4.0, 4.0]), -8.0)
    assert plane.scaled(k).offset == pytest.approx(plane.offset)
    assert plane.scaled(k).is_same(plane)
    assert plane.scaled(-k).is_same(plane)
    assert plane.scaled(-k).offset == pytest.approx(-plane.offset)
