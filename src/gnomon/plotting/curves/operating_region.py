"""Optimal operating point on a ROC curve, with its confidence region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from gnomon.assessment.curves.region import OperatingRegion, operating_region
from gnomon.assessment.curves.roc import RocCurve, check_curve
from gnomon.plotting.curves.roc_axes import set_roc_axes
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class OperatingRegionDisplay(Display):
    """A ROC curve with the point of minimum expected cost and its confidence region.

    curve: a `RocCurve`. region: result of `operating_region` for the same curve.

    Examples
    --------
    >>> import gnomon as gn
    >>> curve = gn.curves.roc_curve_of(gn.resample(gn.load("heart"), gn.GaussianNB(), gn.hold_out(0.4)))
    >>> display = gn.plotting.OperatingRegionDisplay.from_curve(curve, cost_miss=5, times=100)
    >>> display.frame().shape
    (100, 2)
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, curve: RocCurve, region: OperatingRegion) -> None:
        check_curve(curve)
        self.curve, self.region = curve, region

    @classmethod
    def from_curve(cls, curve: RocCurve, **conditions: Any) -> Self:
        """Plot the optimal point of this curve; conditions as in `operating_region`."""
        return cls(curve, operating_region(curve, **conditions))

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart, where a false negative costs as much as five false positives."""
        from gnomon.assessment.curves.held_out import roc_curve_of
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_curve(roc_curve_of(example_predictions("GaussianNB")), cost_miss=5, times=200)

    def frame(self) -> pd.DataFrame:
        """One row per point of the outline of the region."""
        import pandas as pd

        return pd.DataFrame(self.region.outline(), columns=["fpr", "tpr"])

    def draw(self, ax: Axes) -> None:
        """The curve, the region and its center, and the observed point."""
        set_roc_axes(ax, self.theme)
        lean, region = self.curve.thinned(), self.region
        ax.plot(*simplified(lean.fpr, lean.tpr), color=self.theme.color(0), label="ROC curve")
        ax.fill(
            *region.outline().T, fc=self.theme.color(1), alpha=0.22, lw=0, label=f"{region.level:.0%} region"
        )
        place, center = (region.point.fpr, region.point.tpr), region.center
        best = f"minimum cost, threshold {region.point.threshold:.3g}"
        ax.plot(*place, marker=self.theme.marker(0), color=self.theme.ink, ls="none", label=best)
        ax.plot(*center, marker="+", ms=9, color=self.theme.color(1), ls="none", label="bias-corrected")
        ax.legend(loc="lower right")

    def alt(self) -> str:
        """The region."""
        return f"ROC curve with its optimal operating point. {self.region}"


displays.add(
    "OperatingRegionDisplay",
    OperatingRegionDisplay,
    "optimal operating point of a ROC curve, with its confidence region",
)
