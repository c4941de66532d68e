"""Clusters inside clusters: points of the plane, and a circle about every merge of their tree."""

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
    """A few points, and for each merge a circle that holds the circles of its two parts.

    X: rows of two columns. tree: their dendrogram.

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
                f"{len(self.points)} rows and a tree of {tree.n_leaves}: circles can be read of up to "
                f"{MAX_ROWS} rows, as many as the tree has; draw a DendrogramDisplay instead"
            )

    @classmethod
    def from_rows(cls, X: Any, method: str = "average") -> Self:
        """Rows of two columns, joined by this linkage."""
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
        # A little room about every point, and more about every merge.
        room = 0.02 * float(np.ptp(self.points, axis=0).max(initial=1.0))
        radius = np.concatenate([np.full(n, room), np.zeros(n - 1)])
        for step, (left, right) in enumerate(self.tree.children.tolist()):
            center[n + step], radius[n + step] = _around(center, radius, left, right, room)
        circles = {"x": center[n:, 0], "y": center[n:, 1], "radius": radius[n:], "height": self.tree.heights}
        return pd.DataFrame(circles)

    def draw(self, ax: Axes) -> None:
        """Circles, thinner the later the merge, and points."""
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
        """The tree in words."""
        return f"Points with a circle about every cluster of their tree: {self.tree}."


def _around(center: Any, radius: Any, left: int, right: int, room: float) -> tuple[Any, float]:
    """The smallest circle about two circles, and some room."""
    apart = float(np.linalg.norm(center[right] - center[left]))
    small, large = sorted((left, right), key=lambda place: radius[place])
    if apart + radius[small] <= radius[large]:
        return center[large], float(radius[large] + room)
    reach = (apart + radius[left] + radius[right]) / 2
    return center[left] + (center[right] - center[left]) * (reach - radius[left]) / apart, float(reach + room)


displays.add(
    "NestedClustersDisplay",
    NestedClustersDisplay,
    "clusters inside clusters in the plane",
    figures=("5-F47",),
)
