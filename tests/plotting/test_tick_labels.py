"""Tick labels: whole rows, thousands separators, and units from a million on."""

import numpy as np

import gnomon as gn
from gnomon.assessment.curves.learning import learning_curve


def labels(display, axis):
    figure = display.plot().figure_
    figure.canvas.draw()
    return [each.get_text() for each in getattr(figure.axes[0], axis).get_ticklabels()]


def test_ticks_of_prices_have_thousands_separators():
    task = gn.load("diabetes")
    prices = gn.Task(task.X, np.asarray(task.y) * 1000.0, kind="regression")
    curve = learning_curve(prices, gn.Ridge(), gn.k_fold(3), "root_mean_squared_error", sizes=[50, 100])
    shown = labels(gn.plotting.LearningCurveDisplay(curve), "yaxis")
    assert any(each.endswith(",000") for each in shown)
    assert not any("." in each for each in shown)


def test_a_histogram_counts_whole_rows():
    task = gn.Task({"x": range(10)}, np.arange(10) / 4.0, kind="regression")
    shown = labels(gn.plotting.ColumnBarsDisplay.from_task(task), "yaxis")
    assert all(each.isdigit() for each in shown)
