"""Normal densities."""

import numpy as np
import pytest
from scipy import stats

import gnomon as gn
from gnomon.errors import DataError


def test_the_curves_are_normal_densities():
    table = gn.plotting.NormalCurvesDisplay.of([(0.0, 1.0), (2.0, 0.3)]).frame()
    assert np.allclose(table["μ = 0, σ² = 1"], stats.norm.pdf(table["y"]))
    assert np.allclose(table["μ = 2, σ² = 0.3"], stats.norm.pdf(table["y"], 2, np.sqrt(0.3)))


def test_the_time_of_1980_has_the_likelihood_of_the_worked_example():
    task = gn.load("olympic-men")
    line = gn.LinearRegression().fit(task.X, task.y)
    display = gn.plotting.NormalCurvesDisplay.from_estimator(line, 1980, {"1980": 10.25})
    # With variance 0.05 it is 1.0575; the fit's own variance is 0.0503.
    assert display.likelihoods()[0] == pytest.approx(
        stats.norm.pdf(10.25, 10.0213, np.sqrt(0.050307)), abs=1e-3
    )
    assert display.likelihoods()[0] == pytest.approx(1.0575, abs=5e-3)


def test_densities_of_two_columns_and_models_without_noise_are_refused():
    with pytest.raises(DataError, match="one column"):
        gn.plotting.NormalCurvesDisplay({"two": gn.linear.NormalDensity([0.0, 0.0], np.eye(2))})
    with pytest.raises(DataError, match="no noise variance"):
        gn.plotting.NormalCurvesDisplay.from_estimator(gn.KNeighborsRegressor(1).fit([[0.0]], [1.0]), 0.0)
