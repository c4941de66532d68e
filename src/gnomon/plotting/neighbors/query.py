"""A query and its nearest rows: who votes, and how far away."""

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

MOST_LINES = 60
MOST_NUMBERS = 6


class NeighborQueryDisplay(Display):
    """Rows of two columns, a query, lines to its k nearest rows, and the circle that holds them.

    explanation: of one query (`model.explain`). circle: whether the circle is drawn, which is right for
    Euclid's distance.

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
            raise DataError("one query of 2 columns is drawn, with the neighbors of that query alone")

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, query: Any, *, names: Any = None) -> Self:
        """The neighbors that a fitted learner of neighbors finds for one query of two columns."""
        if not hasattr(estimator, "explain"):
            raise DataError(
                f"{type(estimator).__name__} explains no query by neighbors; fit KNeighborsClassifier"
            )
        rows = PlaneRows.of(X, y, names)
        at = np.asarray(query, dtype=np.float64).reshape(1, -1)
        euclid = getattr(estimator, "metric", "") == "euclidean" or (
            getattr(estimator, "metric", "") == "minkowski" and getattr(estimator, "p", 2) == 2
        )
        return cls(rows, at[0], estimator.explain(rows.table(at)), circle=euclid)

    @classmethod
    def example(cls) -> Self:
        """A person of 70 kg and 160 cm among rugby players and ballet dancers."""
        from gnomon.data.sets import load
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        task: Any = load("neighbors")
        model = KNeighborsClassifier(3).fit(task.X, task.y)
        return cls.from_estimator(model, task.X, task.y, [70, 160], names=("weight (kg)", "height (cm)"))

    def frame(self) -> pd.DataFrame:
        """One row a neighbor, nearest first: rank, row, target, distance and share of the vote."""
        return self.explanation.frame().drop(columns="query")

    def draw(self, ax: Axes) -> None:
        """Lines to the neighbors with their distances, the rows, and the query."""
        mark_classes(ax, self.theme, self.rows.points, self.rows.labels)
        near, away = self.explanation.near[0][:MOST_LINES], self.explanation.distance[0][:MOST_LINES]
        for row, distance in zip(near, away):
            ends = np.array([self.query, self.rows.points[row]])
            ax.plot(*ends.T, color=self.theme.soft, linewidth=1.0, zorder=2)
            if len(near) <= MOST_NUMBERS:
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

            ring = Circle(tuple(self.query), away[-1], fill=False, color=self.theme.soft, linestyle="--")
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
        k, reach = self.explanation.near.shape[1], self.explanation.distance.max()
        return (
            f"Query at ({self.query[0]:.4g}, {self.query[1]:.4g}) with its {k} nearest of "
            f"{len(self.rows.points)} rows, up to {reach:.4g} away: {words} of the vote."
        )


displays.add(
    "NeighborQueryDisplay",
    NeighborQueryDisplay,
    "a query and its nearest rows",
    figures=("1-F39", "5-F32"),
)
