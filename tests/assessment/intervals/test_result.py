from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.intervals import Estimate, rounded


def test_small_numbers_keep_their_digits():
    assert rounded(3.21e-9, 3.02e-9, 3.4e-9) == ("3.21e-09", "3.02e-09", "3.40e-09")
    assert rounded(0.0, 0.0, 2.5e-12) == ("0.00e+00", "0.00e+00", "2.50e-12")
    assert rounded(4.2e-11, 4.2e-11) == ("4.2e-11", "4.2e-11")
    assert rounded(1e-4, 5e-5, 2e-4) == ("0.00010", "0.00005", "0.00020")


@given(st.floats(1e-30, 1e12), st.floats(0.01, 0.5))
def test_numbers_that_differ_are_printed_differently_and_near_to_what_they_are(value, share):
    numbers = (value, value * (1 - share), value * (1 + share))
    texts = rounded(*numbers)
    assert len(set(texts)) == 3
    for text, number in zip(texts, numbers):
        assert float(text) == pytest.approx(number, abs=0.06 * 2 * share * value + 1e-300)


def test_an_estimate_is_one_line_of_a_frame_with_its_parts():
    result = Estimate(0.5, 0.4, 0.7, 0.95, "t", "because.", evidence="nominal 95 %", parts={"bias": 0.1})
    line = result.frame().iloc[0]
    assert (line["value"], line["bias"], line["evidence"]) == (0.5, 0.1, "nominal 95 %")
    assert result.width == pytest.approx(0.3)


def test_parts_are_no_part_of_being_equal():
    assert Estimate(1, 0, 2, 0.95, "t", "", parts={"a": 1}) == Estimate(1, 0, 2, 0.95, "t", "")
    assert len({Estimate(1, 0, 2, 0.95, "t", "", parts={"a": 1}), Estimate(1, 0, 2, 0.95, "t", "")}) == 1


def test_small_numbers_have_the_decimals_of_their_interval_and_without_one_three_digits():
    assert rounded(5e-5, 1e-5, 9e-5) == ("0.000050", "0.000010", "0.000090")
    assert rounded(5e-5, -inf, inf) == ("5e-05", "-inf", "inf")
    assert rounded(0.0, 0.0, 0.0) == ("0.000", "0.000", "0.000")
