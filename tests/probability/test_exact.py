from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.probability.exact import is_close, is_one, number, probability, shown, total


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, Fraction(2)),
        ("0.1", Fraction(1, 10)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Fraction(1, 3), Fraction(1, 3)),
        (np.int64(3), Fraction(3)),
        (0.1, 0.1),
        (np.float32(0.5), 0.5),
    ],
)
def test_what_is_exact_stays_exact(value, expected):
    result = number(value)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize("value", [None, True, "a", "1/0", np.nan, np.inf, [1], 1j, Decimal("NaN")])
def test_what_is_no_finite_number_is_refused(value):
    with pytest.raises(ParameterError):
        number(value)


@pytest.mark.parametrize("value", [-0.1, 1.1, "3/2"])
def test_probabilities_lie_between_0_and_1(value):
    with pytest.raises(ParameterError, match="from 0 to 1"):
        probability(value)


def test_sums_are_exact_for_fractions_and_forgiving_for_floats():
    assert total([Fraction(1, 3)] * 3) == 1
    assert total([0.1] * 10) == 1.0
    assert is_one(1 - 1e-12)
    assert not is_one(Fraction(10**12 - 1, 10**12))
    assert is_close(0.1 + 0.2, 0.3)
    assert not is_close(Fraction(1, 3), Fraction(333, 1000))


def test_numbers_of_numpy_do_not_overflow():
    assert number(np.int8(100)) * number(np.int8(100)) == 10_000
    assert hash(number(np.int64(3))) == hash(3)


def test_long_fractions_are_shown_as_decimals():
    assert shown(Fraction(1, 3)) == "1/3 = 0.333333"
    assert shown(Fraction(10**7, 3 * 10**7 + 1)) == "0.333333"
    assert shown(Fraction(4)) == "4"
