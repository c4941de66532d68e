"""Numbers as people write them: four digits that count, no power of ten where an everyday number will do."""

from __future__ import annotations

from math import floor, isfinite, log10

_DIGITS = 4


def number_in_words(value: float) -> str:
    """A number with four digits that count, thousands apart.

    >>> [number_in_words(value) for value in (10019.06, 0.03325, 3.0, 1.5e-9, -2.5)]
    ['10,020', '0.03325', '3', '1.5e-09', '−2.5']
    """
    if not isfinite(value):
        return "–"
    if value == 0:
        return "0"
    power = floor(log10(abs(value)))
    if not -5 <= power < 12:
        return f"{value:.{_DIGITS}g}".replace("-", "−", 1) if value < 0 else f"{value:.{_DIGITS}g}"
    places = _DIGITS - 1 - power
    text = f"{round(value, places):,.{max(places, 0)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")
