"""ROC curves: true against false positive rate, with convex hull, bands, iso-performance lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.bands import Band, binormal_band, fixed_width_band, kolmogorov_smirnov_band
from gnomon.assessment.curves.crossing import roc_crossings as crossings_of
from gnomon.assessment.curves.hull import Curves, Hull, name_curves
from gnomon.assessment.curves.hull import roc_convex_hull as hull_of
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.errors import ParameterError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.roc_axes import iso_line, mark_corners, set_roc_axes
from gnomon.plotting.curves.scored import ScoredRows
from gnomon.plotting.curves.scored_curves import ScoredCurves
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BANDS = {"ks": kolmogorov_smirnov_band, "fixed width": fixed_width_band, "binormal": binormal_band}
_MAX_LABELS = 24


class RocCurveDisplay(ScoredCurves):
    """ROC curves of scores, and points of classifiers without scores.

    curves: a `RocCurve`, several, or a dictionary from names to curves or to (fpr, tpr). hull: draw the
    convex hull of all curves. band: "ks", "fixed width" or "binormal". slopes: of iso-performance lines, each
    through its optimal point (see `Conditions.slope`). thresholds: annotate points with them. best: circle
    the point of maximum accuracy. area: shade the area under each curve. corners: label them.
    crossings: mark where curves cross.

    Examples
    --------
    >>> import gnomon as gn
    >>> learner = gn.GaussianNB()
    >>> held_out = gn.resample(gn.load("breast-cancer"), learner, gn.k_fold(5))
    >>> display = gn.plotting.RocCurveDisplay.from_predictions(held_out, hull=True, slopes=[1])
    >>> print(display.curves["GaussianNB"])
    ROC curve of GaussianNB: AUC 0.988, 212 positives, 357 negatives, 431 points
    >>> points = {"A": (0.1, 0.7), "C": (0.7, 0.7), "D": (0.0, 1.0)}
    >>> gn.plotting.RocCurveDisplay(points).frame()["curve"].tolist()
    ['A', 'C', 'D']
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(
        self,
        curves: Curves,
        *,
        hull: bool = False,
        band: str | None = None,
        slopes: Sequence[float] = (),
        thresholds: bool = False,
        best: bool = False,
        area: bool = False,
        corners: bool = False,
        crossings: bool = False,
    ) -> None:
        if band is not None and band not in BANDS:
            raise ParameterError(f"band={band!r}: pass one of {', '.join(map(repr, BANDS))}, or None")
        if any(not slope > 0 for slope in slopes):
            raise ParameterError(f"slopes={list(slopes)!r}: iso-performance lines have slopes above 0")
        named = name_curves(curves)
        self.curves = {name: each for name, each in named.items() if isinstance(each, RocCurve)}
        self.points = {name: each for name, each in named.items() if not isinstance(each, RocCurve)}
        self.hull = hull_of(named) if hull or slopes else None
        self.has_hull, self.slopes, self.thresholds = hull, tuple(slopes), thresholds
        self.best, self.area, self.corners = best, area, corners
        self.crossings = _crossings(list(self.curves.values())) if crossings else np.empty((0, 2))
        self.bands: dict[str, Band] = (
            {name: BANDS[band](each) for name, each in self.curves.items()} if band else {}
        )

    @classmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curve of each."""
        curves = {
            each.name: roc_curve(each.positive, each.score, each.weight, group=each.group, name=each.name)
            for each in rows
        }
        return cls(curves, **options)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart, with their convex hull and an iso-performance line."""
        from gnomon.plotting.experiments.examples import example_predictions

        predictions = [example_predictions(name) for name in ("GaussianNB", "DecisionStump")]
        return cls.from_predictions(predictions, hull=True, slopes=[0.5], best=True)

    def frame(self) -> pd.DataFrame:
        """One row per point of a curve, single point, or vertex of the hull."""
        import pandas as pd

        columns = ["curve", "threshold", "fpr", "tpr"]
        parts = [each.frame().assign(curve=name)[columns] for name, each in self.curves.items()]
        if self.points:
            alone = [(name, np.nan, *point) for name, point in self.points.items()]
            parts.append(pd.DataFrame(alone, columns=columns))
        if self.has_hull and self.hull is not None:
            parts.append(self.hull.frame().assign(curve="hull")[columns])
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves from (0, 0) to (1, 1), and the chance diagonal."""
        set_roc_axes(ax, self.theme)
        for number, (name, curve) in enumerate(self.curves.items()):
            self._draw_curve(ax, number, name, curve)
        self._draw_points(ax)
        if self.hull is not None:
            self._draw_hull(ax, self.hull)
        if self.corners:
            mark_corners(ax, self.theme)
        legend_of_curves(ax, "lower right", "area under the curve" if self.curves else None)

    def alt(self) -> str:
        """The area under each curve, and the points."""
        parts = [f"{shown(name)} with area {each.auc:.3f}" for name, each in self.curves.items()]
        parts += [f"{shown(name)} at ({x:.2f}, {y:.2f})" for name, (x, y) in self.points.items()]
        hull = f"; their convex hull has area {self.hull.area:.3f}" if self.hull and self.has_hull else ""
        return f"ROC curves, true against false positive rate: {', '.join(parts)}{hull}."

    def _draw_curve(self, ax: Axes, number: int, name: str, curve: RocCurve) -> None:
        color, lean = self.theme.color(number), curve.thinned()
        x, y = simplified(lean.fpr, lean.tpr)
        if self.area:
            ax.fill_between(x, y, color=color, alpha=0.15, lw=0)
        if name in self.bands:
            band = self.bands[name]
            ax.fill_between(band.fpr, band.lower, band.upper, color=color, alpha=0.18, lw=0)
        dash = self.theme.dash(number + number // 8)
        ax.plot(x, y, color=color, ls=dash, label=f"{shown(name, 28)}, {curve.auc:.3f}", zorder=2.5)
        if self.best:
            x0, y0 = curve.rates_at(curve.best_threshold())
            ax.plot(x0, y0, marker="o", ms=9, mfc="none", mec=color, mew=1.4, ls="none", zorder=4)
        if self.thresholds:
            self._write_thresholds(ax, curve, color)

    def _draw_points(self, ax: Axes) -> None:
        for number, (name, point) in enumerate(self.points.items(), len(self.curves)):
            color, marker = self.theme.color(number), self.theme.marker(number)
            ax.plot(*point, marker=marker, ls="none", color=color, label=shown(name, 28), clip_on=False)
        if len(self.crossings):
            style: dict[str, Any] = {"ls": "none", "marker": "D", "ms": 7, "mfc": "none"}
            ax.plot(*self.crossings.T, mec=self.theme.ink, label="crossing", zorder=4, **style)

    def _draw_hull(self, ax: Axes, hull: Hull) -> None:
        if self.has_hull:
            style: dict[str, Any] = {"lw": 1.0, "ls": self.theme.dash(3), "marker": "."}
            label = f"hull, {hull.area:.3f}"
            ax.plot(hull.fpr, hull.tpr, color=self.theme.ink, label=label, zorder=3, **style)
        for slope in self.slopes:
            iso_line(ax, self.theme, hull, slope)

    def _write_thresholds(self, ax: Axes, curve: RocCurve, color: str) -> None:
        n_points = len(curve.threshold)
        positions = np.unique(np.linspace(0, n_points - 1, min(n_points, _MAX_LABELS)).round().astype(int))
        ax.plot(curve.fpr[positions], curve.tpr[positions], marker=".", ls="none", color=color)
        for place in positions:
            at = curve.fpr[place], curve.tpr[place]
            word = "∞" if np.isinf(curve.threshold[place]) else f"{curve.threshold[place]:.3g}"
            ax.annotate(word, at, (3, -8), textcoords="offset points", fontsize=6.5, color=self.theme.soft)


def _crossings(curves: list[RocCurve]) -> Floats:
    """Where any two of the curves cross, as points (fpr, tpr)."""
    pairs = [(one, other) for place, one in enumerate(curves) for other in curves[place + 1 :]]
    points = [crossings_of(one, other).points.reshape(-1, 2) for one, other in pairs]
    return np.concatenate(points) if points else np.empty((0, 2))


displays.add(
    "RocCurveDisplay",
    RocCurveDisplay,
    "ROC curve: true against false positive rate, with convex hull, bands and iso-performance lines",
)
