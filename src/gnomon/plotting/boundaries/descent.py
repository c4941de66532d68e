"""Trajectory of gradient descent over the contours of its loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.linear.landscape import Landscape, Trajectory, gradient_descent, loss_landscape
from gnomon.plotting.boundaries.landscape import draw_contours
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class DescentDisplay(Display):
    """Contours of a loss of two parameters, the trajectory of gradient descent, and the minimum of the grid.

    Examples
    --------
    >>> import gnomon as gn
    >>> bowl = lambda u, v: u**2 + 3 * v**2
    >>> grid = np.linspace(-2, 2, 21)
    >>> display = gn.plotting.DescentDisplay.from_loss(bowl, (1.5, 1.0), u=grid, v=grid, learning_rate=0.2)
    >>> display.trajectory.converged
    True
    """

    def __init__(self, landscape: Landscape, trajectory: Trajectory) -> None:
        if len(landscape.names) != 2 or trajectory.points.shape[1] != 2:
            raise DataError(
                f"a trajectory is drawn over 2 parameters; the landscape has {len(landscape.names)}, "
                f"the trajectory {trajectory.points.shape[1]}"
            )
        self.landscape, self.trajectory = landscape, trajectory

    @classmethod
    def from_loss(
        cls,
        loss: Callable[..., float],
        start: Any,
        *,
        learning_rate: float = 0.1,
        max_iter: int = 1000,
        tol: float = 1e-4,
        **grid: Any,
    ) -> Self:
        """Run gradient descent from a start, and plot the loss over a grid of its two parameters."""
        trajectory = gradient_descent(loss, start, learning_rate=learning_rate, max_iter=max_iter, tol=tol)
        return cls(loss_landscape(loss, **grid), trajectory)

    @classmethod
    def example(cls) -> Self:
        """A surface with two local minima: the descent ends in the higher one."""
        grid = np.linspace(-3, 3, 61)
        return cls.from_loss(peaks, (-0.2, 1.2), learning_rate=0.01, w1=grid, w2=grid)

    def frame(self) -> pd.DataFrame:
        """One row per step: the parameters and the loss."""
        return self.trajectory.frame()

    def draw(self, ax: Axes) -> None:
        """Contours, the trajectory with its start and end, and the minimum of the grid."""
        draw_contours(ax, self.landscape)
        points, theme = self.trajectory.points, self.theme
        minimum = self.landscape.minima()[list(self.landscape.names)].to_numpy()[0]
        ax.plot(*points.T, "-o", color=theme.color(1), markersize=2.5, linewidth=1.2, zorder=3)
        marks = [
            (points[0], "o", f"start, loss {self.trajectory.losses[0]:.3g}", theme.ink),
            (
                points[-1],
                "X",
                f"end after {self.trajectory.n_steps} steps, loss {self.trajectory.losses[-1]:.3g}",
                theme.color(1),
            ),
            (minimum, "*", f"minimum of the grid, loss {self.landscape.minimum:.3g}", theme.color(2)),
        ]
        for at, marker, words, color in marks:
            ax.scatter(
                [at[0]],
                [at[1]],
                marker=marker,
                s=70,
                color=color,
                edgecolor=theme.paper,
                label=words,
                zorder=4,
            )
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=1)

    def alt(self) -> str:
        """The start and end of the descent."""
        return f"Gradient descent over a loss landscape ({self.landscape}): {self.trajectory}."


def peaks(w1: float, w2: float) -> float:
    """A surface with several local minima and maxima (MATLAB's peaks).

    >>> round(peaks(-1.3474, 0.2045), 4)
    -3.0498
    """
    hill = 3 * (1 - w1) ** 2 * np.exp(-(w1**2) - (w2 + 1) ** 2)
    waves = 10 * (w1 / 5 - w1**3 - w2**5) * np.exp(-(w1**2) - w2**2)
    return float(hill - waves - np.exp(-((w1 + 1) ** 2) - w2**2) / 3)


displays.add("DescentDisplay", DescentDisplay, "trajectory of gradient descent over its loss")
