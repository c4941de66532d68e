"""A query and its nearest neighbors in the plane, with their distances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.neighbors.explanation import Explanation
from gnomon.plotting.boundaries.plane_grid import PlaneRows
from gnomon.plotting.class_marks import legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_LINES = 60
MAX_DISTANCES = 6


class NeighborQueryDisplay(Display):
    """A query and its k nearest neighbors among rows of two features, with the circle that contains them.

    rows: the training rows. query: its two features. explanation: its neighbors (`model.explain`). circle:
    whether to draw the circle; only for the Euclidean distance.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("neighbors")
    >>> model = gn.KNeighborsClassifier(3).fit(task.X, task.y)
    >>> gn.plotting.NeighborQueryDisplay.from_estimator(model, task.X, task.y, [70, 160]).frame()[
    ...     "row"
    ... ].tolist()
    [4, 5, 3]
    """

    size = (5.4, 3.6)
    legend = True

    def __init__(self, rows: PlaneRows, query: Any, explanation: Explanation, *, circle: bool = True) -> None:
        self.rows, self.explanation, self.circle = rows, explanation, circle
        self.query = np.asarray(query, dtype=np.float64)
        if self.query.shape != (2,) or len(explanation.near) != 1:
            raise DataError(
                f"query of shape {self.query.shape} and neighbors of {len(explanation.near)} queries: pass "
                "one query of 2 columns and its explanation"
            )

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, query: Any, *, names: Any = None) -> Self:
        """Plot the neighbors of one query of two features in a fitted nearest-neighbor estimator."""
        if not hasattr(estimator, "explain"):
            raise DataError(
                f"{type(estimator).__name__} has no method explain; use a nearest-neighbor estimator such as "
                "KNeighborsClassifier"
            )
        rows = PlaneRows.of(X, y, names)
        point = np.asarray(query, dtype=np.float64).reshape(1, -1)
        is_euclidean = getattr(estimator, "metric", "") == "euclidean" or (
            getattr(estimator, "metric", "") == "minkowski" and getattr(estimator, "p", 2) == 2
        )
        return cls(rows, point[0], estimator.explain(rows.table(point)), circle=is_euclidean)

    @classmethod
    def example(cls) -> Self:
        """A person of 70 kg and 160 cm among rugby players and ballet dancers."""
        from gnomon.data.sets import load
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        task: Any = load("neighbors")
        model = KNeighborsClassifier(3).fit(task.X, task.y)
        return cls.from_estimator(model, task.X, task.y, [70, 160], names=("weight (kg)", "height (cm)"))

    def frame(self) -> pd.DataFrame:
        """One row per neighbor, nearest first: rank, row, target, distance and share of the vote."""
        return self.explanation.frame().drop(columns="query")

    def draw(self, ax: Axes) -> None:
        """Lines to the neighbors with their distances, the rows, and the query."""
        mark_classes(ax, self.theme, self.rows.points, self.rows.labels)
        near, distances = self.explanation.near[0][:MAX_LINES], self.explanation.distance[0][:MAX_LINES]
        for row, distance in zip(near, distances):
            ends = np.array([self.query, self.rows.points[row]])
            ax.plot(*ends.T, color=self.theme.soft, linewidth=1.0, zorder=2)
            if len(near) <= MAX_DISTANCES:
                ax.annotate(
                    f"{distance:.3g}",
                    ends.mean(axis=0),
                    ha="center",
                    va="center",
                    fontsize=7,
                    bbox=self.theme.plate,
                    zorder=4,
                )
        if self.circle:
            from matplotlib.patches import Circle

            ring = Circle(tuple(self.query), distances[-1], fill=False, color=self.theme.soft, linestyle="--")
            ax.add_patch(ring)
            ax.set_aspect("equal", adjustable="datalim")
        ax.scatter(
            [self.query[0]], [self.query[1]], marker="*", s=130, color=self.theme.ink, label="query", zorder=5
        )
        ax.set(xlabel=shown(self.rows.names[0]), ylabel=shown(self.rows.names[1]))
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """The query, its neighbors and their votes."""
        votes = self.explanation.votes().iloc[0]
        words = ", ".join(f"{100 * share:.0f} % {shown(label)}" for label, share in list(votes.items())[:12])
        k, max_distance = self.explanation.near.shape[1], self.explanation.distance.max()
        return (
            f"Query at ({self.query[0]:.4g}, {self.query[1]:.4g}) with its {k} nearest neighbors of "
            f"{len(self.rows.points)} rows at distances up to {max_distance:.4g}: {words} of the vote."
        )


displays.add("NeighborQueryDisplay", NeighborQueryDisplay, "a query and its nearest neighbors")
