"""The cumulative distribution of a feature, with its mean, median and quartiles (percentile plot)."""

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
    """P(X ≤ x) as steps; mean, median and quartiles (and deciles if asked for) marked.

    found: what `cumulative_distribution` gave of a column of numbers.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.CumulativeDisplay.from_column([1.0, 2.0, 3.0, 10.0]).frame()["share"].tolist()
    [0.25, 0.5, 0.75, 1.0]
    """

    def __init__(self, found: CumulativeDistribution, *, deciles: bool = False) -> None:
        self.found, self.deciles = found, deciles
        if not np.issubdtype(np.asarray(found.values).dtype, np.number):
            raise DataError(
                f"the values of {found.name!r} are not numbers; draw a ClassBarsDisplay of its levels"
            )

    @classmethod
    def from_column(cls, x: Any, *, deciles: bool = False) -> Self:
        """A column of numbers, or a Column of a table."""
        return cls(cumulative_distribution(x), deciles=deciles)

    @classmethod
    def example(cls) -> Self:
        """Petal length of iris."""
        from gnomon.data.sets import load

        iris: Any = load("iris")
        return cls.from_column(iris.table.column("petal length"))

    def frame(self) -> pd.DataFrame:
        """One row per distinct value."""
        table = self.found.frame()
        return table.set_axis(["value", "share"], axis=1) if table.shape[1] == 2 else table

    def draw(self, ax: Axes) -> None:
        """Steps, then the marks on them."""
        values, share = self._thinned()
        ax.step(values, share, where="post", color=self.theme.color(0))
        if self.deciles:
            for mark, value in self.found.marks:
                if mark.startswith("decile"):
                    ax.axvline(value, color=self.theme.line, linewidth=0.8)
        for number, (mark, label) in enumerate(MARKED.items()):
            value = dict(self.found.marks)[mark]
            level = float(np.interp(value, self.found.values, self.found.share))
            ax.scatter(
                [value],
                [level],
                marker=self.theme.marker(number),
                color=self.theme.color(1 if mark == "mean" else 2),
                zorder=3,
                s=40,
                label=f"{label} {value:.4g}",
            )
        ax.set(xlabel=shown(self.found.name), ylabel="share of the rows at or below", ylim=(0, 1.03))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The marks in words."""
        marks = dict(self.found.marks)
        parts = ", ".join(f"{label} {marks[mark]:.4g}" for mark, label in MARKED.items())
        return f"Cumulative distribution of {shown(self.found.name)} over {self.found.n} rows: {parts}."

    def _thinned(self) -> tuple[Any, Any]:
        """All steps, or so many that none is seen to be missing."""
        n = len(self.found.values)
        kept = np.unique(np.linspace(0, n - 1, min(n, MAX_STEPS)).round().astype(int))
        return np.asarray(self.found.values)[kept], self.found.share[kept]


displays.add(
    "CumulativeDisplay", CumulativeDisplay, "cumulative distribution with its quantiles", figures=("3-P01",)
)
