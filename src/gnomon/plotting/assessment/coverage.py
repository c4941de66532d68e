"""Simulated coverage of confidence intervals and type I error rates of tests."""

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

KINDS = {"coverage": "coverage probability", "type-I error": "type I error rate"}
_SHOWN = ("corrected t", "corrected t for repeats", "wilson", "delong", "bayle", "bootstrap", "t", "z")


class CoverageDisplay(Display):
    """Simulated coverage or type I error rate of each method, beside its nominal level.

    kind: "coverage" of intervals or "type-I error" of tests. methods: which, in order; None for all that
    were simulated.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.CoverageDisplay("coverage", ["wilson"])
    >>> display.frame()["method"].unique().tolist()
    ['wilson']
    """

    def __init__(self, kind: str = "coverage", methods: Sequence[str] | None = None) -> None:
        if kind not in KINDS:
            raise ParameterError(f"kind={kind!r}: pass 'coverage' or 'type-I error'")
        cells: list[Cell] = [each for each in stored() if each.kind == kind]
        known = list(dict.fromkeys(each.method for each in cells))
        self.methods = known if methods is None else list(methods)
        unknown = [each for each in self.methods if each not in known]
        if unknown or not self.methods:
            raise DataError(f"no simulation of {unknown[:1]}; the methods are {known}")
        self.kind, self.nominal = kind, cells[0].nominal

    @classmethod
    def example(cls) -> Self:
        """Coverage of eight intervals."""
        return cls("coverage", _SHOWN)

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per method."""
        return 5.6, 1.0 + 0.25 * len(self.methods)

    def frame(self) -> pd.DataFrame:
        """One row per simulated design."""
        table = frame()
        part = table[(table["kind"] == self.kind) & table["method"].isin(self.methods)]
        return part.reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """Points by method, and the nominal rate."""
        table = self.frame()
        ax.axvline(self.nominal, color=self.theme.ink, lw=1.0, ls=self.theme.dash(1))
        for place, method in enumerate(self.methods):
            rates = table.loc[table["method"] == method, "rate"]
            color = self.theme.color(0)
            ax.scatter(rates, [place] * len(rates), s=18, color=color, alpha=0.45, lw=0)
            ax.plot([rates.median()] * 2, [place - 0.3, place + 0.3], color=self.theme.ink, lw=1.8)
        ax.set_yticks(range(len(self.methods)), [shown(each) for each in self.methods], color=self.theme.ink)
        ax.set(ylim=(len(self.methods) - 0.5, -0.5), xlabel=f"{KINDS[self.kind]}; nominal {self.nominal:.0%}")
        ax.grid(axis="x")

    def alt(self) -> str:
        """Median, minimum and maximum rate of each method."""
        table = self.frame()
        parts = []
        for method in self.methods:
            rates = table.loc[table["method"] == method, "rate"]
            parts.append(f"{shown(method)} {rates.median():.1%} ({rates.min():.1%} to {rates.max():.1%})")
        return f"Simulated {self.kind}, nominal {self.nominal:.0%}: {'; '.join(parts)}."


displays.add("CoverageDisplay", CoverageDisplay, "simulated coverage of intervals and type I error of tests")
