"""Partial dependence."""

import numpy as np
import pandas as pd
import pytest
from sklearn.inspection import PartialDependenceDisplay as Theirs

import gnomon as gn
from gnomon.errors import ParameterError


def test_the_curve_is_that_of_scikit_learn():
    task = gn.load("diabetes")
    model = gn.DecisionTreeRegressor(max_depth=3).fit(task.X, task.y)
    ours = gn.plotting.PartialDependenceDisplay.from_estimator(model, task.X, [2], grid_resolution=15).frame()
    theirs = Theirs.from_estimator(model, task.X, [2], grid_resolution=15)
    line = theirs.lines_.ravel()[0].get_ydata()
    import matplotlib.pyplot as plt

    plt.close(theirs.figure_)
    assert np.allclose(ours["prediction"], line)


def test_a_linear_model_has_straight_lines_with_the_slope_of_its_coefficient():
    task = gn.load("diabetes")
    model = gn.Ridge(alpha=1e-6).fit(task.X, task.y)
    table = gn.plotting.PartialDependenceDisplay.from_estimator(model, task.X, [2], kind="individual").frame()
    slopes = np.diff(table["prediction"]) / np.diff(table["value 1"])
    assert np.allclose(slopes, model.coef_[2])


def test_a_pair_has_contours_and_a_class_is_named():
    iris = gn.load("iris")
    frame = pd.DataFrame(iris.X, columns=list(iris.table.names))
    model = gn.LinearDiscriminantAnalysis().fit(frame, iris.y)
    pair = ("petal length", "petal width")
    display = gn.plotting.PartialDependenceDisplay.from_estimator(
        model, frame, ["petal length", pair], target="virginica", grid_resolution=8
    )
    assert display.titles == ["petal length", "petal length, petal width"]
    assert len(display.displays[1].frame()) == 64
    assert display.displays[0].frame()["prediction"].is_monotonic_increasing
    with pytest.raises(ParameterError, match="pass one of the 3 classes"):
        gn.plotting.PartialDependenceDisplay.from_estimator(model, frame, [0])


def test_kinds_and_features_are_checked():
    task = gn.load("diabetes")
    model = gn.Ridge().fit(task.X, task.y)
    with pytest.raises(ParameterError, match="kind='median'"):
        gn.plotting.PartialDependenceDisplay.from_estimator(model, task.X, [0], kind="median")
    with pytest.raises(ParameterError, match="0 features"):
        gn.plotting.PartialDependenceDisplay.from_estimator(model, task.X, [])
