"""Bars count the rows, and the shape is that of the statistics."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.features.statistics import skewness


def test_bins_hold_all_rows_that_are_not_missing():
    x = np.append(np.random.default_rng(0).gamma(2, size=200), np.nan)
    display = gn.plotting.HistogramDisplay(x)
    assert display.frame()["rows"].sum() == 200
    assert display.summary.skewness == pytest.approx(skewness(x[:-1]))
    assert "right" in display.alt()


def test_a_column_of_a_task_is_found_by_name():
    assert gn.plotting.HistogramDisplay.from_task(gn.load("wine"), "proline").name == "proline"


def test_a_constant_column_is_one_bar_and_a_far_value_no_endless_row_of_bins():
    assert gn.plotting.HistogramDisplay([2.0, 2.0]).frame()["rows"].tolist() == [2]
    assert len(gn.plotting.HistogramDisplay([*np.linspace(0, 1, 500), 1e9]).frame()) <= 100


def test_nothing_to_count_is_refused():
    with pytest.raises(DataError, match="no finite value"):
        gn.plotting.HistogramDisplay([np.nan])
