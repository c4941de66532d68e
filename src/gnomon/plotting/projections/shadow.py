"""Points of the plane and their shadows on a line, with the variance that the line keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import DataError
from gnomon.learners.projections.directions import project_onto
from gnomon.learners.projections.pca import PCA
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of, plane_of
from gnomon.plotting.thinning import left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_THREADS = 150


class ShadowDisplay(Display):
    """Rows, a line through their mean, and where each falls on it.

    X: rows of two columns. direction: of the line. y: classes, or None.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.ShadowDisplay([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], [1.0, 0.0])
    >>> display.variance, display.share
    (1.0, 0.8)
    """

    size = (4.4, 3.8)

    def __init__(self, X: Any, direction: Any, y: Any = None) -> None:
        self.points, self.names = plane_of(X)
        self.direction = np.asarray(direction, dtype=float).reshape(-1)
        if self.direction.shape != (2,) or not np.any(self.direction):
            raise DataError(
                f"direction={direction!r} is no direction in the plane; give two numbers, not both 0"
            )
        self.direction = self.direction / np.linalg.norm(self.direction)
        seen = project_onto(self.points, self.direction[:, None])
        self.coordinates = seen.coordinates[:, 0]
        self.variance, self.share = float(seen.variance[0]), float(seen.share[0])
        self.codes: Integers | None = None
        self.classes: Any = ()
        if y is not None:
            self.codes, self.classes = codes_of(y, len(self.points))

    @classmethod
    def from_rows(cls, X: Any, y: Any = None) -> Self:
        """The line of most variance: the first principal component."""
        return cls(X, PCA(1).fit(plane_of(X)[0]).components_[0], y)

    @classmethod
    def of_curve(cls, n_rows: int = 60) -> Self:
        """Rows along a curve, which no line can follow."""
        turn, random = np.linspace(0, np.pi, n_rows), np.random.default_rng(0)
        curve = np.column_stack([2 * np.cos(turn), 2 * np.sin(turn)])
        return cls.from_rows(curve + random.normal(0, 0.06, curve.shape))

    @classmethod
    def of_classes(cls, n_rows: int = 80) -> Self:
        """Two classes side by side, along whose length lies most variance: their shadows mingle."""
        random, codes = np.random.default_rng(0), np.arange(n_rows) % 2
        points = np.column_stack([random.normal(0, 2, n_rows), random.normal(0, 0.4, n_rows) + 2 * codes])
        return cls.from_rows(points, np.where(codes == 1, "upper", "lower"))

    @classmethod
    def example(cls) -> Self:
        """An elongated cloud."""
        random = np.random.default_rng(0)
        return cls.from_rows(random.multivariate_normal([2, 1], [[3.0, 1.6], [1.6, 1.4]], 40))

    def frame(self) -> pd.DataFrame:
        """One row a point, with its place on the line and its shadow."""
        import pandas as pd

        falls = self._shadows()
        return pd.DataFrame(
            {
                self.names[0]: self.points[:, 0],
                self.names[1]: self.points[:, 1],
                "coordinate": self.coordinates,
                "shadow x": falls[:, 0],
                "shadow y": falls[:, 1],
            }
        )

    def draw(self, ax: Axes) -> None:
        """The line, threads to it, shadows and points."""
        falls, rows = self._shadows(), sample_of(len(self.points))
        ends = self.points.mean(axis=0) + np.outer(_wider(self.coordinates), self.direction)
        ax.plot(*ends.T, color=self.theme.ink, linewidth=1)
        for row in rows[:MOST_THREADS]:
            ax.plot(
                *np.array([self.points[row], falls[row]]).T,
                color=self.theme.soft,
                linewidth=0.5,
                alpha=0.5,
                zorder=1,
            )
        draw_points(ax, self.theme, self.points, self.codes, self.classes)
        draw_points(ax, self.theme, falls, self.codes, size=10)
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        ax.set_aspect("equal", adjustable="datalim")
        ax.set_title(f"variance {self.variance:.3g}, {self.share:.0%} of all")
        if self.codes is not None:
            ax.legend(loc="best")

    def alt(self) -> str:
        """The direction and the variance along it."""
        way = f"({self.direction[0]:.2f}, {self.direction[1]:.2f})"
        text = f"{len(self.points)} points and their shadows on a line along {way}"
        kept = f"which keeps variance {self.variance:.3g}, {self.share:.0%} of all"
        return f"{text}, {kept}.{left_out(len(self.points))}"

    def _shadows(self) -> Any:
        centered = self.coordinates - self.coordinates.mean()
        return self.points.mean(axis=0) + np.outer(centered, self.direction)


def _wider(coordinates: Any) -> Any:
    """The ends of the line: a little beyond the outermost shadows."""
    centered = coordinates - coordinates.mean()
    room = 0.12 * float(np.ptp(centered))
    return np.array([centered.min() - room, centered.max() + room])


displays.add(
    "ShadowDisplay",
    ShadowDisplay,
    "points and their shadows on a line, with the variance it keeps",
    figures=("5-F58", "5-F59", "5-F60", "6-first-component-projection", "6-curved-data", "6-pca-and-classes"),
)
