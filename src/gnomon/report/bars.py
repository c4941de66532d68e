"""Where marks go on an axis that all intervals share: places in per cent of its width."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from gnomon.assessment.intervals import Estimate
from gnomon.plotting.clipping import clipped_range
from gnomon.report.rounding import shown

_TICKS = 5
_MARGIN = 4.0  # per cent at each end, so that no mark is cut off


@dataclass(frozen=True)
class Bar:
    """An interval from `left` to `right` with its value at `middle`.

    beyond: "left" or "right" where the value lies off that end of the axis; empty where it is on it.
    """

    left: float
    middle: float
    right: float
    beyond: str = ""


@dataclass(frozen=True)
class Axis:
    """A straight axis from `low` to `high`.

    >>> axis = Axis.over([Estimate(0.5, 0.4, 0.6, 0.95, "t", "")])
    >>> axis.low, axis.high, axis.place(0.5)
    (0.4, 0.6, 50.0)
    """

    low: float
    high: float

    @classmethod
    def over(cls, estimates: Sequence[Estimate]) -> "Axis":
        """The shortest axis that holds every interval, but for those far from the best; best first."""
        low, high = clipped_range(estimates)
        if low == high:
            low, high = low - 0.5, high + 0.5
        return cls(low, high)

    def place(self, value: float) -> float:
        """Where a value lies, in per cent of the width."""
        return round(_MARGIN + (100 - 2 * _MARGIN) * (value - self.low) / (self.high - self.low), 3)

    def bar(self, estimate: Estimate) -> Bar:
        """Where an interval lies; one without ends is a point, and one off the axis stands at its end."""
        if not self.low <= estimate.value <= self.high:
            beyond = "left" if estimate.value < self.low else "right"
            edge = 1.0 if beyond == "left" else 99.0
            return Bar(edge, edge, edge, beyond)
        middle = self.place(estimate.value)
        ends = [estimate.lower, estimate.upper]
        left, right = (min(max(self.place(end), 0.0), 100.0) if isfinite(end) else middle for end in ends)
        return Bar(left, middle, right)

    def ticks(self) -> list[tuple[float, str]]:
        """Places and labels of a few round numbers."""
        step = _round_step((self.high - self.low) / _TICKS)
        places = -floor(log10(step) + 1e-9)
        # The unit is that of the labels, not of the step: 50 million and 100 million, not 0.05 billion.
        largest = 3 * floor(log10(max(abs(self.low), abs(self.high), 1.0)) / 3)
        places = max(places, -largest) if step >= 1e5 else max(0, places)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [(self.place(n * step), shown(n * step, places)) for n in range(first, last + 1)]


def _round_step(width: float) -> float:
    """The least of 1, 2 or 5 times a power of ten that is no shorter than this."""
    power = 10.0 ** floor(log10(width))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= width * (1 - 1e-9))
