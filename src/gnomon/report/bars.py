"""Positions of estimates and intervals on a common axis, in percent of its width."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import shown
from gnomon.plotting.clipping import clipped_range

_TICKS = 5
_MARGIN = 4.0  # percent at each end, so that no mark is clipped


@dataclass(frozen=True)
class Bar:
    """An interval from `left` to `right` with its value at `middle`.

    beyond: "left" or "right" if the value lies outside that end of the axis, else empty.
    """

    left: float
    middle: float
    right: float
    beyond: str = ""


@dataclass(frozen=True)
class Axis:
    """A linear axis from `low` to `high`.

    >>> axis = Axis.over([Estimate(0.5, 0.4, 0.6, 0.95, "t", "")])
    >>> axis.low, axis.high, axis.position(0.5)
    (0.4, 0.6, 50.0)
    """

    low: float
    high: float

    @classmethod
    def over(cls, estimates: Sequence[Estimate]) -> "Axis":
        """The shortest axis that contains all intervals except those far from the best; best first."""
        low, high = clipped_range(estimates)
        if low == high:
            low, high = low - 0.5, high + 0.5
        return cls(low, high)

    def position(self, value: float) -> float:
        """The position of a value, in percent of the width."""
        return round(_MARGIN + (100 - 2 * _MARGIN) * (value - self.low) / (self.high - self.low), 3)

    def bar(self, estimate: Estimate) -> Bar:
        """The positions of an interval; without finite ends a point; outside the axis at its end."""
        if not self.low <= estimate.value <= self.high:
            beyond = "left" if estimate.value < self.low else "right"
            edge = 1.0 if beyond == "left" else 99.0
            return Bar(edge, edge, edge, beyond)
        middle = self.position(estimate.value)
        ends = [estimate.lower, estimate.upper]
        left, right = (min(max(self.position(end), 0.0), 100.0) if isfinite(end) else middle for end in ends)
        return Bar(left, middle, right)

    def ticks(self) -> list[tuple[float, str]]:
        """Positions and labels of a few round numbers."""
        step = _round_step((self.high - self.low) / _TICKS)
        decimals = -floor(log10(step) + 1e-9)
        # The unit is that of the labels, not of the step: 50 million and 100 million, not 0.05 billion.
        largest = 3 * floor(log10(max(abs(self.low), abs(self.high), 1.0)) / 3)
        decimals = max(decimals, -largest) if step >= 1e5 else max(0, decimals)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [(self.position(n * step), shown(n * step, decimals)) for n in range(first, last + 1)]


def _round_step(width: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least this width."""
    power = 10.0 ** floor(log10(width))
    return next(factor * power for factor in (1.0, 2.0, 5.0, 10.0) if factor * power >= width * (1 - 1e-9))
