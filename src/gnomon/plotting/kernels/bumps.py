"""Kernel expansion of an SVM on one feature: a kernel bump per support vector, and their sum."""

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

MAX_BUMPS = 60


class BumpsDisplay(Display):
    """Decision function of an SVM on one feature as a sum of kernel bumps alpha y K(x_k, x) and intercept b.

    decision: the decision function. points, labels: feature and class of each row. steps: grid points.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("inner-outer")
    >>> machine = gn.SVC(kernel=gn.kernels.RBFKernel(sigma=0.1), C=1e6).fit(task.X, task.y)
    >>> gn.plotting.BumpsDisplay.from_estimator(machine, task.X, task.y).crossings().round(2).tolist()
    [-0.15, 0.15]
    """

    size = (5.6, 3.4)

    def __init__(self, decision: KernelDecision, points: Any, labels: Any, *, steps: int = 401) -> None:
        self.decision, self.labels = decision, np.asarray(labels)
        self.points = np.asarray(points, dtype=np.float64).ravel()
        if len(self.points) != len(self.labels) or not len(self.points):
            raise DataError(
                f"{len(self.points)} values, {len(self.labels)} labels: pass one column and one label per row"
            )
        margin = 0.25 * (np.ptp(self.points) or 1.0)
        self.grid = np.linspace(self.points.min() - margin, self.points.max() + margin, steps)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """Plot a fitted binary support vector classifier of one feature."""
        X = np.asarray(X, dtype=np.float64)
        if X.ndim != 2 or X.shape[1] != 1:
            raise DataError(f"X has shape {X.shape}; kernel bumps need exactly 1 column")
        return cls(kernel_decision(estimator), X, y)

    @classmethod
    def example(cls) -> Self:
        """Six points, the inner two of one class, and a hard-margin RBF SVM."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.kernels import RBFKernel
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("inner-outer")
        return cls.from_estimator(
            SVC(kernel=RBFKernel(sigma=0.1), C=1e6, random_state=None).fit(task.X, task.y), task.X, task.y
        )

    def frame(self) -> pd.DataFrame:
        """One row per grid point: x, the bump of each support vector, the intercept b and their sum."""
        table = self.decision.bumps(self.grid[:, None])
        table.insert(0, "x", self.grid)
        return table

    def crossings(self) -> Floats:
        """The decision boundary: zeros of the decision function, by linear interpolation."""
        total = self.frame()["sum"].to_numpy()
        before = np.flatnonzero(np.diff(np.sign(total)))
        fraction = total[before] / (total[before] - total[before + 1])
        return self.grid[before] + fraction * (self.grid[before + 1] - self.grid[before])

    def draw(self, ax: Axes) -> None:
        """Bumps in the colors of their classes, intercept, decision function, rows and decision boundary."""
        table = self.frame()
        ax.axhline(0, color=self.theme.line, linewidth=0.8, zorder=0)
        for index, row in enumerate(self.decision.support[:MAX_BUMPS]):
            code = int(self.decision.side[index] > 0)
            color, dash = self.theme.color(code), self.theme.dash(code)
            ax.plot(table["x"], table[f"bump_{row}"], color=color, linestyle=dash, linewidth=1.1)
        ax.axhline(
            self.decision.b,
            color=self.theme.soft,
            linestyle=":",
            label=f"intercept b = {self.decision.b:.3g}",
        )
        ax.plot(table["x"], table["sum"], color=self.theme.ink, linewidth=2.0, label="decision function D(x)")
        for number, at in enumerate(self.crossings()[:MAX_BUMPS]):
            ax.axvline(
                at, color=self.theme.soft, linewidth=0.8, label=None if number else "decision boundary"
            )
        mark_classes(
            ax, self.theme, np.column_stack([self.points, np.zeros(len(self.points))]), self.labels, size=32
        )
        ax.set(xlabel="x", ylabel="αₖ yₖ K(xₖ, x)")
        legend_beside(ax)

    def alt(self) -> str:
        """Lagrange multipliers, intercept and decision boundary."""
        boundary = ", ".join(f"{at:.3g}" for at in self.crossings()[:12]) or "nowhere"
        alphas = ", ".join(f"{each:.3g}" for each in self.decision.alpha[:12])
        return (
            f"Kernel bumps of {len(self.decision.alpha)} support vectors with multipliers {alphas} over "
            f"{class_sizes(self.labels)}; with intercept {self.decision.b:.3g} their sum is 0 at {boundary}."
        )


displays.add(
    "BumpsDisplay", BumpsDisplay, "decision function of an SVM on one feature: kernel bumps and their sum"
)
