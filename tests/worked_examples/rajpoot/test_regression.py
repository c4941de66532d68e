"""Worked examples of the slides on least squares, by Ridge without a price."""

import numpy as np
import pytest

import gnomon as gn


def line_of(name):
    task = gn.load(name)
    return task, gn.Ridge(0.0).fit(task.X, task.y)


def test_three_points_give_1_8_and_3_1():
    """Rajpoot, lecture 2, slide "Linear modelling"."""
    model = gn.Ridge(0.0).fit([[1.0], [3.0], [5.0]], [4.8, 11.3, 17.2])
    assert model.intercept_ == pytest.approx(1.8)
    assert model.coef_[0] == pytest.approx(3.1)
    assert np.mean((model.predict([[1.0], [3.0], [5.0]]) - [4.8, 11.3, 17.2]) ** 2) == pytest.approx(0.02)


def test_the_men_run_36_416_less_0_0133_a_year():
    """Rajpoot, lecture 2, slide "Linear modelling"."""
    task, model = line_of("olympic-men")
    assert task.n_rows == 27
    assert model.intercept_ == pytest.approx(36.416456, abs=5e-7)
    assert model.coef_[0] == pytest.approx(-0.01333089, abs=5e-9)


def test_the_women_run_40_924_less_0_0151_a_year():
    """Rajpoot, lecture 2, slide "Making predictions from model"."""
    task, model = line_of("olympic-women")
    assert task.n_rows == 19
    assert model.intercept_ == pytest.approx(40.924155, abs=5e-7)
    assert model.coef_[0] == pytest.approx(-0.01507181, abs=5e-9)
    assert np.mean((task.y - model.predict(task.X)) ** 2) == pytest.approx(0.047943, abs=5e-7)


def test_predictions_for_2012_and_2016_need_all_digits_of_the_weights():
    """Rajpoot, lecture 2, slide "Making predictions from model"."""
    years = [[2012.0], [2016.0]]
    np.testing.assert_allclose(line_of("olympic-men")[1].predict(years), [9.5947, 9.5414], atol=5e-5)
    np.testing.assert_allclose(line_of("olympic-women")[1].predict(years), [10.5997, 10.5394], atol=5e-5)


def test_the_lines_cross_in_2589():
    """Rajpoot, lecture 2, slide "Making predictions from model"."""
    (_, men), (_, women) = line_of("olympic-men"), line_of("olympic-women")
    assert men.predict([[2589.25]])[0] == pytest.approx(1.899, abs=5e-4)
    assert women.predict([[2589.25]])[0] == pytest.approx(1.899, abs=5e-4)
    # The first games at which women are faster, and the years in which the lines reach 0.
    assert men.predict([[2592.0]])[0] == pytest.approx(1.8628, abs=5e-5)
    assert women.predict([[2592.0]])[0] == pytest.approx(1.8580, abs=5e-5)
    assert men.predict([[2588.0]])[0] < women.predict([[2588.0]])[0]
    assert men.predict([[2731.7]])[0] == pytest.approx(0, abs=1e-3)
    assert women.predict([[2715.3]])[0] == pytest.approx(0, abs=1e-3)


def test_the_year_3000_gives_a_negative_time():
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model"."""
    # Printed as -3.5; all digits of the weights give -3.576.
    assert line_of("olympic-men")[1].predict([[3000.0]])[0] == pytest.approx(-3.576, abs=5e-4)


@pytest.mark.parametrize(
    ("order", "total", "left_out"),
    [
        (1, 1.358292, 0.062432),
        (2, 1.024881, 0.056594),
        (3, 0.799506, 0.052952),
        (5, 0.634379, 0.064123),
        (8, 0.458497, 0.093496),
    ],
)
def test_losses_by_order_of_the_polynomial(order, total, left_out):
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model"."""
    task = gn.load("olympic-men")
    year = (task.X[:, 0] - 1952) / 56
    X = np.polynomial.legendre.legvander(year, order)[:, 1:]
    model = gn.Ridge(0.0).fit(X, task.y)
    # The document calls these means, but prints sums.
    assert np.sum((task.y - model.predict(X)) ** 2) == pytest.approx(total, abs=5e-7)
    polynomial = gn.Task(X, task.y, kind="regression")
    by_row = gn.resample(polynomial, gn.Ridge(0.0), gn.leave_one_out())
    assert by_row.score("mean_squared_error") == pytest.approx(left_out, abs=5e-7)


def test_loss_rises_and_weights_shrink_with_the_penalty():
    """Rajpoot, lecture 2, slide "Regularized least squares"."""
    x = np.arange(6) / 5
    y = 2 * x - 3 + np.random.default_rng(1).normal(0, np.sqrt(3), 6)
    X = np.vander(x, 6, increasing=True)[:, 1:]
    models = [gn.Ridge(6 * price).fit(X, y) for price in (1e-6, 1e-2, 1e-1)]
    losses = [np.mean((y - model.predict(X)) ** 2) for model in models]
    sizes = [float(model.coef_ @ model.coef_) for model in models]
    assert losses == sorted(losses)
    assert sizes == sorted(sizes, reverse=True)


def test_the_mean_for_1980_is_10_0213():
    """Rajpoot, lecture 3, slide "Thinking generatively"."""
    # Printed as 10.02; the printed weights would give 10.082.
    assert line_of("olympic-men")[1].predict([[1980.0]])[0] == pytest.approx(10.0213, abs=5e-5)


def test_the_noise_variance_is_0_0503():
    """Rajpoot, lecture 3, slide "Maximum likelihood"."""
    task, model = line_of("olympic-men")
    assert np.mean((task.y - model.predict(task.X)) ** 2) == pytest.approx(0.050307, abs=5e-7)


def test_validation_on_the_last_games_prefers_the_line():
    """Rajpoot, lecture 2, slide "Validation data"."""
    task = gn.load("olympic-men")
    year = task.X[:, 0]
    losses = []
    for order in range(1, 6):
        X = np.polynomial.legendre.legvander((year - 1936) / 40, order)[:, 1:]
        later = gn.Task(X, task.y, kind="regression", time=year)
        cut = gn.hold_out(8 / 27, chronological=True)
        losses.append(gn.resample(later, gn.Ridge(0.0), cut).score("mean_squared_error"))
    np.testing.assert_allclose(losses, [0.1013, 0.1676, 1.0619, 4.4571, 5.5142], atol=5e-5)
    assert np.argmin(losses) == 0
