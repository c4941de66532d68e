"""A radial machine on a line: the bump of each support vector, and their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.reading.decision import KernelDecision, kernel_decision
from gnomon.plotting.class_marks import class_sizes, legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_BUMPS = 60


class BumpsDisplay(Display):
    """alpha y K(x_k, x) of each support vector over one column, their sum with b, and where it crosses 0.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("inner-outer")
    >>> machine = gn.SVC(kernel=gn.kernels.RBFKernel(sigma=0.1), C=1e6).fit(task.X, task.y)
    >>> gn.plotting.BumpsDisplay.from_estimator(machine, task.X, task.y).crossings().round(2).tolist()
    [-0.15, 0.15]
    """

    size = (5.6, 3.4)

    def __init__(self, machine: KernelDecision, points: Any, labels: Any, *, steps: int = 401) -> None:
        self.machine, self.labels = machine, np.asarray(labels)
        self.points = np.asarray(points, dtype=np.float64).ravel()
        if len(self.points) != len(self.labels) or not len(self.points):
            raise DataError("bumps are drawn over one column, with a label a row; choose a column")
        room = 0.25 * (np.ptp(self.points) or 1.0)
        self.grid = np.linspace(self.points.min() - room, self.points.max() + room, steps)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """A fitted kernel machine of two classes and one column."""
        X = np.asarray(X, dtype=np.float64)
        if X.ndim != 2 or X.shape[1] != 1:
            raise DataError(f"X has shape {X.shape}; bumps are drawn over 1 column")
        return cls(kernel_decision(estimator), X, y)

    @classmethod
    def example(cls) -> Self:
        """Six points, the inner two of one class."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.kernels import RBFKernel
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("inner-outer")
        return cls.from_estimator(
            SVC(kernel=RBFKernel(sigma=0.1), C=1e6, random_state=None).fit(task.X, task.y), task.X, task.y
        )

    def frame(self) -> pd.DataFrame:
        """One row a place: x, each bump, b and the sum."""
        table = self.machine.bumps(self.grid[:, None])
        table.insert(0, "x", self.grid)
        return table

    def crossings(self) -> Floats:
        """Where the sum is 0: the boundary."""
        total = self.frame()["sum"].to_numpy()
        before = np.flatnonzero(np.diff(np.sign(total)))
        share = total[before] / (total[before] - total[before + 1])
        return self.grid[before] + share * (self.grid[before + 1] - self.grid[before])

    def draw(self, ax: Axes) -> None:
        """Bumps in the colors of their classes, b, the sum, the rows, and the zero crossings."""
        table = self.frame()
        ax.axhline(0, color=self.theme.line, linewidth=0.8, zorder=0)
        for place, row in enumerate(self.machine.support[:MOST_BUMPS]):
            side = int(self.machine.side[place] > 0)
            color, dash = self.theme.color(side), self.theme.dash(side)
            ax.plot(table["x"], table[f"bump_{row}"], color=color, linestyle=dash, linewidth=1.1)
        ax.axhline(self.machine.b, color=self.theme.soft, linestyle=":", label=f"b = {self.machine.b:.3g}")
        ax.plot(table["x"], table["sum"], color=self.theme.ink, linewidth=2.0, label="sum D(x)")
        for number, at in enumerate(self.crossings()[:MOST_BUMPS]):
            ax.axvline(at, color=self.theme.soft, linewidth=0.8, label=None if number else "boundary")
        mark_classes(
            ax, self.theme, np.column_stack([self.points, np.zeros(len(self.points))]), self.labels, size=32
        )
        ax.set(xlabel="x", ylabel="αₖ yₖ K(xₖ, x)")
        legend_beside(ax)

    def alt(self) -> str:
        """Multipliers, constant and crossings."""
        where = ", ".join(f"{at:.3g}" for at in self.crossings()[:12]) or "nowhere"
        alphas = ", ".join(f"{each:.3g}" for each in self.machine.alpha[:12])
        return (
            f"Bumps of {len(self.machine.alpha)} support vectors with multipliers {alphas} over "
            f"{class_sizes(self.labels)}; with b = {self.machine.b:.3g} their sum crosses 0 at {where}."
        )


displays.add(
    "BumpsDisplay",
    BumpsDisplay,
    "bumps of a radial machine on a line, and their sum",
    figures=("6-1-d-bumps",),
)
