"""How much variance each component has: bars, and the share of the first ones together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_BARS = 40


class ScreeDisplay(Display):
    """A bar for the variance of each component, a line for the running share of all variance.

    scree: the table that a fitted projection gives: component, variance, percent, cumulative_percent.

    Examples
    --------
    >>> import gnomon as gn
    >>> pca = gn.PCA().fit(gn.load("iris").X)
    >>> gn.plotting.ScreeDisplay.from_estimator(pca).frame()["percent"].round(1).tolist()
    [92.5, 5.3, 1.7, 0.5]
    """

    def __init__(self, scree: pd.DataFrame) -> None:
        self.scree = scree

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """A fitted `PCA` or `TruncatedSVD`."""
        check_is_fitted(estimator)
        return cls(estimator.scree())

    @classmethod
    def from_rows(cls, X: Any, *, standardize: bool = False) -> Self:
        """All principal components of these rows."""
        from gnomon.learners.projections.pca import PCA

        return cls.from_estimator(PCA(standardize=standardize).fit(X))

    @classmethod
    def example(cls) -> Self:
        """Wine, every column at the same scale."""
        from gnomon.data.sets import load

        wine: Any = load("wine")
        return cls.from_rows(wine.X, standardize=True)

    def frame(self) -> pd.DataFrame:
        """One row a component."""
        return self.scree

    def draw(self, ax: Axes) -> None:
        """Bars on the left scale, the running share on the right one."""
        table = self.scree.head(MOST_BARS)
        ax.bar(table["component"], table["variance"], 0.7, color=self.theme.color(0), label="variance")
        ax.set(xlabel="component", ylabel="variance (eigenvalue)")
        if len(table) <= 20:
            ax.set_xticks(table["component"])
        beside = ax.twinx()
        beside.plot(
            table["component"],
            table["cumulative_percent"],
            color=self.theme.color(1),
            marker="o",
            markersize=3.5,
            label="running share",
        )
        beside.set(ylim=(0, 105), ylabel="per cent of all variance")
        beside.spines["right"].set_visible(True)
        handles = [*ax.get_legend_handles_labels()[0], *beside.get_legend_handles_labels()[0]]
        ax.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    def alt(self) -> str:
        """Shares of the first components."""
        running = self.scree["cumulative_percent"].to_numpy()
        many = int(np.searchsorted(running, 90 - 1e-9)) + 1
        first = f"the first has {running[0]:.1f} per cent"
        enough = f", {many} have 90 per cent" if many <= len(running) else ""
        return f"Variances of {len(running)} components: {first}{enough}."


displays.add(
    "ScreeDisplay",
    ScreeDisplay,
    "variance of each component, and their running share",
    figures=("3-P19", "5-F62"),
)
