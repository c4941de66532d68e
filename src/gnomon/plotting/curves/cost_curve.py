"""The cost curve: expected cost over every prevalence and pair of costs at once (Drummond & Holte 2006)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.curves.cost import CostCurve, cost_curve
from gnomon.errors import DataError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.scored import ScoredRows
from gnomon.plotting.curves.scored_curves import ScoredCurves
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MAX_LINES = 40


class CostCurveDisplay(ScoredCurves):
    """Cost curve: minimum normalized expected cost against the probability cost function.

    curves: a `CostCurve`, or a dictionary of them by name. lines: draw the cost line of each threshold, of
    which the curve is the lower envelope; of many, evenly spaced ones.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.CostCurveDisplay.from_predictions(held_out).frame().columns.tolist()
    ['curve', 'x', 'cost', 'trivial', 'threshold']
    """

    def __init__(self, curves: CostCurve | Mapping[str, CostCurve], *, lines: bool = False) -> None:
        self.curves = {"classifier": curves} if isinstance(curves, CostCurve) else dict(curves)
        if not self.curves:
            raise DataError("there is no curve to draw; pass at least one")
        self.lines = lines

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curve of each."""
        curves = {each.name: cost_curve(each.positive, each.score, each.weight) for each in rows}
        return cls(curves, **options)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        predictions = [example_predictions(name) for name in ("GaussianNB", "DecisionStump")]
        return cls.from_predictions(predictions, lines=True)

    def frame(self) -> pd.DataFrame:
        """One row per vertex of a curve; its threshold is optimal from there on."""
        import pandas as pd

        columns = ["curve", "x", "cost", "trivial", "threshold"]
        parts = [each.frame().assign(curve=name)[columns] for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Lower envelopes, and the costs of the two trivial classifiers."""
        ax.plot([0, 0.5, 1], [0, 0.5, 0], color=self.theme.soft, lw=0.9, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            color = self.theme.color(number)
            if self.lines:
                table = curve.lines()
                positions = np.linspace(0, len(table) - 1, min(len(table), _MAX_LINES)).round().astype(int)
                for place in np.unique(positions):
                    ax.plot([0, 1], table.iloc[place, 1:], color=color, lw=0.4, alpha=0.35)
            dash = self.theme.dash(number + number // 8)
            ax.plot(curve.x, curve.y, color=color, ls=dash, lw=2.0, label=shown(name, 32))
        ax.set(
            xlim=(0, 1),
            ylim=(0, 0.55),
            xlabel="probability cost, PC(+)",
            ylabel="normalized expected cost",
        )
        legend_of_curves(ax, "upper right")

    def alt(self) -> str:
        """The operating range of each classifier, and its mean cost."""
        parts = []
        for name, each in self.curves.items():
            low, high = each.useful
            parts.append(
                f"{shown(name)} has operating range {low:.2f} to {high:.2f}, mean cost {each.area:.3f}"
            )
        return f"Normalized expected cost against probability cost: {'; '.join(parts)}."


displays.add(
    "CostCurveDisplay",
    CostCurveDisplay,
    "cost curve: normalized expected cost over all prevalences and misclassification costs",
)
