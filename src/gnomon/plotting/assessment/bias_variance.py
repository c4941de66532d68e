"""Bias, variance, noise and loss against a parameter: where a learner is too simple or too flexible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.bias_variance import Sweep, bias_variance_curve
from gnomon.errors import DataError
from gnomon.plotting.curves.value_axis import axis_positions, value_axis
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

PARTS = ("loss", "bias", "variance", "noise")


class BiasVarianceDisplay(Display):
    """The parts of the expected loss at each value of a parameter; a ring marks the lowest loss.

    found: a `Sweep`. The noise is drawn where it is known; else the bias holds it. Bars are Monte-Carlo
    standard errors over training sets.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(60, noise=0.3, random_state=0)
    >>> found = gn.curves.bias_variance_curve(
    ...     task, gn.KNeighborsClassifier(), "n_neighbors", [1, 5, 15], gn.bootstrap(9)
    ... )
    >>> gn.plotting.BiasVarianceDisplay(found).frame()["n_neighbors"].tolist()
    [1, 5, 15]
    """

    def __init__(self, found: Sweep) -> None:
        if not isinstance(found, Sweep):
            raise DataError("give a sweep, such as sweep(task, learner, parameter, values, bootstrap(50))")
        self.found = found

    @classmethod
    def from_task(
        cls, task: Any, learner: Any, parameter: str, values: Any, plan: Any, **options: Any
    ) -> Self:
        """Train at each value on the training sets of a plan; options as in `bias_variance_curve`."""
        return cls(bias_variance_curve(task, learner, parameter, values, plan, **options))

    @classmethod
    def example(cls) -> Self:
        """Nearest neighbors on moons."""
        from gnomon.assessment.splits import bootstrap
        from gnomon.data.generate import make_moons
        from gnomon.registry import learners

        task, learner = make_moons(150, noise=0.35, random_state=0), learners["KNeighborsClassifier"].thing()
        values = [1, 3, 7, 15, 31, 61]
        return cls.from_task(
            task, learner, "n_neighbors", values, bootstrap(25, random_state=0), loss="squared"
        )

    def frame(self) -> pd.DataFrame:
        """One row per value of the parameter."""
        return self.found.frame()

    def draw(self, ax: Axes) -> None:
        """A line a part."""
        table, values = self.frame(), self.found.values
        x = axis_positions(values)
        for number, part in enumerate(self._parts()):
            color = self.theme.ink if part == "loss" else self.theme.color(number - 1)
            ax.errorbar(
                x,
                table[part],
                np.nan_to_num(table[f"{part}_error"]),
                color=color,
                ls=self.theme.dash(number),
                marker=self.theme.marker(number),
                elinewidth=0.8,
                lw=2.0 if part == "loss" else 1.5,
                label="expected loss" if part == "loss" else part,
            )
        best = self.found.best
        ring: dict[str, Any] = {"marker": "o", "ms": 12, "mfc": "none", "mec": self.theme.soft, "ls": "none"}
        ax.plot(
            x[best], table["loss"].iloc[best], label=f"lowest at {shown(self.found.best_value, 12)}", **ring
        )
        ax.axhline(0.0, color=self.theme.line, lw=0.8, zorder=0)
        loss = self.found.decompositions[0].loss_name
        ax.set_ylabel(f"{loss} loss")
        value_axis(ax, values, self.found.parameter)
        ax.legend()

    def alt(self) -> str:
        """The parts at the ends and the lowest loss."""
        table = self.frame()
        ends = [
            f"{part} from {table[part].iloc[0]:.3g} to {table[part].iloc[-1]:.3g}" for part in self._parts()
        ]
        return (
            f"Parts of the expected loss as {shown(self.found.parameter)} goes from "
            f"{shown(self.found.values[0])} to {shown(self.found.values[-1])}: {', '.join(ends)}; lowest at "
            f"{shown(self.found.best_value)}."
        )

    def _parts(self) -> list[str]:
        is_known = any(each.noise_known for each in self.found.decompositions)
        return [part for part in PARTS if part != "noise" or is_known]


displays.add(
    "BiasVarianceDisplay",
    BiasVarianceDisplay,
    "bias, variance, noise and loss against a parameter",
    figures=("4-22.7d",),
)
