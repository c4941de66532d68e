"""Expected cost per case against the threshold: EC(x) = C₁ P (1 - TP(x)) + C₂ (1 - P) FP(x)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.decisions.rate_costs import ThresholdCosts, cost_by_threshold
from gnomon.errors import DataError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.scored import ScoredRows
from gnomon.plotting.curves.scored_curves import ScoredCurves
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ThresholdCostDisplay(ScoredCurves):
    """Expected cost per case at every threshold, and its minimum.

    costs: `ThresholdCosts`, or a dictionary of them by name; the constructors take cost_miss,
    cost_false_alarm and prevalence as `cost_by_threshold` does.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.plotting.ThresholdCostDisplay.from_predictions(held_out, cost_miss=5)
    >>> print(display.costs["GaussianNB"])
    minimum cost 0.389 per case at threshold 0.345
    """

    def __init__(self, costs: ThresholdCosts | Mapping[str, ThresholdCosts]) -> None:
        self.costs = {"classifier": costs} if isinstance(costs, ThresholdCosts) else dict(costs)
        if not self.costs:
            raise DataError("there is nothing to draw; pass the costs of at least one classifier")

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **costs: Any) -> Self:
        """Compute the costs of each."""
        return cls(
            {
                each.name: cost_by_threshold(each.positive, each.score, weight=each.weight, **costs)
                for each in rows
            }
        )

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart, where a false negative costs as much as five false positives."""
        from gnomon.plotting.experiments.examples import example_predictions

        predictions = [example_predictions(name) for name in ("GaussianNB", "KNeighborsClassifier")]
        return cls.from_predictions(predictions, cost_miss=5)

    def frame(self) -> pd.DataFrame:
        """One row per threshold of a classifier."""
        import pandas as pd

        parts = [each.frame().assign(curve=name) for name, each in self.costs.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Step curves from "always" to "never positive", and a ring at the minimum."""
        for number, (name, each) in enumerate(self.costs.items()):
            color = self.theme.color(number)
            x, y = simplified(each.threshold[1:], each.cost[1:])
            dash = self.theme.dash(number + number // 8)
            # Each threshold holds down to the next one below it.
            ax.step(x, y, where="post", color=color, ls=dash, label=shown(name, 32))
            if np.isfinite(each.best):
                ax.plot(
                    each.best, each.cost.min(), marker="o", ms=9, mfc="none", mec=color, mew=1.4, ls="none"
                )
        ax.set(xlabel="threshold (positive if score ≥ threshold)", ylabel="expected cost per case")
        ax.set_ylim(bottom=0)
        legend_of_curves(ax)

    def alt(self) -> str:
        """The minimum cost of each classifier and its threshold."""
        parts = [f"{shown(name)}: {each}" for name, each in self.costs.items()]
        return f"Expected cost per case against the threshold; {'; '.join(parts)}."


displays.add("ThresholdCostDisplay", ThresholdCostDisplay, "expected cost per case against the threshold")
