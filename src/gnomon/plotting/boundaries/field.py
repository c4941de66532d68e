"""Decision function D(x) of a binary classifier as a heat map over the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.neighbors.regions import Regions
from gnomon.plotting.boundaries.decision_boundary import draw_level
from gnomon.plotting.boundaries.margin import ring_support
from gnomon.plotting.boundaries.plane_grid import STEPS, PlaneRows, frame_plane, scored_grid
from gnomon.plotting.class_marks import class_sizes, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.style import DIVERGING
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class DecisionFieldDisplay(Display):
    """Heat map of the decision function D(x), with contour lines at D = -1, 0 and 1.

    scores: D on a grid. rows: points with labels. support: support vectors. wrong: misclassified rows.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("five-points")
    >>> machine = gn.SVC(kernel="linear", C=10).fit(task.X, task.y)
    >>> display = gn.plotting.DecisionFieldDisplay.from_estimator(machine, task.X, task.y, grid_resolution=20)
    >>> display.frame().columns.tolist(), display.wrong.tolist()
    (['x1', 'x2', 'score'], [2])
    """

    size = (5.4, 3.6)

    def __init__(self, scores: Regions, rows: PlaneRows, support: Any = (), wrong: Any = ()) -> None:
        self.scores, self.rows = scores, rows
        self.support, self.wrong = np.asarray(support, dtype=int), np.asarray(wrong, dtype=int)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        response_method: str = "auto",
        grid_resolution: int = STEPS,
        names: Any = None,
    ) -> Self:
        """Plot the decision function of a fitted binary classifier, or its probability minus one half."""
        rows = PlaneRows.of(X, y, names)
        scores = scored_grid(estimator, rows, grid_resolution, method=response_method)
        if scores is None:
            raise DataError(
                f"{type(estimator).__name__} has no decision function of two classes; "
                "DecisionBoundaryDisplay draws its regions"
            )
        wrong = np.flatnonzero(np.asarray(estimator.predict(rows.table(rows.points))) != rows.labels)
        return cls(scores, rows, getattr(estimator, "support_", ()), wrong)

    @classmethod
    def example(cls) -> Self:
        """Four points and an outlier."""
        from gnomon.data.sets import load
        from gnomon.learners.kernel.svc import SVC

        task: Any = load("five-points")
        return cls.from_estimator(
            SVC(kernel="linear", C=10, random_state=None).fit(task.X, task.y), task.X, task.y
        )

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid: x1, x2 and the score."""
        return self.scores.frame().rename(columns={"predicted": "score"})

    def draw(self, ax: Axes) -> None:
        """Heat map, contours, rows, circled support vectors, and discs under misclassified rows."""
        values, theme = self.scores.predicted, self.theme
        limit = float(np.quantile(np.abs(values), 0.98)) or 1.0
        shade = ax.imshow(
            values,
            cmap=f"{DIVERGING}_r",
            vmin=-limit,
            vmax=limit,
            extent=(self.scores.x1[0], self.scores.x1[-1], self.scores.x2[0], self.scores.x2[-1]),
            origin="lower",
            aspect="auto",
            alpha=0.55,
            interpolation="bilinear",
        )
        figure: Any = ax.get_figure()
        bar = figure.colorbar(shade, ax=ax, label="D(x)")
        bar.outline.set_visible(False)
        draw_level(ax, theme.ink, self.scores, 0.0)
        for level in (-1.0, 1.0):
            draw_level(ax, theme.soft, self.scores, level, linestyles="--", linewidths=1.0)
        at = self.rows.points[self.wrong]
        ax.scatter(at[:, 0], at[:, 1], s=230, color=theme.soft, alpha=0.45, linewidth=0, zorder=2)
        mark_classes(ax, theme, self.rows.points, self.rows.labels, size=30)
        ring_support(ax, theme, self.rows.points[self.support])
        frame_plane(ax, self.scores, self.rows.names)

    def alt(self) -> str:
        """The range of the decision function, and the rows."""
        low, high = self.scores.predicted.min(), self.scores.predicted.max()
        return (
            f"Decision function D(x) from {low:.3g} to {high:.3g} over {class_sizes(self.rows.labels)}; "
            f"{len(self.support)} support vectors circled, {len(self.wrong)} rows misclassified."
        )


displays.add(
    "DecisionFieldDisplay", DecisionFieldDisplay, "decision function of a binary classifier over the plane"
)
