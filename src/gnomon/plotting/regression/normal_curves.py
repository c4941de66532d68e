"""Normal densities: of several means and variances, or the predictive density at one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.gaussian_density import NormalDensity
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class NormalCurvesDisplay(Display):
    """Normal densities, and the likelihoods of points under the first one.

    densities: of one column, by name. points: values to mark with their likelihood. name: of the variable.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("olympic-men")
    >>> line = gn.LinearRegression().fit(task.X, task.y)
    >>> display = gn.plotting.NormalCurvesDisplay.from_estimator(line, 1980, {"1980": 10.25})
    >>> display.likelihoods().round(2).tolist()
    [1.06]
    """

    size = (5.6, 3.4)

    def __init__(
        self,
        densities: Mapping[str, NormalDensity],
        points: Mapping[str, float] | None = None,
        *,
        name: str = "y",
    ) -> None:
        if not densities or any(len(each.mean) != 1 for each in densities.values()):
            raise DataError("pass one or more normal densities of one column")
        self.densities, self.points, self.name = dict(densities), dict(points or {}), name

    @classmethod
    def of(cls, moments: Sequence[tuple[float, float]], *, name: str = "y") -> Self:
        """Plot densities of these means and variances."""
        return cls(
            {f"μ = {mean:g}, σ² = {variance:g}": NormalDensity(mean, variance) for mean, variance in moments},
            name=name,
        )

    @classmethod
    def from_estimator(
        cls, estimator: Any, x: float, points: Mapping[str, float] | None = None, *, name: str = "y"
    ) -> Self:
        """Plot the predictive density of a least-squares fit of one feature at x: N(w·x, noise variance)."""
        if not hasattr(estimator, "inference"):
            raise DataError(f"{type(estimator).__name__} has no noise variance; use LinearRegression")
        mean = float(estimator.predict([[x]])[0])
        variance = estimator.inference().noise_variance
        return cls(
            {f"prediction at {x:g}: N({mean:.4g}, {variance:.2g})": NormalDensity(mean, variance)},
            points,
            name=name,
        )

    @classmethod
    def example(cls) -> Self:
        """Predictive density of the winning time of 1980, with three times."""
        from gnomon.data.sets import load
        from gnomon.learners.linear.least_squares import LinearRegression

        task: Any = load("olympic-men")
        line = LinearRegression().fit(task.X, task.y)
        marked = {"A": 9.6, "B": 10.1, "1980": 10.25}
        return cls.from_estimator(line, 1980, marked, name="men's 100 m (s)")

    def frame(self) -> pd.DataFrame:
        """One row per value: each density."""
        import pandas as pd

        grid = self._grid()
        return pd.DataFrame(
            {self.name: grid, **{name: each.density(grid) for name, each in self.densities.items()}}
        )

    def likelihoods(self) -> Floats:
        """The likelihood of each point under the first density."""
        first = next(iter(self.densities.values()))
        return np.array([float(first.density([value])[0]) for value in self.points.values()])

    def draw(self, ax: Axes) -> None:
        """Curves, and a stem for each point."""
        table = self.frame()
        for number, name in enumerate(self.densities):
            ax.plot(
                table[self.name],
                table[name],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=shown(name, 48),
            )
        for number, ((name, value), height) in enumerate(zip(self.points.items(), self.likelihoods()), 1):
            ax.plot([value, value], [0, height], color=self.theme.soft, linewidth=1.0)
            ax.scatter(
                [value],
                [height],
                s=40,
                marker=self.theme.marker(number),
                color=self.theme.color(number),
                zorder=3,
            )
            ax.annotate(
                f"{shown(name)}: {height:.3g}",
                (value, height),
                (5, 4),
                textcoords="offset points",
                fontsize=8,
                bbox=self.theme.plate,
            )
        ax.set(xlabel=shown(self.name), ylabel="density")
        ax.set_ylim(bottom=0)
        ax.margins(x=0.08)
        if len(self.densities) > 1:
            legend_beside(ax)
        else:
            ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.14))

    def alt(self) -> str:
        """The densities, and the likelihood of the points."""
        names = ", ".join(shown(name, 48) for name in list(self.densities)[:12])
        marked = ", ".join(
            f"{shown(name)} {height:.3g}" for name, height in zip(self.points, self.likelihoods())
        )
        return (
            f"Normal densities of {shown(self.name)}: {names}{'; likelihoods: ' + marked if marked else ''}."
        )

    def _grid(self) -> Floats:
        ends = [(float(g.mean[0]), 3.5 * float(np.sqrt(g.covariance[0, 0]))) for g in self.densities.values()]
        values = [*(m - s for m, s in ends), *(m + s for m, s in ends), *self.points.values()]
        return np.linspace(min(values), max(values), 301)


displays.add(
    "NormalCurvesDisplay", NormalCurvesDisplay, "normal densities, or the predictive density at one value"
)
