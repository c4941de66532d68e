"""Scree plot: variance of each component, and the cumulative explained variance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_BARS = 40


class ScreeDisplay(Display):
    """Scree plot: a bar for the variance of each component, a line for the cumulative explained variance.

    scree: `scree()` of a fitted projection: component, variance, percent, cumulative_percent.

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
        """Plot a fitted `PCA` or `TruncatedSVD`."""
        check_is_fitted(estimator)
        return cls(estimator.scree())

    @classmethod
    def from_rows(cls, X: Any, *, standardize: bool = False) -> Self:
        """Plot all principal components of these rows."""
        from gnomon.learners.projections.pca import PCA

        return cls.from_estimator(PCA(standardize=standardize).fit(X))

    @classmethod
    def example(cls) -> Self:
        """Wine, standardized."""
        from gnomon.data.sets import load

        wine: Any = load("wine")
        return cls.from_rows(wine.X, standardize=True)

    def frame(self) -> pd.DataFrame:
        """One row per component."""
        return self.scree

    def draw(self, ax: Axes) -> None:
        """Bars on the left axis, the cumulative percentage on the right one."""
        table = self.scree.head(MAX_BARS)
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
            label="cumulative",
        )
        beside.set(ylim=(0, 105), ylabel="cumulative explained variance (%)")
        beside.spines["right"].set_visible(True)
        handles = [*ax.get_legend_handles_labels()[0], *beside.get_legend_handles_labels()[0]]
        ax.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    def alt(self) -> str:
        """The explained variance of the first components."""
        cumulative = self.scree["cumulative_percent"].to_numpy()
        n_components = int(np.searchsorted(cumulative, 90 - 1e-9)) + 1
        first = f"the first explains {cumulative[0]:.1f} % of the variance"
        enough = f", the first {n_components} explain 90 %" if n_components <= len(cumulative) else ""
        return f"Scree plot of {len(cumulative)} components: {first}{enough}."


displays.add(
    "ScreeDisplay", ScreeDisplay, "scree plot: variance of each component, and cumulative explained variance"
)
