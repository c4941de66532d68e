"""Average of ROC curves over splits, with error bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.average import (
    AveragedCurve,
    average_roc_curve,
    merged,
    threshold_average,
    vertical_average,
)
from gnomon.assessment.curves.held_out import roc_curve_each
from gnomon.assessment.curves.roc import RocCurve
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.curves.roc import RocCurveDisplay
from gnomon.plotting.curves.roc_axes import set_roc_axes
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.assessment.predictions import Predictions
    from gnomon.experiments.results import Results

ALONG = ("fpr", "threshold")


class RocAverageDisplay(Display):
    """Average ROC curve with error bars: vertical averaging (at fixed false positive rates) or threshold
    averaging (at fixed thresholds). Fawcett (2006), algorithms 3 and 4.

    average: an `AveragedCurve`. curves: the averaged ones, drawn thin behind it.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.RocAverageDisplay.from_predictions(held_out).frame().shape
    (11, 4)
    >>> len(gn.plotting.RocAverageDisplay.four_ways(held_out).titles)
    4
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, average: AveragedCurve, curves: Sequence[RocCurve] = ()) -> None:
        if not isinstance(average, AveragedCurve):
            raise DataError("pass an averaged curve, such as average_roc_curve(predictions)")
        self.average, self.curves = average, list(curves)

    @classmethod
    def from_curves(
        cls, curves: Sequence[RocCurve], *, along: str = "fpr", samples: int = 10, level: float = 0.95
    ) -> Self:
        """Average independent curves, such as those of separate test sets."""
        if along not in ALONG:
            raise ParameterError(f"along={along!r}: pass 'fpr' or 'threshold'")
        mean = vertical_average if along == "fpr" else threshold_average
        return cls(mean(curves, samples=samples, level=level), curves)

    @classmethod
    def from_predictions(
        cls, predictions: Predictions, *, along: str = "fpr", samples: int = 10, level: float = 0.95
    ) -> Self:
        """Average over the splits of a resampling, with intervals that are valid for it."""
        average = average_roc_curve(predictions, along=along, samples=samples, level=level)
        return cls(average, roc_curve_each(predictions))

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, learners: str | None = None, **options: Any
    ) -> Self:
        """Plot one learner on one task of an experiment; options as in `from_predictions`."""
        return cls.from_predictions(results.predictions(task, learners), **options)

    @classmethod
    def four_ways(cls, predictions: Predictions, *, samples: int = 10, level: float = 0.95) -> Panels:
        """Plot the curve of every split, the merged curve, and both averages."""
        each = roc_curve_each(predictions)
        parts: list[Display] = [
            RocCurveDisplay({f"split {place}": curve for place, curve in enumerate(each, 1)}),
            RocCurveDisplay({"merged": merged(each)}),
            cls.from_predictions(predictions, samples=samples, level=level),
            cls.from_predictions(predictions, along="threshold", samples=samples, level=level),
        ]
        return Panels(parts, ["each split", "merged", "vertical average", "threshold average"], columns=2)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on the five folds of heart, threshold averaging."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB"), along="threshold")

    def frame(self) -> pd.DataFrame:
        """One row per point of the average curve."""
        return self.average.frame()

    def draw(self, ax: Axes) -> None:
        """Thin curves, the average, and its error bars."""
        set_roc_axes(ax, self.theme)
        mean = self.average
        for number, curve in enumerate(self.curves):
            lean = curve.thinned()
            label = f"{len(self.curves)} curves" if number == 0 else None
            ax.plot(
                *simplified(lean.fpr, lean.tpr, 500), color=self.theme.soft, lw=0.6, alpha=0.6, label=label
            )
        across = None
        if mean.fpr_lower is not None and mean.fpr_upper is not None:
            across = np.clip([mean.fpr - mean.fpr_lower, mean.fpr_upper - mean.fpr], 0, None)
        ax.errorbar(
            mean.fpr,
            mean.tpr,
            np.clip([mean.tpr - mean.lower, mean.upper - mean.tpr], 0, None),
            across,
            color=self.theme.color(0),
            marker="o",
            ms=3.5,
            elinewidth=0.9,
            capsize=2,
            label=f"average, area {mean.auc:.3f}",
            zorder=3,
        )
        ax.legend(loc="lower right", title=f"bars at {100 * mean.level:g} %: {mean.bars}", title_fontsize=8)

    def alt(self) -> str:
        """The number of curves, the area of their average, and the longest error bar."""
        mean = self.average
        kind = "Vertical" if mean.threshold is None else "Threshold"
        longest = float(np.nanmax(mean.upper - mean.lower))
        return (
            f"{kind} average of {mean.n_curves} ROC curves: area {mean.auc:.3f}; the longest error bar of "
            f"the true positive rate is {longest:.2f}."
        )


displays.add(
    "RocAverageDisplay", RocAverageDisplay, "average of the ROC curves of several splits, with error bars"
)
