"""Detection error tradeoff (DET) curve: false negative against false positive rate on probit axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from scipy.special import ndtri

from gnomon.assessment.curves.detection import Detection, det_curve
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

_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)


class DetCurveDisplay(ScoredCurves):
    """DET curve (Martin et al. 1997) on normal deviate axes, where normal scores give straight lines.

    curves: a `Detection`, or a dictionary of them by name. A ring marks the equal error rate.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> print(gn.plotting.DetCurveDisplay.from_predictions(held_out).curves["GaussianNB"])
    DET curve of 270 thresholds: equal error rate 0.153
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, curves: Detection | Mapping[str, Detection]) -> None:
        self.curves = {"classifier": curves} if isinstance(curves, Detection) else dict(curves)
        if not self.curves:
            raise DataError("there is no curve to draw; pass at least one")

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curve of each."""
        curves = {each.name: det_curve(each.positive, each.score, each.weight) for each in rows}
        return cls(curves, **options)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(
            [example_predictions(name) for name in ("GaussianNB", "KNeighborsClassifier")]
        )

    def frame(self) -> pd.DataFrame:
        """One row per threshold of a curve; the deviates are infinite where a rate is 0 or 1."""
        import pandas as pd

        parts = [each.frame().assign(curve=name) for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves between the ticks of the rates; points at rates of 0 and 1 lie at infinity."""
        for number, (name, curve) in enumerate(self.curves.items()):
            color, dash = self.theme.color(number), self.theme.dash(number + number // 8)
            x, y = ndtri(curve.false_alarm), ndtri(curve.miss)
            is_finite = np.isfinite(x) & np.isfinite(y)
            label = f"{shown(name, 28)}, {curve.equal_error_rate:.3f}"
            ax.plot(*simplified(x[is_finite], y[is_finite]), color=color, ls=dash, label=label)
            if 0 < curve.equal_error_rate < 1:
                at = ndtri(curve.equal_error_rate)
                ax.plot(at, at, marker="o", ms=8, mfc="none", mec=color, mew=1.3, ls="none")
        ticks = ndtri(_TICKS)
        ax.set_xticks(ticks, [f"{100 * each:g}" for each in _TICKS])
        ax.set_yticks(ticks, [f"{100 * each:g}" for each in _TICKS])
        ends = tuple(ndtri([0.002, 0.98]))
        ax.set(
            xlim=ends,
            ylim=ends,
            aspect="equal",
            xlabel="false positive rate (%)",
            ylabel="false negative rate (%)",
        )
        ax.grid(True)
        legend_of_curves(ax, "lower left", "equal error rate")

    def alt(self) -> str:
        """The equal error rate of each curve."""
        parts = [f"{shown(name)} {each.equal_error_rate:.3f}" for name, each in self.curves.items()]
        return (
            "DET curve, false negative against false positive rate on normal deviate axes; equal error rate: "
            f"{', '.join(parts)}."
        )


displays.add(
    "DetCurveDisplay",
    DetCurveDisplay,
    "DET curve: false negative against false positive rate on normal deviate axes",
)
