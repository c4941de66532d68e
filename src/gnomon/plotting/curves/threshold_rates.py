"""Recall, precision, specificity and F1 against the decision threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, threshold_counts
from gnomon.errors import DataError
from gnomon.plotting.curves.scored import ScoredRows
from gnomon.plotting.curves.scored_curves import ScoredCurves
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

RATES = ("recall", "precision", "specificity", "F1")


class ThresholdRatesDisplay(ScoredCurves):
    """Recall, precision, specificity and F1 of one classifier at every decision threshold.

    counts: `ThresholdCounts`. name: of the classifier. A threshold chosen on these rows is optimistic on
    them: ThresholdedClassifier chooses one by cross-validation on the training rows.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.ThresholdRatesDisplay.from_predictions(held_out).frame().columns.tolist()
    ['threshold', 'recall', 'precision', 'specificity', 'F1', 'predicted_positive']
    """

    size: ClassVar[tuple[float, float]] = (4.6, 3.6)

    def __init__(self, counts: ThresholdCounts, name: str = "classifier") -> None:
        self.counts, self.name = counts, name
        if len(counts.threshold) < 2:
            raise DataError("there is no threshold to draw; pass scores of at least one row")

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the rates of the first."""
        first = rows[0]
        return cls(threshold_counts(first.positive, first.score, first.weight), first.name, **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB"))

    def frame(self) -> pd.DataFrame:
        """One row per threshold: rates, and the fraction of rows predicted positive."""
        import pandas as pd

        each = self.counts
        twice = 2 * each.true_positives
        f1 = twice / (each.positives + each.true_positives + each.false_positives)
        rates: dict[str, Floats] = {
            "threshold": each.threshold,
            "recall": each.tpr,
            "precision": each.precision,
            "specificity": 1 - each.fpr,
            "F1": f1,
            "predicted_positive": each.share,
        }
        return pd.DataFrame(rates).iloc[1:].reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """One line per rate, and a thin one at a probability of one half."""
        table = self.frame()
        low, high = float(table["threshold"].min()), float(table["threshold"].max())
        is_probability = low >= 0 and high <= 1
        for number, name in enumerate(RATES):
            x, y = simplified(table["threshold"].to_numpy(), table[name].to_numpy())
            ax.step(
                x, y, where="post", color=self.theme.color(number), ls=self.theme.dash(number), label=name
            )
        if is_probability:
            ax.axvline(0.5, color=self.theme.soft, lw=0.8)
            ax.set_xlim(-0.02, 1.02)
        ax.set(ylim=(-0.02, 1.02), ylabel="rate on held-out rows")
        ax.set_xlabel("threshold (positive if score ≥ threshold)")
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.2)

    def alt(self) -> str:
        """The rates at threshold one half, or at the median of scores that are no probabilities."""
        table = self.frame()
        thresholds = table["threshold"].to_numpy()
        is_probability = bool(thresholds.min() >= 0 and thresholds.max() <= 1)
        at = 0.5 if is_probability else float(np.median(thresholds))
        # The last threshold that is not below it predicts the same rows positive.
        row = table.iloc[max(int(np.searchsorted(-thresholds, -at, side="right")) - 1, 0)]
        rates = ", ".join(f"{name} {row[name]:.3f}" for name in RATES)
        return f"Rates of {shown(self.name)} against the threshold on held-out rows; at {at:.3g}: {rates}."


displays.add(
    "ThresholdRatesDisplay",
    ThresholdRatesDisplay,
    "recall, precision, specificity and F1 against the threshold",
)
