"""The steps of nearest-neighbor classification: distances, ranking, vote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Array
from gnomon.learners.neighbors.explanation import Explanation
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.neighbors.query import NeighborQueryDisplay
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_ROWS = 25


class NeighborStagesDisplay(Panels):
    """Nearest-neighbor classification in three steps: distances to all rows, ranking, vote of the k nearest.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.NeighborStagesDisplay.example().titles
    ['1. distances', '2. ranking', '3. vote of k = 3']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.9, 2.7)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, query: Any, *, names: Any = None) -> Self:
        """Plot a fitted k-nearest-neighbors classifier, its training rows, and one query of two features."""
        nearest = NeighborQueryDisplay.from_estimator(estimator, X, y, query, names=names)
        rows = nearest.rows
        all_neighbors = clone(estimator).set_params(n_neighbors=len(rows.points)).fit(X, y)
        point = rows.table(nearest.query.reshape(1, -1))
        distances = NeighborQueryDisplay(rows, nearest.query, all_neighbors.explain(point), circle=False)
        distances.legend = False
        k = nearest.explanation.near.shape[1]
        classes = np.unique(rows.labels)
        parts = [distances, _Ranked(distances.explanation, k, classes), _Votes(nearest.explanation, classes)]
        return cls(parts, ["1. distances", "2. ranking", f"3. vote of k = {k}"])

    @classmethod
    def example(cls) -> Self:
        """Ten people and a query."""
        from gnomon.data.sets import load
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        task: Any = load("neighbors")
        model = KNeighborsClassifier(3).fit(task.X, task.y)
        return cls.from_estimator(model, task.X, task.y, [70, 160], names=("weight (kg)", "height (cm)"))


class _Ranked(Display):
    """Rows in order of distance, the k nearest in full color."""

    def __init__(self, explanation: Explanation, k: int, classes: Array) -> None:
        self.explanation, self.k, self.classes = explanation, k, classes

    def frame(self) -> pd.DataFrame:
        """One row per training row, nearest first."""
        return self.explanation.frame().drop(columns=["query", "share"])

    def draw(self, ax: Axes) -> None:
        """One bar per row."""
        table = self.frame().head(MAX_ROWS)
        numbers = np.searchsorted(self.classes, table["target"].to_numpy())
        for rank, (row, number, distance) in enumerate(zip(table["row"], numbers, table["distance"])):
            opacity = 1.0 if rank < self.k else 0.35
            ax.barh(rank, distance, color=self.theme.color(int(number)), alpha=opacity, height=0.75)
            ax.annotate(
                f"{row}", (distance, rank), (3, 0), textcoords="offset points", va="center", fontsize=7
            )
        ax.axhline(self.k - 0.5, color=self.theme.ink, linestyle="--", linewidth=1.0)
        ax.set(
            xlabel="distance (row index at the bar)",
            ylabel="rank",
            yticks=[0, self.k - 1, len(table) - 1],
            ylim=(len(table) - 0.4, -0.6),
        )
        ax.set_yticklabels([str(tick + 1) for tick in (0, self.k - 1, len(table) - 1)])

    def alt(self) -> str:
        """The smallest and the largest distance."""
        distance = self.explanation.distance[0]
        span = f"{distance[0]:.4g} to {distance[-1]:.4g}"
        return f"{len(distance)} rows ranked by distance, from {span}; the {self.k} nearest are neighbors."


class _Votes(Display):
    """The share of the vote of each class."""

    def __init__(self, explanation: Explanation, classes: Array) -> None:
        self.explanation, self.classes = explanation, classes

    def frame(self) -> pd.DataFrame:
        """One row per class: its share of the vote."""
        import pandas as pd

        votes = self.explanation.votes().iloc[0]
        return pd.DataFrame(
            {"class": self.classes, "vote": [float(votes.get(label, 0.0)) for label in self.classes]}
        )

    def draw(self, ax: Axes) -> None:
        """One bar per class."""
        table = self.frame()
        for number, vote in enumerate(table["vote"]):
            ax.bar(number, vote, color=self.theme.color(number), width=0.6)
            ax.annotate(
                f"{100 * vote:.0f} %",
                (number, vote),
                (0, 2),
                textcoords="offset points",
                ha="center",
                fontsize=8,
            )
        ax.set(xticks=range(len(table)), ylabel="share of the vote", ylim=(0, 1.1), xlabel="class")
        ax.set_xticklabels([shown(label, 12) for label in table["class"]])

    def alt(self) -> str:
        """The share of the vote of each class."""
        votes = zip(self.classes[:12], self.frame()["vote"])
        return ", ".join(f"{100 * vote:.0f} % for {shown(label)}" for label, vote in votes) + "."


displays.add(
    "NeighborStagesDisplay",
    NeighborStagesDisplay,
    "nearest-neighbor classification in steps: distances, ranking, vote",
)
