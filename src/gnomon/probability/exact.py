"""Exact arithmetic with fractions where possible, floats otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import fsum, isfinite
from numbers import Rational, Real
from typing import Any

from gnomon.errors import ParameterError

Number = Fraction | float


def number(value: Any, what: str = "a number") -> Number:
    """Convert integers, decimals, fractions and strings such as "1/3" to Fraction; floats are unchanged.

    >>> number("1/3"), number(2), number(0.25)
    (Fraction(1, 3), Fraction(2, 1), 0.25)
    """
    try:
        if isinstance(value, Rational) and not isinstance(value, bool):
            # NumPy integers would overflow inside a fraction.
            return Fraction(int(value.numerator), int(value.denominator))
        if isinstance(value, Decimal | str):
            return Fraction(value)
        if isinstance(value, Real) and not isinstance(value, bool) and isfinite(value):
            return float(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        pass
    raise ParameterError(f"{what} is {value!r}; it must be a finite number or a string such as '1/3'")


def probability(value: Any, what: str = "a probability") -> Number:
    """Check and convert a number from 0 to 1.

    >>> probability("1/6", "a six")
    Fraction(1, 6)
    """
    p = number(value, what)
    if not 0 <= p <= 1:
        raise ParameterError(f"{what} is {value!r}; a probability must be from 0 to 1 (5 % is 0.05)")
    return p


def by_name(values: Any, what: str) -> dict[Any, Any]:
    """Values by name: a mapping or a series is copied; a list is indexed from 0.

    >>> by_name([0.2, 0.8], "the prior"), by_name({"a": 1}, "the prior")
    ({0: 0.2, 1: 0.8}, {'a': 1})
    """
    if hasattr(values, "items"):
        return dict(values.items())
    if isinstance(values, Iterable) and not isinstance(values, str):
        return dict(enumerate(values))
    raise ParameterError(f"{what} is {values!r}; it must be a mapping of names to values, or a list")


def total(values: Iterable[Number]) -> Number:
    """Sum: exact if all are fractions, else correctly rounded.

    >>> total([Fraction(1, 3), Fraction(2, 3)]), total([0.1] * 10)
    (Fraction(1, 1), 1.0)
    """
    parts = list(values)
    if all(isinstance(part, Fraction) for part in parts):
        return sum(parts, Fraction(0))
    try:
        return fsum(parts)
    except OverflowError:
        raise ParameterError("the sum of these numbers overflows a float") from None


def is_one(value: Number) -> bool:
    """Whether a sum of probabilities is 1: exactly for fractions, up to rounding error for floats.

    >>> is_one(Fraction(99, 100)), is_one(1 - 1e-12)
    (False, True)
    """
    return value == 1 if isinstance(value, Fraction) else abs(value - 1) <= 1e-9


def is_close(a: Number, b: Number, tolerance: float = 1e-9) -> bool:
    """Whether two numbers are equal: exactly if both are fractions, else within a tolerance.

    >>> is_close(Fraction(1, 3), 1 / 3), is_close(Fraction(1, 3), Fraction(33, 100))
    (True, False)
    """
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a == b
    return abs(float(a) - float(b)) <= tolerance


def shown(value: Number) -> str:
    """Format a number: a fraction with its decimal value, a float with six digits.

    >>> shown(Fraction(2, 9)), shown(0.25)
    ('2/9 = 0.222222', '0.25')
    """
    if not isinstance(value, Fraction):
        return f"{value:.6g}"
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator > 10**6:
        return f"{float(value):.6g}"
    return f"{value} = {float(value):.6g}"
