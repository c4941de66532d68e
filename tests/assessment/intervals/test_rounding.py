import pytest

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import decimals, interval, shown


def estimate(value, half):
    return Estimate(value, value - half, value + half, 0.95, "t", "")


@pytest.mark.parametrize(
    ("half", "expected"),
    [(0.031, 3), (0.31, 2), (3.1, 1), (31, 0), (3100, 0), (1e-9, 6), (1e-17, 3), (0, 3), (float("nan"), 3)],
)
def test_two_digits_of_the_half_width_are_shown(half, expected):
    assert decimals([estimate(0.5, half)]) == expected


def test_one_wild_learner_does_not_set_the_digits_of_all():
    assert decimals([estimate(0.9, 0.02), estimate(0.9, 0.03), estimate(0.5, 40.0)]) == 3


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (1234567.4, 0, "1,234,567"),
        (-0.04, 1, "0.0"),
        (-2.5, 1, "−2.5"),
        (float("nan"), 2, "–"),
        (0.5, 3, "0.500"),
    ],
)
def test_numbers_are_shown_for_people(value, places, expected):
    assert shown(value, places) == expected


def test_an_interval_without_ends_says_so():
    assert interval(Estimate(0.5, float("nan"), float("nan"), 0.95, "none", ""), 2) == "none"


def test_the_narrowest_interval_keeps_a_digit_beside_wide_ones():
    assert decimals([estimate(0.3, 0.3), estimate(136, 40.0), estimate(1742, 200.0)]) == 1


@pytest.mark.parametrize(
    ("value", "half", "expected"),
    [
        (572_657_969.0, 5.1e7, "573 million"),
        (572_657_969.0, 5.1e4, "572.658 million"),
        (5_726_579_690.0, 3e8, "5.73 billion"),
        (-2_400_000.0, 3e5, "−2.40 million"),
        (23_930.28, 812.0, "23,930"),
        (3.2149e-9, 4e-10, "3.21e-9"),
        (4.4e21, 1e20, "4.40e21"),
    ],
)
def test_sizes_far_from_one_keep_only_the_digits_that_the_interval_bears_out(value, half, expected):
    places = decimals([estimate(value, half)])
    assert shown(value, places) == expected


def test_a_score_next_to_constant_does_not_set_the_digits_of_all():
    assert decimals([estimate(0.89, 0.0144), estimate(0.55, 0.027), estimate(0.06, 1e-5)]) == 4
