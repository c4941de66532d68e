"""Precision-recall curve, interpolated through achievable points (Davis & Goadrich 2006)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.precision_recall import PrecisionRecall, precision_recall_curve
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


class PrecisionRecallDisplay(ScoredCurves):
    """Precision-recall curves, over the baseline of a random classifier: the prevalence.

    curves: a `PrecisionRecall`, or a dictionary of them by name.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.plotting.PrecisionRecallDisplay.from_predictions(held_out)
    >>> display.frame().columns.tolist()
    ['curve', 'threshold', 'recall', 'precision']
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, curves: PrecisionRecall | Mapping[str, PrecisionRecall]) -> None:
        self.curves = {"classifier": curves} if isinstance(curves, PrecisionRecall) else dict(curves)
        if not self.curves:
            raise DataError("there is no curve to draw; pass at least one")

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curve of each."""
        curves = {each.name: precision_recall_curve(each.positive, each.score, each.weight) for each in rows}
        return cls(curves, **options)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions([example_predictions(name) for name in ("GaussianNB", "DecisionStump")])

    def frame(self) -> pd.DataFrame:
        """One row per threshold of a curve."""
        import pandas as pd

        columns = ["curve", "threshold", "recall", "precision"]
        parts = [each.frame().assign(curve=name)[columns] for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves, and the prevalence."""
        baselines = {round(each.baseline, 6) for each in self.curves.values()}
        for baseline in baselines:
            ax.axhline(baseline, color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            # Precision is not linear between thresholds, so the curve is also evaluated on a grid of recall.
            recall = np.unique(np.concatenate([curve.recall, np.linspace(0, 1, 401)]))
            x, y = simplified(*_corners(curve, recall))
            label = f"{shown(name, 28)}, {curve.average_precision:.3f}"
            dash = self.theme.dash(number + number // 8)
            ax.plot(x, y, color=self.theme.color(number), ls=dash, label=label)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel="recall", ylabel="precision")
        legend_of_curves(ax, title="average precision")

    def alt(self) -> str:
        """Average precision of each curve, and its baseline."""
        parts = [
            f"{shown(name)} with average precision {each.average_precision:.3f} "
            f"(baseline {each.baseline:.3f})"
            for name, each in self.curves.items()
        ]
        return f"Precision-recall curves: {', '.join(parts)}."


def _corners(curve: PrecisionRecall, recall: Any) -> tuple[Any, Any]:
    """The curve with the vertical drops of precision that false positives cause."""
    x = np.concatenate([recall, curve.recall])
    y = np.concatenate([curve.precision_at(recall), curve.precision])
    order = np.lexsort((-y, x))
    return x[order], y[order]


displays.add("PrecisionRecallDisplay", PrecisionRecallDisplay, "precision-recall curve, over the prevalence")
