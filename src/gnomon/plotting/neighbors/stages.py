"""Nearest neighbors step by step: measure every distance, rank them, let the nearest vote."""

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

MOST_ROWS = 25


class NeighborStagesDisplay(Panels):
    """Three stages: distances from the query to all rows, rows ranked by them, and the vote of the first k.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.NeighborStagesDisplay.example().titles
    ['1 measure', '2 rank', '3 vote of 3']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.9, 2.7)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, query: Any, *, names: Any = None) -> Self:
        """A fitted classifier by neighbors, its training rows, and one query of two columns."""
        nearest = NeighborQueryDisplay.from_estimator(estimator, X, y, query, names=names)
        rows = nearest.rows
        everyone = clone(estimator).set_params(n_neighbors=len(rows.points)).fit(X, y)
        at = rows.table(nearest.query.reshape(1, -1))
        measured = NeighborQueryDisplay(rows, nearest.query, everyone.explain(at), circle=False)
        measured.legend = False
        k = nearest.explanation.near.shape[1]
        classes = np.unique(rows.labels)
        parts = [measured, _Ranked(measured.explanation, k, classes), _Votes(nearest.explanation, classes)]
        return cls(parts, ["1 measure", "2 rank", f"3 vote of {k}"])

    @classmethod
    def example(cls) -> Self:
        """Ten people and a query."""
        from gnomon.data.sets import load
        from gnomon.learners.neighbors.nearest import KNeighborsClassifier

        task: Any = load("neighbors")
        model = KNeighborsClassifier(3).fit(task.X, task.y)
        return cls.from_estimator(model, task.X, task.y, [70, 160], names=("weight (kg)", "height (cm)"))


class _Ranked(Display):
    """Rows in order of distance, the first k in strong color."""

    def __init__(self, explanation: Explanation, k: int, classes: Array) -> None:
        self.explanation, self.k, self.classes = explanation, k, classes

    def frame(self) -> pd.DataFrame:
        """One row a row of the training set, nearest first."""
        return self.explanation.frame().drop(columns=["query", "share"])

    def draw(self, ax: Axes) -> None:
        """A bar a row."""
        table = self.frame().head(MOST_ROWS)
        numbers = np.searchsorted(self.classes, table["target"].to_numpy())
        for place, (row, number, distance) in enumerate(zip(table["row"], numbers, table["distance"])):
            strength = 1.0 if place < self.k else 0.35
            ax.barh(place, distance, color=self.theme.color(int(number)), alpha=strength, height=0.75)
            ax.annotate(
                f"{row}", (distance, place), (3, 0), textcoords="offset points", va="center", fontsize=7
            )
        ax.axhline(self.k - 0.5, color=self.theme.ink, linestyle="--", linewidth=1.0)
        ax.set(
            xlabel="distance (row number behind the bar)",
            ylabel="rank",
            yticks=[0, self.k - 1, len(table) - 1],
            ylim=(len(table) - 0.4, -0.6),
        )
        ax.set_yticklabels([str(tick + 1) for tick in (0, self.k - 1, len(table) - 1)])

    def alt(self) -> str:
        """Nearest and farthest."""
        away = self.explanation.distance[0]
        span = f"{away[0]:.4g} to {away[-1]:.4g}"
        return f"{len(away)} rows by distance from {span}, the first {self.k} marked off."


class _Votes(Display):
    """The share of the vote of each class."""

    def __init__(self, explanation: Explanation, classes: Array) -> None:
        self.explanation, self.classes = explanation, classes

    def frame(self) -> pd.DataFrame:
        """One row a class: its share of the vote."""
        import pandas as pd

        votes = self.explanation.votes().iloc[0]
        return pd.DataFrame(
            {"class": self.classes, "vote": [float(votes.get(label, 0.0)) for label in self.classes]}
        )

    def draw(self, ax: Axes) -> None:
        """A bar a class."""
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
        """The votes in words."""
        votes = zip(self.classes[:12], self.frame()["vote"])
        return ", ".join(f"{100 * vote:.0f} % for {shown(label)}" for label, vote in votes) + "."


displays.add(
    "NeighborStagesDisplay",
    NeighborStagesDisplay,
    "measure, rank and vote of nearest neighbors",
    figures=("1-F43", "2-FIG-01"),
)
