"""Calibration map: calibrated probability of a class against the value of a feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.features.calibrate_logistic import LogisticMap
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class CalibrationMapDisplay(Display):
    """Calibration map from values to calibrated probabilities: steps if isotonic, a sigmoid if logistic.

    x, y: a feature and its two classes. maps: for each calibration its probabilities at `values`. target:
    class of the probabilities; None for the second. normals: for a logistic map the means of both classes and
    their common standard deviation, drawn as densities below it.

    Examples
    --------
    >>> import gnomon as gn
    >>> x, y = [1.0, 2.0, 3.0, 4.0], [0, 0, 1, 1]
    >>> display = gn.plotting.CalibrationMapDisplay.from_estimators(
    ...     {"isotonic": gn.CalibrateIsotonic()}, x, y
    ... )
    >>> bool(display.frame()["isotonic"].is_monotonic_increasing)
    True
    """

    def __init__(
        self,
        values: Any,
        maps: Mapping[str, Any],
        x: Any,
        y: Any,
        *,
        name: str = "x",
        target: Any = None,
        normals: tuple[float, float, float] | None = None,
    ) -> None:
        self.values: Floats = np.asarray(values, dtype=float)
        self.maps = {str(key): np.asarray(each, dtype=float) for key, each in maps.items()}
        self.x: Floats = np.asarray(x, dtype=float).reshape(-1)
        self.codes, self.classes = codes_of(y, len(self.x))
        self.name, self.normals = name, normals
        if len(self.classes) != 2:
            raise DataError(f"a calibration map needs two classes; y has {len(self.classes)}")
        self.target = self.classes[1] if target is None else target

    @classmethod
    def from_estimators(cls, calibrations: Mapping[str, Any], x: Any, y: Any, *, name: str = "x") -> Self:
        """Fit calibrations, by name, on the feature."""
        column: Floats = np.asarray(x, dtype=float).reshape(-1, 1)
        return cls._of({key: each.fit(column, y) for key, each in calibrations.items()}, x, y, name)

    @classmethod
    def from_estimator(cls, estimator: Any, x: Any, y: Any, *, name: str = "x") -> Self:
        """Plot a calibration fitted on this column."""
        check_is_fitted(estimator)
        return cls._of({type(estimator).__name__: estimator}, x, y, name)

    @classmethod
    def example(cls) -> Self:
        """Heart disease against the maximum heart rate."""
        from gnomon.data.sets import load
        from gnomon.features.calibrate_isotonic import CalibrateIsotonic
        from gnomon.features.calibrate_logistic import CalibrateLogistic

        heart: Any = load("heart")
        column = heart.feature_names.index("max_heart_rate")
        made = {"isotonic": CalibrateIsotonic(), "logistic": CalibrateLogistic()}
        return cls.from_estimators(made, heart.encoded[:, column], heart.y, name=heart.feature_names[column])

    def frame(self) -> pd.DataFrame:
        """One row per value."""
        import pandas as pd

        return pd.DataFrame({self.name: self.values, **self.maps})

    def draw(self, ax: Axes) -> None:
        """Maps, the rows of the classes above and below, and the class densities of a logistic map."""
        for number, (key, probabilities) in enumerate(self.maps.items()):
            ax.plot(
                self.values,
                probabilities,
                color=self.theme.color(number + 2),
                linestyle=self.theme.dash(number),
                label=shown(key, 24),
            )
        note_left_out(ax, self.theme, len(self.x))
        rows = sample_of(len(self.x))
        target = int(np.flatnonzero(self.classes == self.target)[0])
        for code, height in ((1 - target, -0.05), (target, 1.05)):
            at = self.x[rows][self.codes[rows] == code]
            ax.scatter(
                at,
                np.full(len(at), height),
                s=12,
                marker="|",
                color=self.theme.color(code),
                linewidth=0.7,
                label=f"rows of {shown(self.classes[code], 16)}",
                rasterized=len(rows) > MAX_SHAPES,
            )
        if self.normals is not None:
            self._draw_normals(ax, self.normals, (1 - target, target))
        ax.set(xlabel=shown(self.name), ylabel=f"calibrated P({shown(self.target, 16)})", ylim=(-0.1, 1.1))
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    def alt(self) -> str:
        """The range of each map, and the sensitivity d' of a logistic one."""
        parts = [
            f"{shown(key, 24)} from {probabilities[0]:.2f} to {probabilities[-1]:.2f}"
            for key, probabilities in self.maps.items()
        ]
        if self.normals is not None:
            low, high, deviation = self.normals
            parts.append(f"midpoint {(low + high) / 2:.4g}, d' {(high - low) / deviation:.3g}")
        return (
            f"Calibrated probability against {shown(self.name)}: {', '.join(parts)}.{left_out(len(self.x))}"
        )

    @classmethod
    def _of(cls, fitted: Mapping[str, Any], x: Any, y: Any, name: str) -> Self:
        column: Floats = np.asarray(x, dtype=float).reshape(-1)
        padding = 0.08 * float(np.ptp(column)) or 1.0
        values = np.linspace(column.min() - padding, column.max() + padding, 401)
        maps = {key: np.asarray(each.transform(values[:, None]))[:, 0] for key, each in fitted.items()}
        first = [each.maps_[0] for each in fitted.values() if isinstance(each.maps_[0], LogisticMap)]
        normals = (first[0].negative_mean, first[0].positive_mean, first[0].sigma) if first else None
        if normals is not None and not normals[2] > 0:
            normals = None
        target = next(iter(fitted.values())).targets_[0]
        return cls(values, maps, x, y, name=name, target=target, normals=normals)

    def _draw_normals(self, ax: Axes, normals: tuple[float, float, float], codes: tuple[int, int]) -> None:
        for mean, code in zip(normals[:2], codes):
            # Not to scale: a quarter of the height of the axes.
            height = 0.25 * np.exp(-(((self.values - mean) / normals[2]) ** 2) / 2)
            ax.fill_between(self.values, height, color=self.theme.color(code), alpha=0.18, linewidth=0)
        ax.axvline(
            (normals[0] + normals[1]) / 2, color=self.theme.soft, linewidth=0.7, linestyle=self.theme.dash(2)
        )


displays.add(
    "CalibrationMapDisplay",
    CalibrationMapDisplay,
    "calibration map: calibrated probability against a feature",
)
