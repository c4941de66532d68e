"""Fits on one column."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.regression.fit import FittedRows


def line(name="olympic-men"):
    task = gn.load(name)
    return gn.LinearRegression().fit(task.X, task.y), task


def test_predictions_for_2012_and_2016_are_those_of_the_line():
    model, task = line()
    display = gn.plotting.RegressionFitDisplay.from_estimator(model, task.X, task.y, at=[2012, 2016])
    assert np.allclose(display.predictions()["predicted"], model.predict([[2012.0], [2016.0]]))
    assert display.predictions()["predicted"].tolist()[1] == pytest.approx(9.5414, abs=1e-4)


def test_lines_of_men_and_women_cross_in_2589():
    fits = [FittedRows.of(name, *each) for name, each in zip(("men", "women"), _both())]
    display = gn.plotting.RegressionFitDisplay(fits, at=[2700], crossing=True)
    year, time = display.intersection()
    assert year == pytest.approx(2589.25, abs=0.01)
    assert time == pytest.approx(1.899, abs=1e-3)
    assert "intersection at 2589" in display.svg()


def _both():
    for name in ("olympic-men", "olympic-women"):
        model, task = line(name)
        yield model, task.X, task.y


def test_the_bands_are_those_of_the_inference():
    model, task = line()
    for band in ("mean", "new"):
        table = gn.plotting.RegressionFitDisplay.from_estimator(model, task.X, task.y, band=band).frame()
        lower, upper = model.inference().interval(table[["x"]].to_numpy(), of=band)
        assert np.allclose(table["lower"], lower)
        assert np.allclose(table["upper"], upper)
    noise = gn.plotting.RegressionFitDisplay.from_estimator(model, task.X, task.y, band="noise").frame()
    half = np.sqrt(model.inference().noise_variance)
    assert np.allclose(noise["upper"] - noise["predicted"], half)


def test_order_8_predicts_2016_far_off():
    task = gn.load("olympic-men")
    display = gn.plotting.RegressionFitDisplay.over(
        gn.PolynomialRegression(), task.X, task.y, "degree", [1, 8], at=[2016], band="mean"
    )
    assert np.allclose(display.predictions()["predicted"], [9.5414, 10.9607], atol=1e-4)
    assert (display.frame()["upper"] >= display.frame()["predicted"]).all()


def test_rows_alone_are_a_scatter():
    task = gn.load("olympic-men")
    display = gn.plotting.RegressionFitDisplay.from_estimator(None, task.X, task.y)
    assert display.frame()["predicted"].tolist() == task.y.tolist()
    assert display.predictions().empty
    assert "27 rows" in display.alt()


def test_bad_input_gets_one_clear_error():
    model, task = line()
    with pytest.raises(ParameterError, match="band='wide'"):
        gn.plotting.RegressionFitDisplay.from_estimator(model, task.X, task.y, band="wide")
    with pytest.raises(DataError, match="1 column"):
        gn.plotting.RegressionFitDisplay.from_estimator(model, np.ones((3, 2)), [1.0, 2.0, 3.0])
    with pytest.raises(DataError, match="missing or infinite"):
        gn.plotting.RegressionFitDisplay.from_estimator(model, [[1.0], [np.nan]], [1.0, 2.0])
    neighbors = gn.KNeighborsRegressor(2).fit(task.X, task.y)
    with pytest.raises(DataError, match="has no inference"):
        gn.plotting.RegressionFitDisplay.from_estimator(neighbors, task.X, task.y, band="mean").frame()


def test_a_model_fitted_on_a_data_frame_is_asked_in_its_own_column():
    task = gn.load("olympic-men")
    frame = pd.DataFrame(task.X, columns=["year"])
    model = LinearRegression().fit(frame, task.y)
    display = gn.plotting.RegressionFitDisplay.from_estimator(model, frame, task.y, at=[2016])
    assert display.predictions()["predicted"].tolist() == pytest.approx([9.5414], abs=1e-4)


def test_rows_and_one_line_meet_nowhere():
    model, task = line()
    fits = [FittedRows.of("rows", None, task.X, task.y), FittedRows.of("line", model, task.X, task.y)]
    assert len(gn.plotting.RegressionFitDisplay(fits, crossing=True).intersection()) == 0
