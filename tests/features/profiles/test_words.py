"""Numbers with a few significant digits."""

from math import inf, nan

import pytest

from gnomon.features.profiles.words import number_in_words


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (nan, 4, "–"),
        (inf, 4, "–"),
        (0.0, 4, "0"),
        (0.00001234567, 4, "0.00001235"),
        (0.00000999, 4, "9.99e-06"),
        (-0.00000999, 4, "−9.99e-06"),
        (9999.0, 4, "9999"),
        (9999.5, 4, "10000"),
        (10000.0, 4, "10,000"),
        (-12345.6, 4, "−12,346"),
        (12345.6, 6, "12,345.6"),
        (1.20, 4, "1.2"),
        (120.0, 2, "120"),
        (123.456, 4, "123.5"),
        (999_999_999_999.0, 4, "999,999,999,999"),
        (1e12, 4, "1 trillion"),
        (-2.5e12, 4, "−2.5 trillion"),
        (9.99e14, 4, "999 trillion"),
        (1e15, 4, "1e+15"),
        (-1e15, 4, "−1e+15"),
    ],
)
def test_digits_before_the_point_are_never_rounded(value, digits, expected):
    assert number_in_words(value, digits) == expected
