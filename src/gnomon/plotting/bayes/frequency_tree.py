"""Tree of natural frequencies: Bayes' rule in counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.probability.bayes import BayesTable, bayes_table
from gnomon.probability.frequencies import natural_frequencies
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class FrequencyTreeDisplay(Display):
    """Natural frequency tree: of n people, how many have each hypothesis, and of these the evidence.

    table: result of `bayes_table`. n: people at the root. evidence: names of its presence and absence.

    Examples
    --------
    >>> import gnomon as gn
    >>> test = gn.probability.bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
    >>> gn.plotting.FrequencyTreeDisplay(test, 10_000).frame()["with"].tolist()
    [266.0, 97.2, 363.2]
    """

    size = (5.6, 3.4)

    def __init__(
        self, table: BayesTable, n: Any = 10_000, *, evidence: tuple[str, str] = ("evidence", "none")
    ) -> None:
        self.table, self.n, self.evidence = table, n, evidence
        self.counts = natural_frequencies(table, n)

    @classmethod
    def example(cls) -> Self:
        """A test of 10,000 people."""
        test = bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
        return cls(test, evidence=("positive", "negative"))

    def frame(self) -> pd.DataFrame:
        """Expected counts: one row per hypothesis and one for all, with and without the evidence."""
        return self.counts

    def draw(self, ax: Axes) -> None:
        """Three levels; leaves with the evidence have the color of their hypothesis."""
        names = [name for name in self.counts.index if name != "all"]
        positions = [2.0 * place for place in range(len(names))]
        middle = sum(positions) / len(positions)
        self._box(ax, middle, 2, f"{float(self.n):,g} people", self.theme.soft)
        for number, (place, name) in enumerate(zip(positions, names)):
            self._edge(ax, (middle, 2), (place, 1))
            self._box(
                ax,
                place,
                1,
                f"{shown(name, 16)}\n{self.counts.loc[name, 'all']:,g}",
                self.theme.color(number),
            )
            for side, column, word in (
                (-0.45, "with", self.evidence[0]),
                (0.45, "without", self.evidence[1]),
            ):
                self._edge(ax, (place, 1), (place + side, 0))
                color = self.theme.color(number) if column == "with" else self.theme.line
                self._box(
                    ax, place + side, 0, f"{shown(word, 12)}\n{self.counts.loc[name, column]:,g}", color
                )
        ax.set(xlim=(-0.95, positions[-1] + 0.95), ylim=(-0.6, 2.4))
        ax.axis("off")
        ax.set_title(self._posterior())

    def alt(self) -> str:
        """The posterior, in counts."""
        return f"Natural frequency tree of {float(self.n):,g} people. {self._posterior()}."

    def _posterior(self) -> str:
        first: Any = next(iter(self.counts.index))
        part, whole = (float(self.counts["with"].loc[name]) for name in (first, "all"))
        posterior = float(self.table.posterior[first])
        return (
            f"{part:,g} of {whole:,g} with {shown(self.evidence[0], 16)} are {shown(first, 16)}: "
            f"{posterior:.3g}"
        )

    def _box(self, ax: Axes, x: float, y: float, text: str, color: str) -> None:
        box = {
            "boxstyle": "round,pad=0.35",
            "facecolor": self.theme.paper,
            "edgecolor": color,
            "linewidth": 1.4,
        }
        ax.text(x, y, text, ha="center", va="center", fontsize=8, bbox=box, zorder=2)

    def _edge(self, ax: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
        ax.plot(*zip(start, end), color=self.theme.soft, linewidth=0.9, zorder=1)


displays.add("FrequencyTreeDisplay", FrequencyTreeDisplay, "Bayes' rule as a tree of natural frequencies")
