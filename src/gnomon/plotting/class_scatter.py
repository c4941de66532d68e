"""Scatter plot of two features by class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.plotting.class_marks import class_sizes, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClassScatterDisplay(Display):
    """Scatter plot of two features, marked by class.

    points: array of two columns. labels: class of each row. names: of the axes. query: a point to mark.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.ClassScatterDisplay.from_task(gn.load("iris"), ["petal length", "petal width"])
    >>> display.frame().shape
    (150, 3)
    """

    def __init__(
        self, points: Any, labels: Any, names: Sequence[str] = ("x₁", "x₂"), query: Any = None
    ) -> None:
        self.points, self.labels = np.asarray(points, dtype=float), np.asarray(labels)
        if self.points.ndim != 2 or self.points.shape[1] != 2 or len(self.points) != len(self.labels):
            raise DataError(
                f"points of shape {self.points.shape} and {len(self.labels)} labels cannot be drawn; "
                "pass one row of two numbers per label"
            )
        self.names = tuple(names)
        self.query = None if query is None else np.asarray(query, dtype=float)

    @classmethod
    def from_task(cls, task: Task, columns: Sequence[str] | None = None) -> Self:
        """Two columns of a task; None for its first two quantitative columns."""
        names = list(
            columns
            or [each for each in task.table.names if task.table.column(each).kind == "quantitative"][:2]
        )
        points = np.column_stack([task.table.column(name).values for name in names])
        return cls(points, task.y, names)

    @classmethod
    def example(cls) -> Self:
        """Petal length and width of iris."""
        from gnomon.data.sets import load

        iris = load("iris")
        assert isinstance(iris, Task)
        return cls.from_task(iris, ["petal length", "petal width"])

    def frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        return pd.DataFrame(self.points, columns=list(self.names)).assign(**{"class": self.labels})

    def draw(self, ax: Axes) -> None:
        """Points by class, and the query point if any."""
        mark_classes(ax, self.theme, self.points, self.labels)
        if self.query is not None:
            ax.scatter(
                [self.query[0]],
                [self.query[1]],
                s=110,
                marker="*",
                color=self.theme.ink,
                label="query",
                zorder=3,
            )
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        ax.legend()

    def alt(self) -> str:
        """Axis labels and class sizes."""
        y, x = shown(self.names[1]), shown(self.names[0])
        return f"Scatter plot of {y} against {x}: {class_sizes(self.labels)}."


displays.add("ClassScatterDisplay", ClassScatterDisplay, "scatter plot of two features by class")
