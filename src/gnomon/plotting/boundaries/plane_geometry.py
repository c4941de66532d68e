"""Geometry of a hyperplane in two dimensions: weight vector, offset, and distance of a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class PlaneGeometryDisplay(Display):
    """Hyperplane w·x = t in two dimensions with its weight vector w, offset s = t / |w|, and distance r of x.

    margin: whether to draw the lines w·x = t ± 1, at distance 2 / |w| from each other.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.PlaneGeometryDisplay(
    ...     gn.linear.Hyperplane(np.array([4.0, 4.0]), -8.0), [3.0, 3.0]
    ... )
    >>> display.frame().round(3).to_dict("list")["x1"]
    [0.0, 1.0, 3.0, 1.0]
    """

    size = (5.4, 3.6)

    def __init__(self, plane: Hyperplane, point: Any = None, *, margin: bool = False) -> None:
        if len(plane.w) != 2:
            raise DataError(f"the plane has {len(plane.w)} weights; this plot needs 2")
        self.plane, self.margin = plane, margin
        self.point = None if point is None else np.asarray(point, dtype=np.float64)

    @classmethod
    def from_estimator(cls, estimator: Any, point: Any = None, *, margin: bool = False) -> Self:
        """Plot the hyperplane of a fitted linear classifier of two features."""
        return cls(Hyperplane.of(estimator), point, margin=margin)

    @classmethod
    def example(cls) -> Self:
        """x₁ + x₂ = 2, with the point (3, 2)."""
        return cls(Hyperplane(np.array([1.0, 1.0]), -2.0), [3.0, 2.0], margin=True)

    def frame(self) -> pd.DataFrame:
        """One row per point: origin, its projection (foot), the point and its projection, with f(x)."""
        import pandas as pd

        named = {"origin": np.zeros(2), "foot": self.plane.foot}
        if self.point is not None:
            named |= {"x": self.point, "projection": self.plane.project([self.point])[0]}
        table = np.array(list(named.values()))
        return pd.DataFrame(
            {
                "point": list(named),
                "x1": table[:, 0],
                "x2": table[:, 1],
                "f": self.plane.score(table),
                "distance": self.plane.signed_distance(table),
            }
        )

    def draw(self, ax: Axes) -> None:
        """The line, the weight vector, the offset from the origin, and the point with its distance."""
        plane, theme = self.plane, self.theme
        low, high = self._limits()
        self._draw_line(ax, plane, theme.ink, "-", "w·x = t", (low, high))
        if self.margin:
            for shift, words in ((1.0, "w·x = t − 1"), (-1.0, "w·x = t + 1")):
                self._draw_line(
                    ax, Hyperplane(plane.w, plane.b + shift), theme.soft, "--", words, (low, high)
                )
        foot: Any = plane.foot
        reach: Any = foot + plane.direction * 0.22 * float(np.max(high - low))
        arrow = {"arrowstyle": "-|>", "color": theme.color(1), "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", tuple(reach), tuple(foot), arrowprops=arrow)
        ax.annotate("w", tuple(reach), (3, 3), textcoords="offset points", color=theme.color(1))
        self._join(ax, np.zeros(2), plane.foot, f"s = t/|w| = {plane.offset:.3g}", theme.color(2))
        if self.point is not None:
            foot = plane.project([self.point])[0]
            self._join(
                ax, foot, self.point, f"r = {plane.signed_distance([self.point])[0]:.3g}", theme.color(0)
            )
            ax.annotate(
                "x", (self.point[0], self.point[1]), (5, 4), textcoords="offset points", color=theme.color(0)
            )
        ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), xlabel="x₁", ylabel="x₂", aspect="equal")
        ax.axhline(0, color=theme.line, linewidth=0.8, zorder=0)
        ax.axvline(0, color=theme.line, linewidth=0.8, zorder=0)
        legend_beside(ax)

    def alt(self) -> str:
        """Weights, offset and distance."""
        w_1, w_2 = self.plane.w
        line = f"Line {w_1:.4g} x1 + {w_2:.4g} x2 = {self.plane.threshold:.4g}"
        words = f"{line}, at distance {self.plane.offset:.4g} from the origin"
        if self.point is None:
            return words + "."
        return (
            words + f"; a point at signed distance {self.plane.signed_distance([self.point])[0]:.4g} from it."
        )

    def _limits(self) -> Any:
        """Square limits that contain every point, with space for the weight vector."""
        points = self.frame()[["x1", "x2"]].to_numpy()
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        half = 0.8 * max(float(np.ptp(points, axis=0).max()), 1 / self.plane.length, 1e-9) * np.ones(2)
        return middle - half, middle + half

    def _draw_line(self, ax: Axes, plane: Hyperplane, color: str, dash: str, words: str, box: Any) -> None:
        low, high = box
        ends = plane.line().ends((low[0], high[0]), (low[1], high[1]))
        ax.plot(*ends.T, color=color, linestyle=dash, linewidth=1.4, label=words)

    def _join(self, ax: Axes, start: Any, end: Any, words: str, color: str) -> None:
        ax.plot(*np.array([start, end]).T, color=color, linestyle=":", marker="o", markersize=4, label=words)


displays.add(
    "PlaneGeometryDisplay",
    PlaneGeometryDisplay,
    "weight vector, offset and distances of a hyperplane in two dimensions",
)
