"""Cumulative gains and lift curves: recall and lift against the fraction of rows selected by score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from gnomon.assessment.curves.lift import Lift, lift_curve
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.scored import ScoredRows
from gnomon.plotting.curves.scored_curves import ScoredCurves
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KINDS = ("gains", "lift")


class LiftCurveDisplay(ScoredCurves):
    """Cumulative gains (recall) or lift (relative to random selection) against the fraction selected.

    curves: a `Lift`, or a dictionary of them by name. kind: "gains" or "lift".

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.plotting.LiftCurveDisplay.from_predictions(held_out, kind="lift")
    >>> display.frame().columns.tolist()
    ['curve', 'threshold', 'share', 'gain', 'lift']
    """

    def __init__(self, curves: Lift | Mapping[str, Lift], kind: str = "gains") -> None:
        self.curves = {"classifier": curves} if isinstance(curves, Lift) else dict(curves)
        if not self.curves:
            raise DataError("there is no curve to draw; pass at least one")
        if kind not in KINDS:
            raise ParameterError(f"kind={kind!r}: pass 'gains' or 'lift'")
        self.kind = kind

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curve of each."""
        curves = {each.name: lift_curve(each.positive, each.score, each.weight) for each in rows}
        return cls(curves, **options)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions([example_predictions(name) for name in ("GaussianNB", "DecisionStump")])

    def frame(self) -> pd.DataFrame:
        """One row per threshold of a curve."""
        import pandas as pd

        columns = ["curve", "threshold", "share", "gain", "lift"]
        parts = [each.frame().assign(curve=name)[columns] for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves, and the line of random selection."""
        is_lift = self.kind == "lift"
        ax.plot([0, 1], [1, 1] if is_lift else [0, 1], color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            x, y = simplified(curve.share, curve.lift if is_lift else curve.gain)
            dash = self.theme.dash(number + number // 8)
            ax.plot(x, y, color=self.theme.color(number), ls=dash, label=shown(name, 32))
        ax.set(
            xlabel="fraction of rows selected, highest scores first",
            ylabel="lift" if is_lift else "gain (recall)",
        )
        legend_of_curves(ax, "upper right" if is_lift else "lower right")

    def alt(self) -> str:
        """Gain and lift of the first decile."""
        parts = [
            f"{shown(name)} has recall {float(each.gain_at(0.1)):.0%}, lift {float(each.lift_at(0.1)):.2f}"
            for name, each in self.curves.items()
        ]
        curve = "Lift curve" if self.kind == "lift" else "Cumulative gains curve"
        return f"{curve} against the fraction of rows selected; in the first decile {'; '.join(parts)}."


displays.add(
    "LiftCurveDisplay", LiftCurveDisplay, "cumulative gains or lift against the fraction of rows selected"
)
