"""Elbow plot: log inertia of k-means against the number of clusters, a box plot over initializations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.learners.clusters.choosing import ClusterChoice, choose_clusters
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClusterNumberDisplay(Display):
    """Elbow plot: box plots of log inertia over the initializations, for each number of clusters.

    choice: result of `choose_clusters`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ClusterNumberDisplay.example().frame()["n_clusters"].unique().tolist()
    [1, 2, 3, 4, 5, 6]
    """

    def __init__(self, choice: ClusterChoice) -> None:
        self.choice = choice

    @classmethod
    def from_choice(cls, choice: ClusterChoice) -> Self:
        """Plot the result of `choose_clusters`."""
        return cls(choice)

    @classmethod
    def from_rows(
        cls, X: Any, n_clusters: Iterable[int] = range(1, 11), *, n_init: int = 50, **options: Any
    ) -> Self:
        """Run k-means n_init times for each number of clusters; options: those of `choose_clusters`."""
        return cls(choose_clusters(X, n_clusters, n_init=n_init, **options))

    @classmethod
    def example(cls) -> Self:
        """Four clouds."""
        from gnomon.data.generate import make_blobs

        task = make_blobs(80, n_classes=4, random_state=3)
        few = {"n_references": 2, "n_resamples": 2, "n_folds": 2}
        return cls.from_rows(task.encoded, range(1, 7), n_init=10, **few)

    def frame(self) -> pd.DataFrame:
        """One row per initialization."""
        return self.choice.start_frame()

    def draw(self, ax: Axes) -> None:
        """Boxes, and a line through the best initializations."""
        table = self.frame()
        groups = [part["log_inertia"].to_numpy() for _, part in table.groupby("n_clusters")]
        positions = self.choice.n_clusters
        ink = {"color": self.theme.color(0), "linewidth": 1}
        ax.boxplot(
            groups,
            positions=positions,
            widths=0.5,
            boxprops=ink,
            whiskerprops=ink,
            capprops=ink,
            medianprops={"color": self.theme.color(1), "linewidth": 1.4},
            flierprops={"marker": ".", "markersize": 4, "markeredgecolor": self.theme.soft},
        )
        lowest = [group.min() for group in groups]
        ax.plot(
            positions,
            lowest,
            color=self.theme.soft,
            linewidth=0.8,
            linestyle=self.theme.dash(1),
            label="best initialization",
        )
        ax.set_xticks(positions, [str(place) for place in positions])
        ax.set(xlabel="number of clusters k", ylabel="log inertia (within-cluster sum of squares)")
        ax.legend(loc="best")

    def alt(self) -> str:
        """The number selected by each criterion."""
        best = {name: number for name, number in self.choice.best().items() if number is not None}
        selected = ", ".join(f"{name} {number}" for name, number in best.items())
        starts = len(np.unique(self.frame()["start"]))
        counted = f"{len(self.choice.n_clusters)} numbers of clusters, {starts} initializations each"
        return f"Log inertia for {counted}; selected: {selected}."


displays.add(
    "ClusterNumberDisplay", ClusterNumberDisplay, "elbow plot: inertia against the number of clusters"
)
