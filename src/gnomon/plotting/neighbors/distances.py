"""Euclidean, Manhattan and Chebyshev distance between two points of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.spatial import distance

from gnomon.errors import DataError
from gnomon.plotting.class_marks import legend_beside
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class DistanceGeometryDisplay(Display):
    """Euclidean, Manhattan (city block) and Chebyshev distance between pairs of points of the plane.

    pairs: array of shape (pairs, 2 points, 2 features), or one pair (2, 2). names: of the features.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.DistanceGeometryDisplay([[0, 0], [3, 4]]).frame().iloc[0, 5:].tolist()
    [5.0, 7.0, 4.0]
    """

    size = (5.4, 3.6)

    def __init__(self, pairs: Any, names: tuple[str, str] = ("x₁", "x₂")) -> None:
        points = np.asarray(pairs, dtype=np.float64)
        self.pairs = points[None] if points.ndim == 2 else points
        if self.pairs.ndim != 3 or self.pairs.shape[1:] != (2, 2) or not np.isfinite(self.pairs).all():
            raise DataError(
                f"pairs of shape {points.shape}: pass finite values of shape (pairs, 2, 2): two points "
                "of 2 columns each"
            )
        self.names = names

    @classmethod
    def example(cls) -> Self:
        """The right triangle of 3, 4 and 5."""
        return cls([[0, 0], [4, 3]])

    def frame(self) -> pd.DataFrame:
        """One row per pair: both points and the three distances."""
        import pandas as pd

        lines = [
            (index, *p, *q, distance.euclidean(p, q), distance.cityblock(p, q), distance.chebyshev(p, q))
            for index, (p, q) in enumerate(self.pairs)
        ]
        names = ["pair", "p1", "p2", "q1", "q2", "euclidean", "manhattan", "chebyshev"]
        return pd.DataFrame(lines, columns=names)

    def draw(self, ax: Axes) -> None:
        """For each pair the line segment, the path along both axes, and its longer leg."""
        lines: Any = self.frame().itertuples(index=False)
        for line in lines:
            self._draw_pair(ax, line, first=line.pair == 0)
        ax.set(xlabel=self.names[0], ylabel=self.names[1])
        ax.set_aspect("equal", adjustable="datalim")
        ax.margins(0.15)
        legend_beside(ax)

    def alt(self) -> str:
        """The distances of each pair."""
        pairs = "; ".join(
            f"({line.p1:g}, {line.p2:g}) to ({line.q1:g}, {line.q2:g}) is at Euclidean {line.euclidean:.4g}, "
            f"Manhattan {line.manhattan:.4g}, Chebyshev {line.chebyshev:.4g}"
            for line in self.frame().head(12).itertuples()
        )
        return f"Distances between points: {pairs}."

    def _draw_pair(self, ax: Axes, line: Any, first: bool) -> None:
        p, q = np.array([line.p1, line.p2]), np.array([line.q1, line.q2])
        corner = np.array([q[0], p[1]])
        longer = [p, corner] if abs(q[0] - p[0]) >= abs(q[1] - p[1]) else [corner, q]
        paths = [
            ("Manhattan", line.manhattan, [p, corner, q], 1, 1.6),
            ("Chebyshev", line.chebyshev, longer, 2, 4.0),
            ("Euclidean", line.euclidean, [p, q], 0, 1.8),
        ]
        for number, (name, value, path, color, width) in enumerate(paths):
            label = f"{name} = {value:.4g}" if len(self.pairs) == 1 else name
            ax.plot(
                *np.array(path).T,
                color=self.theme.color(color),
                linestyle=self.theme.dash(number),
                linewidth=width,
                alpha=0.5 if name == "Chebyshev" else 1.0,
                label=label if first else None,
            )
        ax.scatter([p[0], q[0]], [p[1], q[1]], s=28, color=self.theme.ink, zorder=3)
        for point, other, name in ((p, q, "p"), (q, p, "q")):
            across, up = 8 * np.sign(point - other)
            offset: dict[str, Any] = {"xytext": (across, up or 8.0), "textcoords": "offset points"}
            ax.annotate(name, (point[0], point[1]), ha="center", va="center", fontsize=8, **offset)


displays.add(
    "DistanceGeometryDisplay",
    DistanceGeometryDisplay,
    "Euclidean, Manhattan and Chebyshev distance between two points",
)
