"""Histogram of a feature, with its mean, median, skewness and kurtosis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.features.quantiles import interquantile_range
from gnomon.features.statistics import describe
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class HistogramDisplay(Display):
    """Histogram of a feature in bins of equal width, titled with skewness and kurtosis.

    x: the feature; missing values are ignored. bins: their number; None for the Freedman-Diaconis rule.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.HistogramDisplay([1.0, 1.0, 2.0, 9.0], bins=2)
    >>> display.frame()["rows"].tolist(), display.summary.skewness > 0
    ([3, 1], True)
    """

    def __init__(self, x: Any, *, bins: int | None = None, name: str = "x") -> None:
        values: Floats = np.asarray(x, dtype=float).reshape(-1)
        self.values, self.name = values[np.isfinite(values)], name
        if not len(self.values):
            raise DataError(f"{shown(name)} has no finite value to count")
        self.summary = describe(self.values, "quantitative", name)
        self.counts, self.edges = np.histogram(self.values, _bins(self.values) if bins is None else bins)

    @classmethod
    def from_task(cls, task: Any, column: str, **options: Any) -> Self:
        """Plot a quantitative column of a task."""
        return cls(task.table.column(column).values, name=column, **options)

    @classmethod
    def example(cls) -> Self:
        """Proline in wine: right-skewed."""
        from gnomon.data.sets import load

        return cls.from_task(load("wine"), "proline")

    def frame(self) -> pd.DataFrame:
        """One row per bin."""
        import pandas as pd

        return pd.DataFrame({"from": self.edges[:-1], "to": self.edges[1:], "rows": self.counts})

    def draw(self, ax: Axes) -> None:
        """Bars, mean and median."""
        ax.bar(
            self.edges[:-1],
            self.counts,
            np.diff(self.edges),
            align="edge",
            color=self.theme.color(0),
            alpha=0.75,
            edgecolor=self.theme.paper,
        )
        for number, (label, value) in enumerate(
            (("mean", self.summary.mean), ("median", self.summary.median))
        ):
            ax.axvline(
                float(value),
                color=self.theme.color(number + 1),
                linestyle=self.theme.dash(number),
                label=f"{label} {float(value):.4g}",
            )
        ax.set(xlabel=shown(self.name), ylabel="rows")
        ax.set_title(f"skewness {self.summary.skewness:.2f}, kurtosis {self.summary.kurtosis:.2f}")
        ax.legend(loc="best")

    def alt(self) -> str:
        """Sample size and skewness."""
        skew = float(self.summary.skewness or 0.0)
        side = "right" if skew > 0 else "left"
        text = f"Histogram of {shown(self.name)} over {len(self.values)} rows; skewness {skew:.2f}"
        return f"{text} ({side}-skewed)."


def _bins(values: Floats) -> int:
    """Freedman & Diaconis (1981): bins of 2 IQR / n^(1/3), a hundred at most; Sturges' number if IQR is 0."""
    spread, width = float(np.ptp(values)), 2 * interquantile_range(values) / np.cbrt(len(values))
    if spread == 0:
        return 1
    return int(np.ceil(min(spread / width, 100.0) if width > 0 else np.log2(len(values)) + 1))


displays.add("HistogramDisplay", HistogramDisplay, "a histogram with mean, median, skewness and kurtosis")
