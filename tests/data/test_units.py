"""Divisors that avoid overflow."""

import numpy as np
import pytest

from gnomon.data.units import SQUARED, SUMMED, unit_of


@pytest.mark.parametrize(
    ("largest", "power", "expected"),
    [
        (2.0**500, SQUARED, 1.0),
        (2.0**501, SQUARED, 2.0),
        (2.0**960, SUMMED, 1.0),
        (2.0**963, SUMMED, 8.0),
        (0.0, SUMMED, 1.0),
    ],
)
def test_huge_numbers_are_divided_and_others_are_not(largest, power, expected):
    assert unit_of(np.array([1e-300, -largest, np.nan]), power) == expected


def test_scaled_squares_and_sums_do_not_overflow():
    huge = np.array([np.finfo(float).max])
    assert np.isfinite(2.0**20 * (huge / unit_of(huge, SQUARED)) ** 2).all()
    assert np.isfinite(2.0**63 * (huge / unit_of(huge, SUMMED))).all()
