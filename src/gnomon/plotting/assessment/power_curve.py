"""Power against the size of a difference: what a design can see."""

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
    """The chance to find each of some differences.

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.plotting.assessment.power_curve import PowerCurve
    >>> round(PowerCurve(np.array([0.0, 0.1]), np.array([0.05, 0.85])).reaches(0.45), 3)
    0.05
    """

    difference: Floats
    power: Floats

    def reaches(self, power: float) -> float:
        """The smallest difference found with this power; NaN if none of these is."""
        is_enough = self.power >= power
        return float(np.interp(power, self.power, self.difference)) if is_enough.any() else np.nan


class PowerCurveDisplay(Display):
    """The chance to find a difference between two learners, against its size.

    curves: `PowerCurve` by name. power: the chance that is asked for, drawn as a line.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.PowerCurveDisplay.from_plans({"10 folds": (10, 1 / 9)}, sd=0.03)
    >>> round(display.curves["10 folds"].reaches(0.8), 3)
    0.043
    """

    def __init__(self, curves: Mapping[str, PowerCurve], *, power: float = 0.8) -> None:
        self.curves, self.power = dict(curves), power
        if not self.curves:
            raise DataError("there is no curve to draw; give at least one")

    @classmethod
    def from_plans(
        cls,
        plans: Mapping[str, tuple[int, float]],
        sd: float,
        *,
        most: float | None = None,
        level: float = 0.95,
        power: float = 0.8,
    ) -> Self:
        """Plans by name, each as its number of splits and held-out rows as a share of training rows.

        sd: of the difference of two learners from split to split. most: the largest difference to draw.
        """
        across = np.linspace(0, most or 3 * sd, _STEPS)
        return cls(
            {
                name: PowerCurve(
                    across, np.array([corrected_t_power(each, sd, n, ratio, level) for each in across])
                )
                for name, (n, ratio) in plans.items()
            },
            power=power,
        )

    @classmethod
    def from_forecast(cls, forecast: PowerForecast) -> Self:
        """What a design can see on each of its tasks; through the difference that the forecast names."""
        most = 2 * max(each.difference for each in forecast.tasks)
        curves = {}
        for each in forecast.tasks:
            level = 1 - (1 - each.level) / each.n_pairs
            freedom = max(each.n_splits if each.n_splits > 1 else each.n_rows, 2) - 1
            error = each.difference / detectable_ratio(freedom, level, each.power)
            across = np.linspace(0, most, _STEPS)
            curves[each.task] = PowerCurve(
                across, np.array([power_t(x, error, freedom, level) for x in across])
            )
        return cls(curves, power=forecast.tasks[0].power)

    @classmethod
    def example(cls) -> Self:
        """Five folds, ten folds, and ten folds thrice."""
        plans = {"5 folds": (5, 1 / 4), "10 folds": (10, 1 / 9), "10 folds, 3 times": (30, 1 / 9)}
        return cls.from_plans(plans, sd=0.03, most=0.1)

    def frame(self) -> pd.DataFrame:
        """One row per difference of a curve."""
        import pandas as pd

        parts = [
            pd.DataFrame({"curve": name, "difference": each.difference, "power": each.power})
            for name, each in self.curves.items()
        ]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Lines, and where they reach the power that is asked for."""
        ax.axhline(self.power, color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            color, at = self.theme.color(number), curve.reaches(self.power)
            seen = f", sees {at:.3g}" if np.isfinite(at) else ""
            label, dash = f"{shown(name, 28)}{seen}", self.theme.dash(number + number // 8)
            ax.plot(curve.difference, curve.power, color=color, ls=dash, label=label)
            if np.isfinite(at):
                ax.plot(
                    at, self.power, marker="o", mfc=self.theme.paper, mec=color, mew=1.4, ls="none", zorder=3
                )
        ax.set(ylim=(0, 1.02), xlabel="true difference between two learners", ylabel="chance to find it")
        ax.set_xlim(left=0)
        ax.legend(loc="lower right")

    def alt(self) -> str:
        """The difference that each curve sees."""
        parts = []
        for name, each in self.curves.items():
            at = each.reaches(self.power)
            parts.append(f"{shown(name)} sees {f'{at:.3g}' if np.isfinite(at) else 'none of these'}")
        return f"Power against the size of a difference; with {self.power:.0%} power {', '.join(parts)}."


displays.add(
    "PowerCurveDisplay",
    PowerCurveDisplay,
    "the chance to find a difference, against its size",
    figures=("11-power",),
)
