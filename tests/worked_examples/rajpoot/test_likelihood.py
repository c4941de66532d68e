"""Worked examples of the slides on least squares and likelihood, by the learners made for them."""

import warnings

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.learners.linear.gaussian_density import NormalDensity
from gnomon.learners.linear.hand_calculation import simple_linear_regression
from gnomon.learners.linear.landscape import loss_landscape


def test_the_table_to_calculate_by_has_the_printed_means():
    """Rajpoot, lecture 2, slide "Linear modelling"."""
    hand = simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2])
    assert list(hand.means.values()) == pytest.approx([3, 11.1, 41.566667, 11.666667], abs=5e-7)
    assert hand.line == pytest.approx((1.8, 3.1))
    assert hand.frame().loc["mean", "x t"] == pytest.approx(41.566667, abs=5e-7)
    assert hand.frame().shape == (4, 4)
    assert hand.slopes(1.8, 3.1) == pytest.approx((0, 0), abs=1e-12)
    assert hand.curvatures() == pytest.approx((2, 2 * 11.666667), abs=5e-6)


@pytest.mark.parametrize(
    ("games", "means", "line"),
    [
        ("olympic-men", [1952.37, 10.39, 20268.068, 3.8130e6], (36.416456, -0.01333089)),
        ("olympic-women", [1970.74, 11.22, 22106.198, 3.8844e6], (40.924155, -0.01507181)),
    ],
)
def test_the_tables_of_the_games_have_the_printed_means(games, means, line):
    """Rajpoot, lecture 2, slide "Linear modelling"; lecture 2, slide "Making predictions from model"."""
    task = gn.load(games)
    hand = simple_linear_regression(task.X[:, 0], task.y)
    for (name, mean), printed, last in zip(hand.means.items(), means, (5e-3, 5e-3, 5e-4, 50)):
        assert mean == pytest.approx(printed, abs=last), name
    assert hand.line == pytest.approx(line, rel=5e-7)


def test_the_loss_over_a_grid_is_least_at_the_line():
    """Rajpoot, lecture 2, slide "What's a good model?"."""
    hand = simple_linear_regression([1, 3, 5], [4.8, 11.3, 17.2])
    surface = loss_landscape(hand.loss, w0=np.linspace(0, 4, 41), w1=np.linspace(2, 4, 21))
    lowest = np.unravel_index(surface.values.argmin(), surface.values.shape)
    assert [grid[place] for grid, place in zip(surface.grids, lowest)] == pytest.approx([1.8, 3.1])
    assert surface.values.min() == pytest.approx(0.02)


def test_the_whole_table_of_orders():
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model"."""
    task = gn.load("olympic-men")
    found = gn.PolynomialRegression(degree=8).orders(task.X, task.y)
    losses = [0.268092, 0.050307, 0.037959, 0.029611, 0.027060, 0.023496, 0.022016, 0.019703, 0.016981]
    left_out = [0.289112, 0.062432, 0.056594, 0.052952, 0.060975, 0.064123, 0.078901, 0.078193, 0.093496]
    likelihoods = [-20.5396, 2.0484, 5.8507, 9.2032, 10.4194, 12.3264, 13.2042, 14.7032, 16.7098]
    sums = [7.238496, 1.358292, 1.024881, 0.799506, 0.730628, 0.634379, 0.594442, 0.531971, 0.458497]
    np.testing.assert_allclose(found["loss"], losses, atol=5e-7)
    np.testing.assert_allclose(27 * found["loss"], sums, atol=5e-7)
    np.testing.assert_allclose(found["left out"], left_out, atol=5e-7)
    np.testing.assert_allclose(found["log likelihood"], likelihoods, atol=5e-5)
    assert found["left out"].idxmin() == 3


def test_predictions_for_2016_by_order():
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model"."""
    task = gn.load("olympic-men")
    expected = [10.3896, 9.5414, 9.8704, 9.4690, 9.8231, 9.1926, 9.8767, 8.4602, 10.9607]
    found = [gn.PolynomialRegression(k).fit(task.X, task.y).predict([[2016.0]])[0] for k in range(9)]
    np.testing.assert_allclose(found, expected, atol=5e-5)


