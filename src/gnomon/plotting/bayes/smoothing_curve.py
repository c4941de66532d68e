"""Smoothed probability estimates (m-estimates) against the total pseudo-count m."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.estimates import m_estimate
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class SmoothingCurveDisplay(Display):
    """m-estimate (count + m p) / (n + m) of each value against m, from relative frequencies toward the prior.

    counts: of each value, by name. prior: probabilities p of the values; None for uniform.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.SmoothingCurveDisplay({"heads": 3, "tails": 1}).frame()
    >>> table.iloc[0].tolist()
    [0.0, 0.75, 0.25]
    """

    def __init__(self, counts: Mapping[Any, float], prior: Sequence[float] | None = None) -> None:
        self.counts, self.prior = dict(counts), prior
        if not self.counts or sum(self.counts.values()) <= 0:
            raise DataError("relative frequencies need a count above 0; pass the observed counts")

    @classmethod
    def from_labels(cls, labels: Any, prior: Sequence[float] | None = None) -> Self:
        """Count the values of a column."""
        names, counts = np.unique(np.asarray(labels), return_counts=True)
        return cls(dict(zip(names.tolist(), counts.tolist())), prior)

    @classmethod
    def example(cls) -> Self:
        """Four throws: three heads, one tail, none on edge."""
        return cls({"heads": 3, "tails": 1, "edge": 0})

    def frame(self) -> pd.DataFrame:
        """One row per value of m."""
        import pandas as pd

        n = sum(self.counts.values())
        values = np.concatenate([[0.0], n * np.logspace(-1.5, 1.5, 120)])
        estimates = [
            [float(p) for p in m_estimate(list(self.counts.values()), float(m), self.prior)] for m in values
        ]
        return pd.DataFrame(np.column_stack([values, estimates]), columns=["m", *map(str, self.counts)])

    def draw(self, ax: Axes) -> None:
        """One line per value; Laplace smoothing, m = k, marked."""
        table, k = self.frame(), len(self.counts)
        for number, name in enumerate(self.counts):
            ax.plot(
                table["m"],
                table[str(name)],
                color=self.theme.color(number),
                linestyle=self.theme.dash(number),
                label=f"{shown(name, 18)} ({self.counts[name]:g})",
            )
        if self.prior is None:
            ax.axvline(k, color=self.theme.soft, linewidth=0.8)
            ax.annotate(
                "Laplace",
                (k, 1),
                xycoords=("data", "axes fraction"),
                xytext=(3, -9),
                textcoords="offset points",
                fontsize=8,
            )
        ax.set(xlabel="m (total pseudo-count)", ylabel="estimated probability", ylim=(0, 1))
        ax.set_xscale("symlog", linthresh=sum(self.counts.values()) / 10)
        ax.xaxis.set_major_formatter("{x:g}")
        ax.set_xlim(0, float(table["m"].max()))
        ax.legend(loc="best", title="value (count)", title_fontsize=8)

    def alt(self) -> str:
        """Both ends of each curve."""
        table = self.frame()
        parts = [
            f"{shown(n, 18)} from {table[str(n)].iloc[0]:.3g} to {table[str(n)].iloc[-1]:.3g}"
            for n in self.counts
        ]
        return f"Estimated probabilities against the total pseudo-count m: {', '.join(parts)}."


displays.add(
    "SmoothingCurveDisplay",
    SmoothingCurveDisplay,
    "smoothed probability estimates against the total pseudo-count",
)
