"""Effect of intercept and slope on a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class LineFamilyDisplay(Panels):
    """Lines y = w₀ + w₁ x: in one panel the intercept w₀ varies, in the other the slope w₁.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.LineFamilyDisplay.of(intercepts=[0.0, 1.0], slopes=[1.0, 2.0]).titles
    ['varying intercept w₀', 'varying slope w₁']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.9, 2.9)

    @classmethod
    def of(
        cls,
        *,
        intercepts: Sequence[float],
        slopes: Sequence[float],
        low: float = 0.0,
        high: float = 4.0,
    ) -> Self:
        """Plot the first slope with each intercept, and the first intercept with each slope."""
        if not len(intercepts) or not len(slopes) or not low < high:
            raise ParameterError("pass at least one intercept and one slope, and low below high")
        x = np.linspace(low, high, 5)
        by_intercept = {f"w₀ = {w0:g}": w0 + slopes[0] * x for w0 in intercepts}
        by_slope = {f"w₁ = {w1:g}": intercepts[0] + w1 * x for w1 in slopes}
        parts = [ParameterCurve("x", x, lines, "y") for lines in (by_intercept, by_slope)]
        return cls(parts, ["varying intercept w₀", "varying slope w₁"], shared=True)

    @classmethod
    def example(cls) -> Self:
        """Three of each."""
        return cls.of(intercepts=[0.0, 1.0, 2.0], slopes=[0.5, 1.0, 1.5])


displays.add("LineFamilyDisplay", LineFamilyDisplay, "lines of varying intercept and slope")
