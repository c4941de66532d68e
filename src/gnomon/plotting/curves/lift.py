"""Cumulative gains and lift: what is found when only the highest-scored share of all rows is looked at."""

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
    """Gains (share of positives found) or lift (times better than at random) against the share looked at.

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
            raise DataError("there is no curve to draw; give at least one")
        if kind not in KINDS:
            raise ParameterError(f"kind={kind!r}: give 'gains' or 'lift'")
        self.kind = kind

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """The curve of each."""
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
        """Curves over the line of looking at random."""
        is_lift = self.kind == "lift"
        ax.plot([0, 1], [1, 1] if is_lift else [0, 1], color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            x, y = simplified(curve.share, curve.lift if is_lift else curve.gain)
            dash = self.theme.dash(number + number // 8)
            ax.plot(x, y, color=self.theme.color(number), ls=dash, label=shown(name, 32))
        ax.set(
            xlabel="share of all rows looked at, highest scores first",
            ylabel="times more than at random" if is_lift else "share of positives found",
        )
        legend_of_curves(ax, "upper right" if is_lift else "lower right")

    def alt(self) -> str:
        """What the first tenth of the rows holds."""
        parts = [
            f"{shown(name)} finds {float(each.gain_at(0.1)):.0%}, {float(each.lift_at(0.1)):.2f} times as "
            "many as at random"
            for name, each in self.curves.items()
        ]
        return f"{self.kind.capitalize()} against the share looked at; in the first tenth {'; '.join(parts)}."


displays.add(
    "LiftCurveDisplay",
    LiftCurveDisplay,
    "positives found against the share of rows looked at",
    figures=("11-lift",),
)
