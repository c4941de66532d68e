"""Measured coverage of intervals, and false alarms of tests: what the simulations counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from gnomon.assessment.evidence.cells import Cell, frame, stored
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KINDS = {"coverage": "share of intervals that held the truth", "type-I error": "share of false alarms"}
_SHOWN = ("corrected t", "corrected t for repeats", "wilson", "delong", "bayle", "bootstrap", "t", "z")


class CoverageDisplay(Display):
    """A strip of simulated settings for each method, beside what it promises.

    kind: "coverage" of intervals or "type-I error" of tests. methods: which, in order; all that were
    simulated if not given.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.CoverageDisplay("coverage", ["wilson"])
    >>> display.frame()["method"].unique().tolist()
    ['wilson']
    """

    def __init__(self, kind: str = "coverage", methods: Sequence[str] | None = None) -> None:
        if kind not in KINDS:
            raise ParameterError(f"kind={kind!r}: give 'coverage' or 'type-I error'")
        cells: list[Cell] = [each for each in stored() if each.kind == kind]
        known = list(dict.fromkeys(each.method for each in cells))
        self.methods = known if methods is None else list(methods)
        strange = [each for each in self.methods if each not in known]
        if strange or not self.methods:
            raise DataError(f"no simulation of {strange[:1]}; there are {known}")
        self.kind, self.nominal = kind, cells[0].nominal

    @classmethod
    def example(cls) -> Self:
        """The coverage of eight intervals."""
        return cls("coverage", _SHOWN)

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each method."""
        return 5.6, 1.0 + 0.25 * len(self.methods)

    def frame(self) -> pd.DataFrame:
        """One row per simulated setting."""
        table = frame()
        kept = table[(table["kind"] == self.kind) & table["method"].isin(self.methods)]
        return kept.reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """Points by method, and the rate that is promised."""
        table = self.frame()
        ax.axvline(self.nominal, color=self.theme.ink, lw=1.0, ls=self.theme.dash(1))
        for place, method in enumerate(self.methods):
            rates = table.loc[table["method"] == method, "rate"]
            color = self.theme.color(0)
            ax.scatter(rates, [place] * len(rates), s=18, color=color, alpha=0.45, lw=0)
            ax.plot([rates.median()] * 2, [place - 0.3, place + 0.3], color=self.theme.ink, lw=1.8)
        ax.set_yticks(range(len(self.methods)), [shown(each) for each in self.methods], color=self.theme.ink)
        ax.set(
            ylim=(len(self.methods) - 0.5, -0.5), xlabel=f"{KINDS[self.kind]}; {self.nominal:.0%} is promised"
        )
        ax.grid(axis="x")

    def alt(self) -> str:
        """Median, least and greatest rate of each method."""
        table = self.frame()
        parts = []
        for method in self.methods:
            rates = table.loc[table["method"] == method, "rate"]
            parts.append(f"{shown(method)} {rates.median():.1%} ({rates.min():.1%} to {rates.max():.1%})")
        return f"Simulated {self.kind}, where {self.nominal:.0%} is promised: {'; '.join(parts)}."


displays.add(
    "CoverageDisplay",
    CoverageDisplay,
    "measured coverage of intervals and false alarms of tests",
    figures=("11-coverage",),
)