@pytest.mark.parametrize(
    ("first_held_out", "expected"),
    [
        (1980, [0.4658, 0.1013, 0.1676, 1.0619, 4.4571, 5.5142, 1533.4, 61.91, 6023.3]),
        (1984, [0.4924, 0.0457, 0.2631, 0.0791, 7.4219, 1.9996, 620.2, 212.5, 1988.8]),
    ],
)
def test_validation_on_the_last_games_by_order(first_held_out, expected):
    """Rajpoot, lecture 2, slide "Validation data"."""
    task = gn.load("olympic-men")
    years, times = task.X, task.y
    early = years[:, 0] < first_held_out
    losses = []
    for degree in range(9):
        model = gn.PolynomialRegression(degree).fit(years[early], times[early])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", gn.errors.DataWarning)
            losses.append(np.mean((times[~early] - model.predict(years[~early])) ** 2))
    np.testing.assert_allclose(losses, expected, rtol=2.4e-4, atol=5e-5)
    assert np.argmin(losses) == 1


def test_training_losses_by_order():
    """Rajpoot, lecture 2, slide "Validation data"."""
    task = gn.load("olympic-men")
    early = task.X[:, 0] < 1980
    found = gn.PolynomialRegression(8).orders(task.X[early], task.y[early])["loss"]
    expected = [0.2401, 0.0582, 0.0441, 0.0357, 0.0301, 0.0290, 0.0183, 0.0171, 0.0168]
    np.testing.assert_allclose(found, expected, atol=5e-5)


@pytest.mark.parametrize(
    ("price", "loss", "size", "last"),
    [(1e-6, 0.3635, 7.0e4, 500), (1e-2, 1.3427, 6.28, 5e-3), (1e-1, 1.4527, 3.78, 5e-3)],
)
def test_losses_and_weights_under_a_penalty_for_each_row(price, loss, size, last):
    """Rajpoot, lecture 2, slide "Regularized least squares"."""
    x = np.arange(6) / 5
    t = 2 * x - 3 + np.random.default_rng(1).normal(0, np.sqrt(3), 6)
    X = np.vander(x, 6, increasing=True)[:, 1:]
    model = gn.Ridge(price, per_row=True, penalize_intercept=True).fit(X, t)
    assert np.mean((t - model.predict(X)) ** 2) == pytest.approx(loss, abs=5e-5)
    assert model.coef_ @ model.coef_ + model.intercept_**2 == pytest.approx(size, abs=last)


def test_the_likelihood_of_10_25_in_1980_is_1_0575():
    """Rajpoot, lecture 3, slide "Thinking generatively"."""
    task = gn.load("olympic-men")
    mean = gn.LinearRegression().fit(task.X, task.y).predict([[1980.0]])
    density = NormalDensity(mean, [[0.05]])
    assert density.density([[10.25]])[0] == pytest.approx(1.0575, abs=5e-5)


def test_noise_and_likelihood_of_the_line():
    """Rajpoot, lecture 3, slide "Maximum likelihood"."""
    task = gn.load("olympic-men")
    fit = gn.LinearRegression().fit(task.X, task.y).inference()
    assert fit.noise_variance == pytest.approx(0.050307, abs=5e-7)
    assert fit.log_likelihood == pytest.approx(2.0484, abs=5e-5)


def test_weights_are_activated_one_at_a_time():
    """Rajpoot, lecture 2, slide "Regularized least squares"."""
    x = np.linspace(-1, 1, 12)[:, None]
    y = np.random.default_rng(0).normal(size=12)
    table = gn.PolynomialRegression(degree=5).gradually(x, y)
    weights = table.drop(columns=["loss", "|w|²"]).to_numpy()
    assert table.index.tolist() == [-1, 0, 1, 2, 3, 4, 5]
    assert (weights == np.tril(weights, -1)).all()
    assert (np.count_nonzero(weights, axis=1) <= np.arange(7)).all()
    assert (np.diff(table["loss"]) <= 0).all()
    assert table["loss"].iloc[0] == pytest.approx(np.mean(y**2))
    np.testing.assert_allclose(weights[-1], np.polynomial.polynomial.polyfit(x[:, 0], y, 5), rtol=1e-8)
    assert isinstance(table, pd.DataFrame)
