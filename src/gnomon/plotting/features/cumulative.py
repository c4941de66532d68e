"""Empirical cumulative distribution function of a feature, with mean, median and quartiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.features.cumulative import CumulativeDistribution, cumulative_distribution
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_STEPS = 1500
MARKED = {"mean": "mean", "median": "median", "quartile 1": "1st quartile", "quartile 3": "3rd quartile"}


class CumulativeDisplay(Display):
    """Empirical cumulative distribution function P(X ≤ x), with mean, median and quartiles.

    distribution: result of `cumulative_distribution` of a quantitative column. deciles: mark them too.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CumulativeDisplay.from_column([1.0, 2.0, 3.0, 10.0]).frame()["fraction"].tolist()
    [0.25, 0.5, 0.75, 1.0]
    """

    def __init__(self, distribution: CumulativeDistribution, *, deciles: bool = False) -> None:
        self.distribution, self.deciles = distribution, deciles
        if not np.issubdtype(np.asarray(distribution.values).dtype, np.number):
            raise DataError(
                f"the values of {distribution.name!r} are not numbers; use ClassBarsDisplay for its levels"
            )

    @classmethod
    def from_column(cls, x: Any, *, deciles: bool = False) -> Self:
        """Plot a quantitative column: an array or a Column of a table."""
        return cls(cumulative_distribution(x), deciles=deciles)

    @classmethod
    def example(cls) -> Self:
        """Petal length of iris."""
        from gnomon.data.sets import load

        iris: Any = load("iris")
        return cls.from_column(iris.table.column("petal length"))

    def frame(self) -> pd.DataFrame:
        """One row per distinct value."""
        table = self.distribution.frame()
        return table.set_axis(["value", "fraction"], axis=1) if table.shape[1] == 2 else table

    def draw(self, ax: Axes) -> None:
        """Steps, then the marks on them."""
        values, fraction = self._thinned()
        ax.step(values, fraction, where="post", color=self.theme.color(0))
        if self.deciles:
            for mark, value in self.distribution.marks:
                if mark.startswith("decile"):
                    ax.axvline(value, color=self.theme.line, linewidth=0.8)
        for number, (mark, label) in enumerate(MARKED.items()):
            value = dict(self.distribution.marks)[mark]
            level = float(np.interp(value, self.distribution.values, self.distribution.share))
            ax.scatter(
                [value],
                [level],
                marker=self.theme.marker(number),
                color=self.theme.color(1 if mark == "mean" else 2),
                zorder=3,
                s=40,
                label=f"{label} {value:.4g}",
            )
        ax.set(xlabel=shown(self.distribution.name), ylabel="cumulative fraction of rows", ylim=(0, 1.03))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The marked statistics."""
        marks = dict(self.distribution.marks)
        parts = ", ".join(f"{label} {marks[mark]:.4g}" for mark, label in MARKED.items())
        name, n_rows = shown(self.distribution.name), self.distribution.n
        return f"Cumulative distribution of {name} over {n_rows} rows: {parts}."

    def _thinned(self) -> tuple[Any, Any]:
        """All steps, or a subset without a visible difference."""
        n = len(self.distribution.values)
        steps = np.unique(np.linspace(0, n - 1, min(n, MAX_STEPS)).round().astype(int))
        return np.asarray(self.distribution.values)[steps], self.distribution.share[steps]


displays.add(
    "CumulativeDisplay", CumulativeDisplay, "empirical cumulative distribution function, with quantiles"
)
