"""Decision regions of a classifier over two features, and the decision boundary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Array
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.regions import Regions
from gnomon.plotting.boundaries.plane_grid import STEPS, PlaneRows, frame_plane, predicted_grid, scored_grid
from gnomon.plotting.class_marks import class_sizes, legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class DecisionBoundaryDisplay(Display):
    """Decision regions (the class predicted at each point of the plane), the decision boundary, and the rows.

    regions: classes on a grid (`gn.inspection.decision_regions`). rows: the points with labels. scores: a
    decision function on the grid, 0 on the boundary, to draw it smooth; None if there is none.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("rugby-ballet")
    >>> stump = gn.DecisionStump().fit(task.X, task.y)
    >>> display = gn.plotting.DecisionBoundaryDisplay.from_estimator(
    ...     stump, task.X, task.y, grid_resolution=40
    ... )
    >>> display.frame().shape
    (1600, 3)
    """

    size = (5.4, 3.6)
    legend = True
    mark = 22.0

    def __init__(self, regions: Regions, rows: PlaneRows, scores: Regions | None = None) -> None:
        self.regions, self.rows, self.scores = regions, rows, scores

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        grid_resolution: int = STEPS,
        response_method: str = "auto",
        names: Any = None,
    ) -> Self:
        """Plot the decision regions of a fitted classifier of two features over the rows X.

        y: classes of the rows; None for those predicted. grid_resolution: points along each axis.
        response_method: "auto" or "predict". names: of the columns; None for those of X.
        """
        if response_method not in ("auto", "predict"):
            raise ParameterError(
                f"response_method={response_method!r}: decision regions show predicted classes; pass 'auto' "
                "or 'predict'; DecisionFieldDisplay draws scores"
            )
        rows = PlaneRows.of(X, estimator.predict(X) if y is None else y, names)
        regions = predicted_grid(estimator, rows, grid_resolution)
        return cls(regions, rows, scored_grid(estimator, rows, grid_resolution))

    @classmethod
    def from_task(
        cls, task: Task, learner: Any, columns: Sequence[str] | None = None, **options: Any
    ) -> Self:
        """Fit a learner on two columns of a task; None for its first two quantitative ones."""
        table = task.table
        numbers = [name for name in table.names if table.column(name).kind == "quantitative"]
        names = list(columns or numbers[:2])
        if len(names) != 2:
            raise DataError(f"{len(names)} columns of {task.name!r}: name two quantitative columns")
        X = np.column_stack([table.column(name).values for name in names])
        rows = PlaneRows.of(X, task.y, names)
        model = clone(learner).fit(rows.points, rows.labels)
        return cls.from_estimator(model, rows.points, rows.labels, names=names, **options)

    @classmethod
    def example(cls) -> Self:
        """Nearest neighbors with k = 15 on the petals of iris."""
        from gnomon.data.sets import load
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        iris: Any = load("iris")
        return cls.from_task(iris, KNeighborsClassifier(15), ["petal length", "petal width"])

    @property
    def classes(self) -> Array:
        """All classes, in the order of their colors."""
        return np.unique(np.concatenate([np.unique(self.rows.labels), np.unique(self.regions.predicted)]))

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid, and the class predicted there."""
        return self.regions.frame()

    def draw(self, ax: Axes) -> None:
        """The regions, the boundary between them, and the rows."""
        draw_regions(ax, self.theme, self.regions, self.classes)
        if self.scores is None:
            _draw_borders(ax, self.theme.ink, self.regions, self.classes)
        else:
            draw_level(ax, self.theme.ink, self.scores, 0.0)
        mark_classes(ax, self.theme, self.rows.points, self.rows.labels, self.classes, size=self.mark)
        frame_plane(ax, self.regions, self.rows.names)
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """The areas of the regions and the sizes of the classes."""
        classes, counts = np.unique(self.regions.predicted, return_counts=True)
        shares = ", ".join(
            f"{100 * n / counts.sum():.0f} % {shown(name)}" for name, n in zip(classes[:12], counts)
        )
        return (
            f"Decision regions over {shown(self.rows.names[0])} and {shown(self.rows.names[1])}: {shares} of "
            f"the plane; rows are {class_sizes(self.rows.labels)}."
        )


def draw_regions(ax: Axes, theme: Any, regions: Regions, classes: Array) -> None:
    """Fill each region with the pale color of its class."""
    from matplotlib.colors import ListedColormap

    ax.imshow(
        np.searchsorted(classes, regions.predicted),
        cmap=ListedColormap([theme.color(number) for number in range(len(classes))]),
        vmin=-0.5,
        vmax=len(classes) - 0.5,
        extent=(regions.x1[0], regions.x1[-1], regions.x2[0], regions.x2[-1]),
        origin="lower",
        aspect="auto",
        alpha=0.16,
        interpolation="nearest",
    )


def draw_level(ax: Any, color: str, scores: Regions, level: float, **style: Any) -> None:
    """Contour line of the scores at this level, if they reach it."""
    if scores.predicted.min() < level < scores.predicted.max():
        style = {"linewidths": 1.4, "linestyles": "-", **style}
        ax.contour(scores.x1, scores.x2, scores.predicted, levels=[level], colors=[color], **style)


def _draw_borders(ax: Axes, color: str, regions: Regions, classes: Array) -> None:
    for label in classes[:-1] if len(classes) == 2 else classes:
        here = Regions(regions.x1, regions.x2, (regions.predicted == label).astype(float))
        draw_level(ax, color, here, 0.5, linewidths=1.0)


displays.add(
    "DecisionBoundaryDisplay",
    DecisionBoundaryDisplay,
    "decision regions and decision boundary of a classifier",
)
