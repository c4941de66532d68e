"""Titles have the correlation of the rows below."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def test_patterns_have_exactly_the_correlation_asked_for():
    display = gn.plotting.CorrelationGridDisplay.patterns((0.5, -0.3), n_rows=50)
    assert [part.r for part in display.displays] == pytest.approx([0.5, -0.3])
    assert display.titles == ["r = 0.5", "r = -0.3"]


def test_imagined_features_have_names():
    display = gn.plotting.CorrelationGridDisplay.patterns((0.7, 0.1), 200, ["chemistry", "height"])
    assert display.titles == ["chemistry: r = 0.7", "height: r = 0.1"]
    with pytest.raises(ParameterError, match="from -1 to 1"):
        gn.plotting.CorrelationGridDisplay.patterns((1.2,))


def test_columns_of_a_task_are_named():
    task = gn.load("diabetes")
    display = gn.plotting.CorrelationGridDisplay.from_task(task, ["bmi", "age"])
    wanted = np.corrcoef(task.encoded[:, task.feature_names.index("bmi")], task.y)[0, 1]
    assert display.titles[0] == f"bmi: r = {wanted:.2f}"


def test_a_single_row_of_numbers_is_refused():
    with pytest.raises(DataError, match="table of columns"):
        gn.plotting.CorrelationGridDisplay.from_columns([1.0, 2.0], [1.0, 2.0])
