"""Scores of the inner splits carried over to all rows."""

import numpy as np
import pytest

from gnomon.assessment.intervals import Estimate
from gnomon.experiments.outer_split import ByRow, _shifted

VALUE, WEIGHT = np.array([1.0, 2.0, 3.0, np.nan]), np.array([1.0, 1.0, 2.0, 0.0])


def test_an_estimate_moves_with_its_interval():
    found = _shifted(Estimate(0.5, 0.25, 0.875, 0.9, "t", "why"), 0.125)
    assert found == Estimate(0.625, 0.375, 1.0, 0.9, "t", "why")


@pytest.mark.parametrize(
    ("rows", "weight", "difference"),
    [
        ([0, 1], WEIGHT, 2.25 - 1.5),
        ([2], WEIGHT, 2.25 - 3.0),
        ([0, 1, 2], WEIGHT, 0.0),
        ([0, 3], WEIGHT, 0.0),  # one has no value
        ([0, 1], np.array([0.0, 0.0, 1.0, 0.0]), 0.0),  # none has weight
    ],
)
def test_the_mean_over_all_rows_is_compared_with_that_over_some(rows, weight, difference):
    by_row = ByRow(VALUE, weight)
    assert by_row.mean_difference(np.array(rows)) == pytest.approx(difference)
    assert by_row.gain(7.0, np.array(rows)) == pytest.approx(difference)


@pytest.mark.parametrize(("score", "gain"), [(1.0, 1.75**0.5 - 1), (0.0, 0.75**0.5)])
def test_a_root_gains_by_its_square(score, gain):
    assert ByRow(VALUE, WEIGHT, is_root=True).gain(score, np.array([0, 1])) == pytest.approx(gain)


def test_a_root_is_never_of_a_negative_number():
    assert ByRow(VALUE, WEIGHT, is_root=True).gain(0.5, np.array([2])) == -0.5
