"""Power curve: statistical power against the effect size (true difference of two learners)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.power.splits import corrected_t_power
from gnomon.assessment.significance.student import detectable_ratio, power_t
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.power import PowerForecast

_STEPS = 81


@dataclass(frozen=True, eq=False)
class PowerCurve:
    """Power of a test at each of some effect sizes.

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.plotting.assessment.power_curve import PowerCurve
    >>> round(PowerCurve(np.array([0.0, 0.1]), np.array([0.05, 0.85])).detectable(0.45), 3)
    0.05
    """

    difference: Floats
    power: Floats

    def detectable(self, power: float) -> float:
        """Minimum detectable difference at this power; NaN if no difference on the curve reaches it."""
        is_enough = self.power >= power
        return float(np.interp(power, self.power, self.difference)) if is_enough.any() else np.nan


class PowerCurveDisplay(Display):
    """Power curve: the power to detect a difference between two learners, against its size.

    curves: `PowerCurve` by name. power: the target power, drawn as a line.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.PowerCurveDisplay.from_plans({"10 folds": (10, 1 / 9)}, sd=0.03)
    >>> round(display.curves["10 folds"].detectable(0.8), 3)
    0.043
    """

    def __init__(self, curves: Mapping[str, PowerCurve], *, power: float = 0.8) -> None:
        self.curves, self.power = dict(curves), power
        if not self.curves:
            raise DataError("there is no curve to draw; pass at least one")

    @classmethod
    def from_plans(
        cls,
        plans: Mapping[str, tuple[int, float]],
        sd: float,
        *,
        max_difference: float | None = None,
        level: float = 0.95,
        power: float = 0.8,
    ) -> Self:
        """Plans by name, each as its number of splits and the ratio of held-out to training rows.

        sd: standard deviation of the difference between splits. max_difference: the largest to draw.
        """
        differences = np.linspace(0, max_difference or 3 * sd, _STEPS)
        return cls(
            {
                name: PowerCurve(
                    differences,
                    np.array([corrected_t_power(each, sd, n, ratio, level) for each in differences]),
                )
                for name, (n, ratio) in plans.items()
            },
            power=power,
        )

    @classmethod
    def from_forecast(cls, forecast: PowerForecast) -> Self:
        """The power of a design on each of its tasks, by a `PowerForecast`."""
        max_difference = 2 * max(each.difference for each in forecast.tasks)
        curves = {}
        for each in forecast.tasks:
            level = 1 - (1 - each.level) / each.n_pairs
            freedom = max(each.n_splits if each.n_splits > 1 else each.n_rows, 2) - 1
            error = each.difference / detectable_ratio(freedom, level, each.power)
            differences = np.linspace(0, max_difference, _STEPS)
            curves[each.task] = PowerCurve(
                differences, np.array([power_t(x, error, freedom, level) for x in differences])
            )
        return cls(curves, power=forecast.tasks[0].power)

    @classmethod
    def example(cls) -> Self:
        """Five folds, ten folds, and three repeats of ten folds."""
        plans = {"5 folds": (5, 1 / 4), "10 folds": (10, 1 / 9), "10 folds, 3 times": (30, 1 / 9)}
        return cls.from_plans(plans, sd=0.03, max_difference=0.1)

    def frame(self) -> pd.DataFrame:
        """One row per curve and difference."""
        import pandas as pd

        parts = [
            pd.DataFrame({"curve": name, "difference": each.difference, "power": each.power})
            for name, each in self.curves.items()
        ]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves, and the minimum detectable difference at the target power."""
        ax.axhline(self.power, color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            color, at = self.theme.color(number), curve.detectable(self.power)
            text = f", detects {at:.3g}" if np.isfinite(at) else ""
            label, dash = f"{shown(name, 28)}{text}", self.theme.dash(number + number // 8)
            ax.plot(curve.difference, curve.power, color=color, ls=dash, label=label)
            if np.isfinite(at):
                ax.plot(
                    at, self.power, marker="o", mfc=self.theme.paper, mec=color, mew=1.4, ls="none", zorder=3
                )
        ax.set(ylim=(0, 1.02), xlabel="true difference between two learners", ylabel="power")
        ax.set_xlim(left=0)
        ax.legend(loc="lower right")

    def alt(self) -> str:
        """The minimum detectable difference of each curve."""
        parts = []
        for name, each in self.curves.items():
            at = each.detectable(self.power)
            parts.append(f"{shown(name)} detects {f'{at:.3g}' if np.isfinite(at) else 'none of these'}")
        return f"Power against the true difference; with {self.power:.0%} power {', '.join(parts)}."


displays.add(
    "PowerCurveDisplay", PowerCurveDisplay, "power to detect a difference of two learners, against its size"
)
