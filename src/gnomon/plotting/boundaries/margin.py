"""Decision boundary of a support vector machine with its margin, support vectors and slack variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.reading.support_table import SupportTable, support_table
from gnomon.learners.neighbors.regions import Regions
from gnomon.plotting.boundaries.decision_boundary import draw_level
from gnomon.plotting.boundaries.plane_grid import STEPS, PlaneRows, frame_plane, scored_grid
from gnomon.plotting.class_marks import class_sizes, legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_MARKED = 200


class MarginDisplay(Display):
    """Decision boundary D(x) = 0, the margin D(x) = ±1, and the support vectors circled.

    scores: D on a grid. rows: the training rows. support: their table of slacks and dual coefficients.
    slacks: whether to draw a line from each row inside the margin to the hyperplane D(x) = ±1 of its class.
    ranks: whether to number support vectors by dual coefficient, largest first within their class.
    dashed: "margin" or "boundary", which of the two is dashed.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("four-points")
    >>> machine = gn.SVC(kernel="linear", C=1e6).fit(task.X, task.y)
    >>> gn.plotting.MarginDisplay.from_estimator(machine, task.X, task.y).frame()["alpha"].round(3).tolist()
    [2.0, 0.0, 1.0, 1.0]
    """

    size = (5.4, 3.6)
    legend = True
    mark = 22.0

    def __init__(
        self,
        scores: Regions,
        rows: PlaneRows,
        support: SupportTable,
        *,
        slacks: bool = False,
        ranks: bool = False,
        dashed: str = "margin",
    ) -> None:
        if dashed not in ("margin", "boundary"):
            raise ParameterError(f"dashed={dashed!r}: it must be 'margin' or 'boundary'")
        self.scores, self.rows, self.support = scores, rows, support
        self.slacks, self.ranks, self.dashed = slacks, ranks, dashed

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        grid_resolution: int = STEPS,
        names: Any = None,
        slacks: bool = False,
        ranks: bool = False,
        dashed: str = "margin",
    ) -> Self:
        """Plot a fitted binary support vector machine (Gnomon's or scikit-learn's) over its training rows."""
        rows = PlaneRows.of(X, y, names)
        if not hasattr(estimator, "support_") or len(getattr(estimator, "classes_", ())) != 2:
            raise DataError(
                f"{type(estimator).__name__} is no fitted binary support vector machine; "
                "DecisionBoundaryDisplay draws the boundary of any classifier"
            )
        scores = scored_grid(estimator, rows, grid_resolution, method="decision_function")
        assert scores is not None
        table = support_table(estimator, rows.points, rows.labels)
        return cls(scores, rows, table, slacks=slacks, ranks=ranks, dashed=dashed)

    @classmethod
    def example(cls) -> Self:
        """A soft margin between two overlapping clouds."""
        from gnomon.data.gaussians import make_two_gaussians
        from gnomon.learners.kernel.svc import SVC

        task = make_two_gaussians(60, means=((-1.4, 0.0), (1.4, 0.0)), random_state=4)
        machine = SVC(kernel="linear", C=1.0, random_state=None).fit(task.X, task.y)
        return cls.from_estimator(machine, task.X, task.y, slacks=True)

    def frame(self) -> pd.DataFrame:
        """One row per training row: coordinates, output, slack, dual coefficient and status."""
        table = self.support.frame()
        table.insert(1, "x1", self.rows.points[:, 0])
        table.insert(2, "x2", self.rows.points[:, 1])
        return table

    def draw(self, ax: Axes) -> None:
        """Boundary and margin, then slacks, rows, and circles around the support vectors."""
        boundary, margin = ("-", "--") if self.dashed == "margin" else ("--", "-")
        draw_level(ax, self.theme.ink, self.scores, 0.0, linestyles=boundary)
        for level in (-1.0, 1.0):
            draw_level(ax, self.theme.soft, self.scores, level, linestyles=margin, linewidths=1.0)
        if self.slacks:
            self._draw_slacks(ax)
        mark_classes(ax, self.theme, self.rows.points, self.rows.labels, size=self.mark)
        ring_support(ax, self.theme, self.rows.points[self.support.is_support][:MAX_MARKED], 3.6 * self.mark)
        if self.ranks:
            self._number(ax)
        frame_plane(ax, self.scores, self.rows.names)
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """The margin, the number of support vectors, and the errors."""
        table = self.support
        return (
            f"Support vector machine on {class_sizes(self.rows.labels)}: margin "
            f"{table.decision.margin:.4g} "
            f"on each side of the boundary, {int(table.is_support.sum())} support vectors circled, "
            f"{int(table.is_wrong.sum())} rows misclassified."
        )

    def _draw_slacks(self, ax: Axes) -> None:
        """Lines to the margin hyperplane of the own class, perpendicular; for the linear kernel only."""
        table = self.support
        try:
            plane = table.decision.planes()[0]
        except DataError as error:
            raise ParameterError("slacks=True needs a linear kernel; use slacks=False") from error
        for row in np.flatnonzero(table.slack > 0)[:MAX_MARKED]:
            away = table.side[row] * table.slack[row] / plane.length
            ends = np.array([self.rows.points[row], self.rows.points[row] + away * plane.direction])
            ax.plot(*ends.T, color=self.theme.color(int(table.side[row] > 0)), linewidth=0.8, zorder=2)
        ax.plot([], [], color=self.theme.soft, linewidth=0.8, label="slack ξ")

    def _number(self, ax: Axes) -> None:
        ranked = self.support.ranked().head(MAX_MARKED)
        for rank, row in zip(ranked["rank"], ranked["row"]):
            ax.annotate(
                str(rank), self.rows.points[row], (5, 4), textcoords="offset points", fontsize=7, zorder=5
            )


def ring_support(ax: Axes, theme: Any, points: Any, size: float = 85.0) -> None:
    """Circle each support vector."""
    if len(points):
        ax.scatter(
            points[:, 0],
            points[:, 1],
            s=size,
            facecolor="none",
            edgecolor=theme.ink,
            linewidth=1.0,
            label="support vector",
            zorder=4,
        )


displays.add(
    "MarginDisplay",
    MarginDisplay,
    "decision boundary, margin, support vectors and slacks of a support vector machine",
)
