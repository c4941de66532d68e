"""Worked examples of validation: which polynomial fits the winning times of the men over 100 metres."""

import numpy as np
import pytest

from gnomon import LinearRegression, PolynomialRegression
from gnomon.assessment.overfitting import overfitting_gap, squared_weight_norm
from gnomon.assessment.resample import grid_search
from gnomon.assessment.splits import hold_out, leave_one_out
from gnomon.data.sets import load
from gnomon.data.task import Task

men = load("olympic-men")
year = men.X[:, 0]
by_year = Task(men.X, men.y, kind="regression", time=year)
path = [PolynomialRegression(order) for order in range(1, 9)]
EXTRAPOLATES = pytest.mark.filterwarnings("ignore:.*far outside the training range")
last_eight_games = hold_out(8 / 27, chronological=True)


@EXTRAPOLATES
def test_losses_of_the_games_before_1980_and_from_1980_on():
    """Rajpoot, lecture 2, slide "Validation data"."""
    training = [0.0582, 0.0441, 0.0357, 0.0301, 0.0290, 0.0183, 0.0171, 0.0168]
    validation = [0.1013, 0.1676, 1.0619, 4.4571, 5.5142]
    gaps = [overfitting_gap(by_year, each, last_eight_games, "mean_squared_error") for each in path]
    assert year[gaps[0].training.row].max() == 1976
    assert [gap.train[0] for gap in gaps] == pytest.approx(training, abs=5e-5)
    found = [gap.held_out.score("mean_squared_error") for gap in gaps]
    assert found[:5] == pytest.approx(validation, abs=5e-5)
    assert found[5] == pytest.approx(1533.4, abs=0.1)
    assert found[7] == pytest.approx(6023.3, abs=0.5)


@EXTRAPOLATES
def test_validation_chooses_the_line_and_leaving_one_out_the_cubic():
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model" and "Validation data"."""
    later = grid_search(by_year, path, last_eight_games, "mean_squared_error")
    each = grid_search(by_year, path, leave_one_out(), "mean_squared_error")
    assert later.best + 1 == 1
    assert each.best + 1 == 3
    losses = [0.062432, 0.056594, 0.052952, 0.060975, 0.064123, 0.078901, 0.078193, 0.093496]
    np.testing.assert_allclose(each.table["mean_squared_error"], losses, atol=5e-7)


def test_within_one_standard_error_of_the_cubic_the_line_is_enough():
    """Rajpoot, lecture 2, slide "Nonlinear response from a linear model"."""
    chosen = grid_search(by_year, path, leave_one_out(), "mean_squared_error", rule="one standard error")
    assert chosen.best + 1 == 1


def test_the_weights_swell_from_the_line_to_the_eighth_order():
    """Rajpoot, lecture 2, slide "Regularized least squares"."""
    scaled = (men.X - 1952) / 56
    powers = [np.power(scaled, np.arange(1, order + 1)) for order in (1, 8)]
    line, eighth = (squared_weight_norm(LinearRegression().fit(each, men.y)) for each in powers)
    assert eighth > 100 * line
