"""Number formatting: four significant digits, but all digits of the integer part."""

from __future__ import annotations

from math import floor, isfinite, log10

_DIGITS = 4


def number_in_words(value: float) -> str:
    """A number with four significant digits, never rounded before the decimal point.

    Thousands separators are used from 10,000 on, as 1994 may be a year.

    >>> [number_in_words(value) for value in (19537.06, 1994.0, 0.03325, 3.0, 1.5e-9, -2.5)]
    ['19,537', '1994', '0.03325', '3', '1.5e-09', '−2.5']
    """
    if not isfinite(value):
        return "–"
    if value == 0:
        return "0"
    power = floor(log10(abs(value)))
    if not -5 <= power < 12:
        return f"{value:.{_DIGITS}g}".replace("-", "−", 1) if value < 0 else f"{value:.{_DIGITS}g}"
    decimals = max(_DIGITS - 1 - power, 0)
    text = f"{value:{',' if power >= _DIGITS else ''}.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")
