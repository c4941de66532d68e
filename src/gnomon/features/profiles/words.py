"""Number formatting: a few significant digits, but all digits of the integer part."""

from __future__ import annotations

from math import floor, isfinite, log10

_DIGITS = 4
# Power of ten of a trillion, and of the numbers written with an exponent.
_TRILLION, _LARGEST = 12, 15
# Numbers of more digits before the decimal point have thousands separators.
_PLAIN = 4


def number_in_words(value: float, digits: int = _DIGITS) -> str:
    """A number with significant digits, by default four, never rounded before the decimal point.

    Thousands separators are used from 10,000 on, as 1994 may be a year.

    >>> [number_in_words(value) for value in (19537.06, 1994.0, 0.03325, 3.0, 1.5e-9, -2.5)]
    ['19,537', '1994', '0.03325', '3', '1.5e-09', '−2.5']
    >>> number_in_words(-27.01851, 6), number_in_words(1_520_000.0), number_in_words(1.17442e13)
    ('−27.0185', '1,520,000', '11.74 trillion')
    """
    if not isfinite(value):
        return "–"
    if value == 0:
        return "0"
    power = floor(log10(abs(value)))
    if _TRILLION <= power < _LARGEST:
        return f"{number_in_words(value / 10.0**_TRILLION, digits)} trillion"
    if not -5 <= power < _LARGEST:
        return f"{value:.{digits}g}".replace("-", "−", 1) if value < 0 else f"{value:.{digits}g}"
    decimals = max(digits - 1 - power, 0)
    text = f"{value:{',' if power >= _PLAIN else ''}.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")
