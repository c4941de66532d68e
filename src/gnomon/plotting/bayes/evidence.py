"""Weights of evidence of naive Bayes: from prior odds to posterior odds, one likelihood ratio per feature."""

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
    """Waterfall chart of log odds in bits: prior log odds, then the log-likelihood ratio of each feature.

    factors: result of `factors` of a naive Bayes classifier. row: its row. one, other: the two classes.

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
        classes = [str(name)[10:-1] for name in self.table.columns if str(name).startswith("p(value | ")]
        self.one, self.other = classes[0], classes[1]
        if names is not None:
            if len(names) != len(self.table) - 1:
                raise DataError(
                    f"{len(names)} names for {len(self.table) - 1} features; pass one name per feature"
                )
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
        """One row for the prior and for each feature: likelihood ratio, bits, and cumulative odds."""
        return self.table

    def draw(self, ax: Axes) -> None:
        """The features of largest weight in order, the others in one bar."""
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
        span = max(high - low, 0.1)
        ax.set(xlim=(low - 0.08 * span, high + 0.2 * span))
        ax.set(xlabel=f"{shown(self.other, 14)}  ←  log₂ odds (bits)  →  {shown(self.one, 14)}")

    def alt(self) -> str:
        """Prior odds, posterior odds and the feature of largest weight."""
        start, end = self.table["odds"].iloc[0], self.table["odds"].iloc[-1]
        features = self.table.iloc[1:]
        top = features.iloc[int(features["bits"].abs().to_numpy().argmax())]
        return (
            f"Odds of {shown(self.one, 20)} against {shown(self.other, 20)} from {start:.3g} to {end:.3g}; "
            f"{shown(top['feature'], 24)} has the largest weight, {top['bits']:+.2f} bits."
        )

    def _bars(self) -> tuple[list[str], Any]:
        bits = self.table["bits"].to_numpy(dtype=float)
        # A likelihood ratio of 0 or infinity would hide all others: its bar is clipped.
        bits = np.clip(np.nan_to_num(bits, posinf=64, neginf=-64), -64, 64)
        words = [_words(row) for row in self.table.to_dict("records")]
        if len(bits) <= MAX_BARS:
            return words, bits
        largest = np.sort(1 + np.argsort(-np.abs(bits[1:]), kind="stable")[: MAX_BARS - 2])
        rest = bits.sum() - bits[0] - bits[largest].sum()
        names = ["prior", *(words[place] for place in largest), f"{len(bits) - 1 - len(largest)} others"]
        return names, np.concatenate([bits[:1], bits[largest], [rest]])


def _words(row: dict[Any, Any]) -> str:
    """The feature and its value; "prior" has none."""
    value = row["value"]
    if row["feature"] == "prior" and value != value:
        return "prior"
    text = f"{value:g}" if isinstance(value, float | int) else str(value)
    return f"{row['feature']} = {text}"


displays.add(
    "EvidenceDisplay", EvidenceDisplay, "weights of evidence of naive Bayes, from prior to posterior odds"
)
