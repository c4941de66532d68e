"""Estimates go from relative frequencies to the prior."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_its_points_are_m_estimates():
    table = gn.plotting.SmoothingCurveDisplay({"a": 3, "b": 1}, prior=[0.1, 0.9]).frame()
    row = table.iloc[50]
    assert row[["a", "b"]].tolist() == pytest.approx(
        [float(p) for p in gn.probability.m_estimate([3, 1], row["m"], [0.1, 0.9])]
    )
    assert table["a"].iloc[0] == 0.75


def test_labels_are_counted():
    assert gn.plotting.SmoothingCurveDisplay.from_labels(["x", "y", "x"]).counts == {"x": 2, "y": 1}


def test_no_counts_are_refused():
    with pytest.raises(DataError, match="above 0"):
        gn.plotting.SmoothingCurveDisplay({"a": 0})
