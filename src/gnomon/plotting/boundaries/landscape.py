"""Loss landscape over one or two parameters, with its minima and tangents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.linear.landscape import Landscape, hyperplane_loss, loss_landscape
from gnomon.learners.trees.line_search import LineSearch
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.style import SEQUENTIAL
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_MARKS = 12


class LandscapeDisplay(Display):
    """Loss as a function of one parameter (a curve) or two (contours), with its minima.

    landscape: `gn.teaching.loss_landscape(...)`. tangents: points at which to draw tangents. steps: whether
    the loss is a step function, as the number of errors of a stump. loss: label of its axis.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("rugby-ballet")
    >>> search = gn.teaching.threshold_line_search(task.X[:, 0], task.y)
    >>> gn.plotting.LandscapeDisplay.from_line_search(search).landscape.minimum
    0.0
    """

    def __init__(
        self,
        landscape: Landscape,
        *,
        tangents: Sequence[float] = (),
        steps: bool = False,
        loss: str = "loss",
    ) -> None:
        if tangents and len(landscape.names) != 1:
            raise DataError("tangents need a landscape of one parameter; this has two")
        self.landscape, self.tangents, self.steps, self.loss = landscape, tuple(tangents), steps, loss

    @classmethod
    def from_line_search(cls, search: LineSearch) -> Self:
        """Plot the errors of a stump at each threshold of a line search."""
        landscape = Landscape(("threshold t",), (search.thresholds,), search.errors)
        return cls(landscape, steps=True, loss="errors")

    @classmethod
    def example(cls) -> Self:
        """Log loss over the second weight of a hyperplane, with two tangents."""
        from gnomon.data.gaussians import make_two_gaussians

        task = make_two_gaussians(60, means=((0.0, 0.0), (2.0, 1.0)), random_state=0)
        loss = hyperplane_loss(task.X, task.y, [3.0, 0.0], -3.0, loss="log")
        return cls(
            loss_landscape(loss, w2=np.linspace(-2, 2, 161)),
            tangents=(-1.2, 1.2),
            loss="summed log loss",
        )

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid: the parameters and the loss."""
        return self.landscape.frame()

    def slope(self, at: float) -> float:
        """Slope of the curve at a point, by central differences on the grid."""
        grid, values = self.landscape.grids[0], self.landscape.values
        return float(np.interp(at, grid, np.gradient(values, grid)))

    def draw(self, ax: Axes) -> None:
        """A curve or contours, and the minima."""
        if len(self.landscape.names) == 2:
            draw_contours(ax, self.landscape)
            minima = self.landscape.minima().head(MAX_MARKS)
            at = minima[list(self.landscape.names)].to_numpy()
            ax.scatter(
                at[:, 0],
                at[:, 1],
                marker="*",
                s=90,
                color=self.theme.color(1),
                edgecolor=self.theme.paper,
                label=f"minimum {shown(self.loss)} {self.landscape.minimum:.4g}",
                zorder=3,
            )
        else:
            self._draw_curve(ax)
            ax.set(xlabel=shown(self.landscape.names[0]), ylabel=shown(self.loss))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The minimum and its location."""
        names = ", ".join(map(shown, self.landscape.names))
        return f"Loss landscape of the {shown(self.loss)} over {names}: {self.landscape}."

    def _draw_curve(self, ax: Axes) -> None:
        grid, values = self.landscape.grids[0], self.landscape.values
        style: Any = {"drawstyle": "steps-post"} if self.steps else {}
        ax.plot(grid, values, color=self.theme.ink, **style)
        tied = values == values.min()
        words = f"minimum {self.landscape.minimum:.4g} at {grid[tied][0]:.4g}"
        words += f" … {grid[tied][-1]:.4g}" if tied.sum() > 1 else ""
        marks: Any = {"marker": "o"} if tied.sum() <= MAX_MARKS else {"linewidth": 4}
        ax.plot(grid, np.where(tied, values, np.nan), color=self.theme.color(1), label=words, **marks)
        reach = 0.12 * np.ptp(grid)
        for number, at in enumerate(self.tangents):
            slope, height = self.slope(at), float(np.interp(at, grid, values))
            ends = np.array([at - reach, at + reach])
            color = self.theme.color((0, *range(2, 8))[number % 7])
            ax.plot(ends, height + slope * (ends - at), color=color, linestyle="--")
            ax.plot([at], [height], "o", color=color, label=f"slope {slope:.3g} at {at:g}")


def draw_contours(ax: Axes, landscape: Landscape, n_levels: int = 16) -> None:
    """Contours of a loss landscape of two parameters, with axis labels.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().add_subplot()
    >>> draw_contours(ax, loss_landscape(lambda u, v: u * v, u=[0.0, 1.0], v=[0.0, 1.0]))
    >>> ax.get_xlabel()
    'u'
    """
    first, second = landscape.grids
    ax.contour(first, second, landscape.values.T, levels=n_levels, cmap=SEQUENTIAL, linewidths=0.9)
    ax.set(xlabel=shown(landscape.names[0]), ylabel=shown(landscape.names[1]))


displays.add("LandscapeDisplay", LandscapeDisplay, "loss landscape over one or two parameters")
