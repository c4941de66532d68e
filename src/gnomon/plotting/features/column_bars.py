"""Distribution of a column or the target: a histogram, or a bar chart of the most frequent levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.features.profiles.column import ColumnProfile
from gnomon.features.profiles.table import profile
from gnomon.features.profiles.words import number_in_words
from gnomon.plotting.display import Display
from gnomon.plotting.labels import LARGE, shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MISSING, OTHER = "(missing)", "(other levels)"


class ColumnBarsDisplay(Display):
    """Distribution of a column: histogram of numbers or dates, or bar chart of levels by frequency.

    column: a `ColumnProfile`, from `gn.profile`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ColumnBarsDisplay.from_task(gn.load("iris")).frame()["rows"].tolist()
    [50, 50, 50]
    """

    def __init__(self, column: ColumnProfile) -> None:
        self.column = column
        if not column.counts and not column.levels:
            raise DataError(f"column {column.name!r} has no value to count")

    @classmethod
    def from_task(cls, task: Any, column: str | None = None) -> Self:
        """Plot a column of a task; None for its target."""
        profiled = profile(task, columns=task.table.names[:1] if column is None else [column])
        wanted = profiled.target if column is None else profiled.columns[0]
        if wanted is None:
            raise DataError(f"task {task.name!r} has no target; pass the name of a column")
        return cls(wanted)

    @classmethod
    def example(cls) -> Self:
        """The target of diabetes."""
        from gnomon.plotting.experiments.examples import bundled

        return cls.from_task(bundled("diabetes"))

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each level."""
        return (4.7, 3.2) if self.column.counts else (4.7, 0.9 + 0.26 * len(self.frame()))

    def frame(self) -> pd.DataFrame:
        """One row per bin or level, with its count."""
        import pandas as pd

        each = self.column
        if each.counts:
            return pd.DataFrame({"from": each.edges[:-1], "to": each.edges[1:], "rows": each.counts})
        rows = dict(each.levels)
        other = each.n_present - sum(rows.values())
        rows |= {OTHER: other} if other else {}
        rows |= {MISSING: each.missing} if each.missing else {}
        return pd.DataFrame({"level": list(rows), "rows": list(rows.values())})

    def draw(self, ax: Axes) -> None:
        """Bars, and the quartiles of numbers."""
        if self.column.counts:
            self._draw_bins(ax)
        else:
            self._draw_levels(ax)

    def alt(self) -> str:
        """Median and quartiles, or the most frequent levels."""
        each = self.column
        name = shown(each.name)
        if each.kind == "date":
            return f"Distribution of {name} over {each.n_present:,} rows, from {each.first} to {each.last}."
        if each.counts:
            low, middle, high = map(number_in_words, (each.lower_quartile, each.median, each.upper_quartile))
            return (
                f"Distribution of {name} over {each.n_present:,} rows: median {middle}, "
                f"quartiles {low} and {high}."
            )
        parts = [f"{shown(level)} {rows:,}" for level, rows in each.levels[:5]]
        return f"Counts of the levels of {name}: {', '.join(parts)}."

    def _draw_bins(self, ax: Axes) -> None:
        from matplotlib.ticker import FuncFormatter, MaxNLocator

        each, table = self.column, self.frame()
        width = np.diff(each.edges) if len(set(each.edges)) > 1 else 1.0
        ax.bar(
            table["from"],
            table["rows"],
            width,
            align="edge",
            color=self.theme.color(0),
            alpha=0.8,
            edgecolor=self.theme.paper,
            lw=0.5,
        )
        if each.kind == "date":
            ax.set_xticks([each.edges[0], each.edges[-1]], [shown(each.first, 20), shown(each.last, 20)])
        else:
            for number, value in enumerate((each.lower_quartile, each.median, each.upper_quartile)):
                is_middle = number == 1
                label = "median" if is_middle else "quartiles" if number == 0 else None
                dash = self.theme.dash(0 if is_middle else 1)
                ax.axvline(value, color=self.theme.color(1), lw=1.4, ls=dash, label=label)
            ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number_in_words(value)))
            ax.locator_params(axis="x", nbins=3 if each.maximum >= LARGE else 6)
            ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.2)
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set(xlabel=shown(each.name), ylabel="rows")

    def _draw_levels(self, ax: Axes) -> None:
        table = self.frame()
        is_level = ~table["level"].isin([OTHER, MISSING]).to_numpy()
        colors = [self.theme.color(0) if each else self.theme.soft for each in is_level]
        at = np.arange(len(table))
        ax.barh(at, table["rows"], color=colors, alpha=0.8, height=0.72)
        total = max(int(table["rows"].sum()), 1)
        for place, rows in enumerate(table["rows"]):
            ax.annotate(
                f"{rows:,} ({rows / total:.1%})",
                (rows, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=8,
                color=self.theme.ink,
            )
        ax.set_yticks(at, [shown(each, 28) for each in table["level"]], color=self.theme.ink)
        ax.set_ylim(len(table) - 0.5, -0.5)
        ax.set_xlim(0, 1.3 * float(table["rows"].max()))
        ax.locator_params(axis="x", integer=True, nbins=4)
        ax.set_xlabel("rows")


displays.add("ColumnBarsDisplay", ColumnBarsDisplay, "distribution of a column or of the target")
