"""How many digits to show: as many as the interval can vouch for, and the same ones down a column."""

from collections.abc import Sequence
from math import floor, isfinite, log10

from gnomon.assessment.intervals import Estimate

_MOST_DECIMALS = 6
_MOST_DIGITS = 7


def decimals(estimates: Sequence[Estimate]) -> int:
    """Decimals that show two digits of the median half-width, and one of the narrowest.

    >>> decimals([Estimate(0.9123, 0.8812, 0.9434, 0.95, "t", "")])
    3
    """
    halves = sorted((each.upper - each.lower) / 2 for each in estimates)
    # Less than this is not a width but the rounding of a constant score.
    least = 1e-12 * max((abs(each.value) for each in estimates), default=0.0)
    widths = [half for half in halves if isfinite(half) and half > least]
    if not widths:
        return 3
    wanted = max(1 - floor(log10(widths[len(widths) // 2])), -floor(log10(widths[0])))
    return min(max(wanted, 0), _MOST_DECIMALS)


def shown(value: float, places: int) -> str:
    """A number with that many decimals, thousands apart, and a true minus sign.

    A large number that stands in a column with tiny ones has fewer decimals.

    >>> shown(-1234.567, 1), shown(17903.91234, 5)
    ('−1,234.6', '17,903.91')
    """
    if not isfinite(value):
        return "–"
    before = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    places = min(places, max(_MOST_DIGITS - before, 0))
    text = f"{value:,.{places}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.removeprefix("-")


def interval(estimate: Estimate, places: int) -> str:
    """The two ends of an interval.

    >>> interval(Estimate(0.9123, 0.8812, 0.9434, 0.95, "t", ""), 3)
    '0.881 to 0.943'
    """
    if not (isfinite(estimate.lower) and isfinite(estimate.upper)):
        return "none"
    return f"{shown(estimate.lower, places)} to {shown(estimate.upper, places)}"


def duration(seconds: float) -> str:
    """A time that a person can take in at a glance.

    >>> [duration(seconds) for seconds in (0.0042, 3.21, 75, 4000)]
    ['4 ms', '3.2 s', '1 min 15 s', '1 h 6 min']
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds) // 60
    if minutes < 60:
        return f"{minutes} min {round(seconds) % 60} s"
    return f"{minutes // 60} h {minutes % 60} min"
