"""Nested cluster diagram: rows of two features with a circle around every merge of their dendrogram."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.clusters.dendrogram import Dendrogram
from gnomon.learners.clusters.linkage import linkage
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_ROWS = 30


class NestedClustersDisplay(Display):
    """Nested cluster diagram: a circle for each merge contains the circles of both parts.

    X: rows of two features. tree: their dendrogram.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.NestedClustersDisplay.from_rows([[0.0, 0.0], [1.0, 0.0], [5.0, 0.0]]).frame().shape
    (2, 4)
    """

    size = (4.2, 4.0)

    def __init__(self, X: Any, tree: Dendrogram) -> None:
        self.points, self.names = plane_of(X)
        self.tree = tree
        if len(self.points) != tree.n_leaves or len(self.points) > MAX_ROWS:
            raise DataError(
                f"{len(self.points)} rows and a tree of {tree.n_leaves}: both must be equal and at most "
                f"{MAX_ROWS}; use DendrogramDisplay for more rows"
            )

    @classmethod
    def from_rows(cls, X: Any, method: str = "average") -> Self:
        """Cluster rows of two features by this linkage."""
        return cls(X, linkage(plane_of(X)[0], method))

    @classmethod
    def example(cls) -> Self:
        """Eight objects."""
        from gnomon.data.sets import load

        task: Any = load("eight-objects")
        return cls.from_rows(task)

    def frame(self) -> pd.DataFrame:
        """One row per circle: center, radius and the height of the merge."""
        import pandas as pd

        n = len(self.points)
        center = np.vstack([self.points, np.zeros((n - 1, 2))])
        # Padding around every point, and once more around every merge.
        padding = 0.02 * float(np.ptp(self.points, axis=0).max(initial=1.0))
        radius = np.concatenate([np.full(n, padding), np.zeros(n - 1)])
        for step, (left, right) in enumerate(self.tree.children.tolist()):
            center[n + step], radius[n + step] = _around(center, radius, left, right, padding)
        circles = {"x": center[n:, 0], "y": center[n:, 1], "radius": radius[n:], "height": self.tree.heights}
        return pd.DataFrame(circles)

    def draw(self, ax: Axes) -> None:
        """Circles and numbered points."""
        from matplotlib.patches import Circle

        table = self.frame()
        for place, row in enumerate(table.to_dict("records")):
            ring = Circle(
                (row["x"], row["y"]),
                row["radius"],
                fill=False,
                edgecolor=self.theme.color(place),
                linewidth=1,
            )
            ax.add_patch(ring)
        draw_points(ax, self.theme, self.points)
        for place, point in enumerate(self.points):
            ax.annotate(str(place), point, xytext=(3, 3), textcoords="offset points", fontsize=7)
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]), aspect="equal")
        ax.autoscale_view()

    def alt(self) -> str:
        """The merges."""
        return f"Points with a circle around every cluster of their dendrogram: {self.tree}."


def _around(center: Any, radius: Any, left: int, right: int, padding: float) -> tuple[Any, float]:
    """The smallest circle around two circles, plus padding."""
    apart = float(np.linalg.norm(center[right] - center[left]))
    small, large = sorted((left, right), key=lambda place: radius[place])
    if apart + radius[small] <= radius[large]:
        return center[large], float(radius[large] + padding)
    reach = (apart + radius[left] + radius[right]) / 2
    return center[left] + (center[right] - center[left]) * (reach - radius[left]) / apart, float(
        reach + padding
    )


displays.add("NestedClustersDisplay", NestedClustersDisplay, "nested clusters of a hierarchical clustering")
