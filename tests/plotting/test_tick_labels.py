"""Tick labels: whole rows, thousands separators, and units from a million on."""

from itertools import pairwise

import numpy as np

import gnomon as gn
from gnomon.assessment.curves.learning import learning_curve
from gnomon.assessment.intervals import Estimate


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


def test_long_labels_of_an_axis_do_not_touch():
    random = np.random.default_rng(0)
    gdp = np.exp(random.normal(25, 3, 200))
    task = gn.Task({"people": random.normal(size=200), "area": gdp}, gdp, kind="regression")
    importance = gn.inspection.held_out_importance(
        task, gn.RandomForestRegressor(n_estimators=5), gn.k_fold(3), "root_mean_squared_error"
    )
    displays = [
        gn.plotting.PermutationImportanceDisplay([importance]),
        gn.plotting.ColumnBarsDisplay.from_task(task),
    ]
    for display in displays:
        figure = display.plot().figure_
        figure.canvas.draw()
        boxes = [
            each.get_window_extent() for each in figure.axes[0].xaxis.get_ticklabels() if each.get_text()
        ]
        assert len(boxes) >= 2
        assert not any("e+" in each.get_text() for each in figure.axes[0].xaxis.get_ticklabels())
        ordered = sorted(boxes, key=lambda box: box.x0)
        assert all(first.x1 < second.x0 for first, second in pairwise(ordered))


def test_marks_of_learners_beyond_the_axis_have_a_line_each():
    values = {
        "RandomForest": 2.0e10,
        "KNeighbors": 2.8e10,
        "Boosting": 4.7e10,
        "Ridge": 5.29e11,
        "Mean": 6.82e11,
    }
    estimates = {
        name: Estimate(value, 0.7 * value, 1.3 * value, 0.95, "t", "") for name, value in values.items()
    }
    display = gn.plotting.TimeQualityDisplay(estimates, [70, 3, 14, 1, 1], "root_mean_squared_error")
    figure = display.plot().figure_
    marks = [each for each in figure.axes[0].texts if each.get_text().startswith("▴")]
    assert [each.get_text() for each in marks] == ["▴ 529 billion", "▴ 682 billion"]
    assert marks[0].xy[1] - marks[1].xy[1] > 0.04


def test_counts_of_a_confusion_matrix_have_separators():
    confusion = gn.metrics.ConfusionMatrix(("a", "b"), np.array([[1_200_000.0, 0.0], [0.0, 34_567.0]]))
    figure = gn.plotting.ConfusionMatrixDisplay(confusion).plot().figure_
    words = " ".join(each.get_text() for each in figure.axes[0].texts)
    assert "1,200,000" in words
    assert "34,567" in words
    assert "e+" not in words
