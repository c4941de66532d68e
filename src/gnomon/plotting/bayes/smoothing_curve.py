"""How pseudo-counts pull an estimate: probabilities from counts against the number of imagined trials."""

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
    """(count + m p) / (n + m) of each value against m, from relative frequencies toward the prior.

    counts: of each value, by name. prior: its shares, even if not given.

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
            raise DataError("relative frequencies need a count above 0; give what was seen")

    @classmethod
    def from_labels(cls, labels: Any, prior: Sequence[float] | None = None) -> Self:
        """The values of a column, counted."""
        names, counts = np.unique(np.asarray(labels), return_counts=True)
        return cls(dict(zip(names.tolist(), counts.tolist())), prior)

    @classmethod
    def example(cls) -> Self:
        """Four throws: three heads, one tail, none on edge."""
        return cls({"heads": 3, "tails": 1, "edge": 0})

    def frame(self) -> pd.DataFrame:
        """One row per number of imagined trials."""
        import pandas as pd

        n = sum(self.counts.values())
        trials = np.concatenate([[0.0], n * np.logspace(-1.5, 1.5, 120)])
        found = [
            [float(p) for p in m_estimate(list(self.counts.values()), float(m), self.prior)] for m in trials
        ]
        return pd.DataFrame(np.column_stack([trials, found]), columns=["m", *map(str, self.counts)])

    def draw(self, ax: Axes) -> None:
        """A line a value; Laplace's m = k marked."""
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
        ax.set(xlabel="m, imagined trials", ylabel="estimate", ylim=(0, 1))
        ax.set_xscale("symlog", linthresh=sum(self.counts.values()) / 10)
        ax.xaxis.set_major_formatter("{x:g}")
        ax.set_xlim(0, float(table["m"].max()))
        ax.legend(loc="best", title="value (count)", title_fontsize=8)

    def alt(self) -> str:
        """Both ends of each line."""
        table = self.frame()
        parts = [
            f"{shown(n, 18)} from {table[str(n)].iloc[0]:.3g} to {table[str(n)].iloc[-1]:.3g}"
            for n in self.counts
        ]
        return f"Estimates against the number of imagined trials: {', '.join(parts)}."


displays.add(
    "SmoothingCurveDisplay",
    SmoothingCurveDisplay,
    "estimates against the number of imagined trials",
    figures=("3-P11",),
)
