"""Why naive Bayes decides as it does: from prior odds to posterior odds, a bar for each feature's factor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.bayes.factors import Factors
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_BARS = 18


class EvidenceDisplay(Display):
    """A waterfall of log odds in bits: the prior, then each feature, up for one class and down for the other.

    factors: what the `factors` of a naive Bayes classifier gave. row: which row. one, other: the classes.

    Examples
    --------
    >>> import gnomon as gn
    >>> mail = gn.load("mail-bits")
    >>> model = gn.BernoulliNB().fit(mail.X, mail.y)
    >>> display = gn.plotting.EvidenceDisplay.from_estimator(model, [[0, 1, 0]], names=["a", "b", "c"])
    >>> display.frame()["odds"].round(3).tolist()
    [1.0, 1.5, 3.0, 3.0]
    """

    def __init__(
        self, factors: Factors, *, row: int = 0, one: Any = None, other: Any = None, names: Any = None
    ) -> None:
        self.table = factors.frame(row, one=one, other=other)
        chances = [str(name)[10:-1] for name in self.table.columns if str(name).startswith("p(value | ")]
        self.one, self.other = chances[0], chances[1]
        if names is not None:
            if len(names) != len(self.table) - 1:
                raise DataError(f"{len(names)} names for {len(self.table) - 1} features; give one each")
            self.table["feature"] = ["prior", *map(str, names)]

    @classmethod
    def from_estimator(cls, estimator: Any, x: Any, **options: Any) -> Self:
        """A fitted naive Bayes classifier and one row (or several, with `row=` the one to draw)."""
        return cls(estimator.factors(x), **options)

    @classmethod
    def example(cls) -> Self:
        """An e-mail with one word of three."""
        from gnomon.data.sets import load
        from gnomon.learners.bayes.bernoulli import BernoulliNB

        mail: Any = load("mail-bits")
        model = BernoulliNB().fit(mail.X, mail.y)
        return cls.from_estimator(model, [[0, 1, 0]], names=["word a", "word b", "word c"])

    def frame(self) -> pd.DataFrame:
        """One row the prior and each feature: factor, bits, and the odds so far."""
        return self.table

    def draw(self, ax: Axes) -> None:
        """The strongest factors in order, the others in one bar."""
        names, bits = self._bars()
        ends = np.cumsum(bits)
        for place, (start, step) in enumerate(zip(ends - bits, bits)):
            up = step >= 0
            ax.barh(
                place,
                step,
                0.6,
                start,
                color=self.theme.color(0 if up else 1),
                hatch="" if up else "//",
                edgecolor=self.theme.paper,
                linewidth=0.4,
            )
            edge = max(start, start + step)
            ax.annotate(
                f"{step:+.2f}",
                (edge, place),
                xytext=(3, 0),
                textcoords="offset points",
                va="center",
                fontsize=7,
            )
            if place + 1 < len(bits):
                ax.plot([ends[place]] * 2, [place, place + 1], color=self.theme.soft, linewidth=0.7)
        ax.axvline(0, color=self.theme.soft, linewidth=0.8)
        ax.set_yticks(range(len(names)), [shown(name, 24) for name in names])
        ax.invert_yaxis()
        low, high = min(0.0, float(ends.min())), max(0.0, float(ends.max()))
        room = max(high - low, 0.1)
        ax.set(xlim=(low - 0.08 * room, high + 0.2 * room))
        ax.set(xlabel=f"{shown(self.other, 14)}  ←  log₂ odds, bits  →  {shown(self.one, 14)}")

    def alt(self) -> str:
        """Prior odds, posterior odds and the strongest feature."""
        start, end = self.table["odds"].iloc[0], self.table["odds"].iloc[-1]
        features = self.table.iloc[1:]
        top = features.iloc[int(features["bits"].abs().to_numpy().argmax())]
        return (
            f"Odds of {shown(self.one, 20)} against {shown(self.other, 20)} from {start:.3g} to {end:.3g}; "
            f"{shown(top['feature'], 24)} counts most, by {top['bits']:+.2f} bits."
        )

    def _bars(self) -> tuple[list[str], Any]:
        bits = self.table["bits"].to_numpy(dtype=float)
        # A factor of 0 or infinity would hide all others: its bar ends at the edge.
        bits = np.clip(np.nan_to_num(bits, posinf=64, neginf=-64), -64, 64)
        words = [_words(row) for row in self.table.to_dict("records")]
        if len(bits) <= MAX_BARS:
            return words, bits
        kept = np.sort(1 + np.argsort(-np.abs(bits[1:]), kind="stable")[: MAX_BARS - 2])
        rest = bits.sum() - bits[0] - bits[kept].sum()
        names = ["prior", *(words[place] for place in kept), f"{len(bits) - 1 - len(kept)} others"]
        return names, np.concatenate([bits[:1], bits[kept], [rest]])


def _words(row: dict[Any, Any]) -> str:
    """The feature and its value; "prior" has none."""
    value = row["value"]
    if row["feature"] == "prior" and value != value:
        return "prior"
    said = f"{value:g}" if isinstance(value, float | int) else str(value)
    return f"{row['feature']} = {said}"


displays.add(
    "EvidenceDisplay",
    EvidenceDisplay,
    "factors of naive Bayes from prior to posterior odds",
    figures=("3-P09",),
)
