"""Landscapes of a loss."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_errors_of_the_stump_are_those_of_the_line_search():
    task = gn.load("rugby-ballet")
    search = gn.teaching.threshold_line_search(task.X[:, 0], task.y)
    table = gn.plotting.LandscapeDisplay.from_line_search(search).frame()
    assert np.array_equal(table["loss"], search.errors)
    assert np.array_equal(table["threshold t"], search.thresholds)


def test_a_tangent_has_the_slope_of_the_curve():
    display = gn.plotting.LandscapeDisplay(
        gn.teaching.loss_landscape(lambda w: w**2, w=np.linspace(-2, 2, 401)), tangents=[0.5]
    )
    assert display.slope(0.5) == pytest.approx(1.0, abs=1e-6)
    assert "slope 1 at 0.5" in display.svg()


def test_tangents_of_two_parameters_are_refused():
    two = gn.teaching.loss_landscape(lambda u, v: u + v, u=[0.0, 1.0], v=[0.0, 1.0])
    with pytest.raises(DataError, match="one parameter"):
        gn.plotting.LandscapeDisplay(two, tangents=[0.0])
