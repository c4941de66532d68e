"""Bias-variance decomposition of the expected loss against a hyperparameter: underfitting and overfitting."""

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

COMPONENTS = ("loss", "bias", "variance", "noise")


class BiasVarianceDisplay(Display):
    """Bias-variance tradeoff: bias, variance, noise and expected loss against a hyperparameter.

    sweep: a `Sweep`. A ring marks the lowest loss. Noise is drawn where it is known; else the bias includes
    it. Error bars are Monte-Carlo standard errors over training sets.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(60, noise=0.3, random_state=0)
    >>> sweep = gn.curves.bias_variance_curve(
    ...     task, gn.KNeighborsClassifier(), "n_neighbors", [1, 5, 15], gn.bootstrap(9)
    ... )
    >>> gn.plotting.BiasVarianceDisplay(sweep).frame()["n_neighbors"].tolist()
    [1, 5, 15]
    """

    def __init__(self, sweep: Sweep) -> None:
        if not isinstance(sweep, Sweep):
            raise DataError(
                "pass a Sweep, such as bias_variance_curve(task, learner, parameter, values, bootstrap(50))"
            )
        self.sweep = sweep

    @classmethod
    def from_task(
        cls, task: Any, learner: Any, parameter: str, values: Any, plan: Any, **options: Any
    ) -> Self:
        """Estimate by training on the resamples of a plan at each value; options of `bias_variance_curve`."""
        return cls(bias_variance_curve(task, learner, parameter, values, plan, **options))

    @classmethod
    def example(cls) -> Self:
        """k-nearest neighbors on moons."""
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
        return self.sweep.frame()

    def draw(self, ax: Axes) -> None:
        """One line per component."""
        table, values = self.frame(), self.sweep.values
        x = axis_positions(values)
        for number, part in enumerate(self._components()):
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
        best = self.sweep.best
        ring: dict[str, Any] = {"marker": "o", "ms": 12, "mfc": "none", "mec": self.theme.soft, "ls": "none"}
        ax.plot(
            x[best], table["loss"].iloc[best], label=f"lowest at {shown(self.sweep.best_value, 12)}", **ring
        )
        ax.axhline(0.0, color=self.theme.line, lw=0.8, zorder=0)
        loss = self.sweep.decompositions[0].loss_name
        ax.set_ylabel(f"{loss} loss")
        value_axis(ax, values, self.sweep.parameter)
        ax.legend()

    def alt(self) -> str:
        """First and last value of each component, and the lowest loss."""
        table = self.frame()
        ends = [
            f"{part} from {table[part].iloc[0]:.3g} to {table[part].iloc[-1]:.3g}"
            for part in self._components()
        ]
        return (
            f"Bias-variance decomposition of the expected loss as {shown(self.sweep.parameter)} goes from "
            f"{shown(self.sweep.values[0])} to {shown(self.sweep.values[-1])}: {', '.join(ends)}; lowest at "
            f"{shown(self.sweep.best_value)}."
        )

    def _components(self) -> list[str]:
        is_known = any(each.noise_known for each in self.sweep.decompositions)
        return [part for part in COMPONENTS if part != "noise" or is_known]


displays.add(
    "BiasVarianceDisplay",
    BiasVarianceDisplay,
    "bias, variance, noise and expected loss against a hyperparameter",
)
