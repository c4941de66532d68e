"""Rounding of numbers: decimals by the width of the intervals, the same for a whole column."""

from collections.abc import Sequence
from math import floor, isfinite, log10

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.intervals.result import Estimate

_MAX_DECIMALS = 6
_MAX_DIGITS = 7

# Values from _LARGE on are shown in these units, and values below _SMALL as powers of ten.
_UNITS = ((6, "million"), (9, "billion"), (12, "trillion"))
_LARGE, _LARGEST, _SMALL = 1e6, 1e18, 1e-3


def decimals(estimates: Sequence[Estimate]) -> int:
    """Number of decimals: two significant digits of the median half-width, or one more for the narrowest.

    Negative for large values whose last digits are insignificant.

    >>> decimals([Estimate(0.9123, 0.8812, 0.9434, 0.95, "t", "")])
    3
    >>> decimals([Estimate(572_657_969.0, 521_000_000.0, 624_000_000.0, 0.95, "t", "")])
    -6
    """
    size = max((abs(each.value) for each in estimates if isfinite(each.value)), default=0.0)
    halves = sorted((each.upper - each.lower) / 2 for each in estimates)
    # A smaller width is the rounding error of a constant score.
    min_width = 1e-12 * max((abs(each.value) for each in estimates), default=0.0)
    widths = [half for half in halves if isfinite(half) and half > min_width]
    if widths:
        typical = 1 - floor(log10(widths[len(widths) // 2]))
        # At most one more, as the interval of a constant prediction may have almost zero width.
        n_decimals = max(typical, min(-floor(log10(widths[0])), typical + 1))
    else:
        n_decimals = 3 if _SMALL <= size < _LARGE or size == 0 else 3 - floor(log10(size))
    low, high = -floor(log10(size)) if size >= _LARGE else 0, _MAX_DECIMALS
    return max(n_decimals, 1 - floor(log10(size))) if 0 < size < _SMALL else min(max(n_decimals, low), high)


def scatter_decimals(samples: Sequence[Floats], range: tuple[float, float]) -> int:
    """Number of decimals for scores of single splits: by their scatter in each sample, such as a learner.

    range: of the measure; values of a bounded one have three decimals or more.

    >>> scatter_decimals([np.array([100_922.4, 214_954.7, 159_719.0])], (0.0, float("inf")))
    0
    >>> scatter_decimals([np.array([0.81, 0.93, 0.77])], (0.0, 1.0))
    3
    """
    estimates = []
    for sample in samples:
        values = sample[np.isfinite(sample)]
        if len(values):
            center, half = float(np.mean(values)), float(np.std(values))
            estimates.append(Estimate(center, center - half, center + half, 0.95, "", ""))
    return max(decimals(estimates), 3) if all(map(isfinite, range)) or not estimates else decimals(estimates)


def shown(value: float, places: int) -> str:
    """A number with this many decimals, thousands separators, and a minus sign.

    Large numbers in a column with tiny ones have fewer decimals. Numbers whose last digits are insignificant
    are in millions or more, and tiny ones have a power of ten.

    >>> shown(-1234.567, 1), shown(17903.91234, 5)
    ('−1,234.6', '17,903.91')
    >>> shown(572_657_969.0, -6), shown(3.2149e-9, 11)
    ('573 million', '3.21e-9')
    """
    if not isfinite(value):
        return "–"
    if places <= -3:
        return _in_units(value, places)
    if places > _MAX_DECIMALS and value:
        return _as_power(value, places)
    before = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    places = min(places, max(_MAX_DIGITS - before, 0))
    text = f"{value:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.removeprefix("-")


def significant(value: float, digits: int = 3) -> str:
    """A single number, rounded to significant digits.

    >>> significant(1_994_458.98), significant(0.00041234), significant(12.5)
    ('1.99 million', '0.000412', '12.5')
    """
    if not isfinite(value) or value == 0:
        return shown(value, 0)
    places = digits - 1 - floor(log10(abs(value)))
    return shown(value, places if abs(value) >= _LARGE else max(places, 0))


def _in_units(value: float, places: int) -> str:
    """In the unit determined by the number of decimals, so that a column has one unit."""
    if abs(value) >= _LARGEST:
        return _as_power(value, places)
    power, unit = next(((each, name) for each, name in _UNITS if places + each >= 0), _UNITS[-1])
    text = shown(value / 10.0**power, max(places + power, 0))
    return f"{text} {unit}" if text != "0" else text


def _as_power(value: float, places: int) -> str:
    digits = max(places + floor(log10(abs(value))), 0)
    number, power = f"{value:.{digits}e}".split("e")
    return f"{number}e{int(power)}".replace("-", "−", 1) if value < 0 else f"{number}e{int(power)}"


def interval(estimate: Estimate, places: int) -> str:
    """The ends of an interval as text.

    >>> interval(Estimate(0.9123, 0.8812, 0.9434, 0.95, "t", ""), 3)
    '0.881 to 0.943'
    """
    if not (isfinite(estimate.lower) and isfinite(estimate.upper)):
        return "none"
    return f"{shown(estimate.lower, places)} to {shown(estimate.upper, places)}"
