"""Orthogonal projection of rows of two features onto a line, with the variance along it."""

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

MAX_SEGMENTS = 150


class ProjectionDisplay(Display):
    """Orthogonal projection of rows onto a line through their mean, with the explained variance.

    X: rows of two features. direction: of the line. y: classes, or None.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.ProjectionDisplay([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], [1.0, 0.0])
    >>> display.variance, display.explained_variance_ratio
    (1.0, 0.8)
    """

    size = (4.4, 3.8)

    def __init__(self, X: Any, direction: Any, y: Any = None) -> None:
        self.points, self.names = plane_of(X)
        self.direction = np.asarray(direction, dtype=float).reshape(-1)
        if self.direction.shape != (2,) or not np.any(self.direction):
            raise DataError(
                f"direction={direction!r} is no direction in the plane; pass two numbers, not both 0"
            )
        self.direction = self.direction / np.linalg.norm(self.direction)
        projection = project_onto(self.points, self.direction[:, None])
        self.coordinates = projection.coordinates[:, 0]
        self.variance = float(projection.variance[0])
        self.explained_variance_ratio = float(projection.share[0])
        self.codes: Integers | None = None
        self.classes: Any = ()
        if y is not None:
            self.codes, self.classes = codes_of(y, len(self.points))

    @classmethod
    def from_rows(cls, X: Any, y: Any = None) -> Self:
        """Project onto the first principal component."""
        return cls(X, PCA(1).fit(plane_of(X)[0]).components_[0], y)

    @classmethod
    def of_curve(cls, n_rows: int = 60) -> Self:
        """Rows along a curve, on which linear projection fails."""
        angle, random = np.linspace(0, np.pi, n_rows), np.random.default_rng(0)
        curve = np.column_stack([2 * np.cos(angle), 2 * np.sin(angle)])
        return cls.from_rows(curve + random.normal(0, 0.06, curve.shape))

    @classmethod
    def of_classes(cls, n_rows: int = 80) -> Self:
        """Two classes that overlap on the direction of maximum variance."""
        random, codes = np.random.default_rng(0), np.arange(n_rows) % 2
        points = np.column_stack([random.normal(0, 2, n_rows), random.normal(0, 0.4, n_rows) + 2 * codes])
        return cls.from_rows(points, np.where(codes == 1, "upper", "lower"))

    @classmethod
    def example(cls) -> Self:
        """An elongated cloud."""
        random = np.random.default_rng(0)
        return cls.from_rows(random.multivariate_normal([2, 1], [[3.0, 1.6], [1.6, 1.4]], 40))

    def frame(self) -> pd.DataFrame:
        """One row per point, with its coordinate on the line and its projection."""
        import pandas as pd

        projected = self._projected()
        return pd.DataFrame(
            {
                self.names[0]: self.points[:, 0],
                self.names[1]: self.points[:, 1],
                "coordinate": self.coordinates,
                "projected x": projected[:, 0],
                "projected y": projected[:, 1],
            }
        )

    def draw(self, ax: Axes) -> None:
        """The line, the points, their projections and the segments between them."""
        projected, rows = self._projected(), sample_of(len(self.points))
        ends = self.points.mean(axis=0) + np.outer(_wider(self.coordinates), self.direction)
        ax.plot(*ends.T, color=self.theme.ink, linewidth=1)
        for row in rows[:MAX_SEGMENTS]:
            ax.plot(
                *np.array([self.points[row], projected[row]]).T,
                color=self.theme.soft,
                linewidth=0.5,
                alpha=0.5,
                zorder=1,
            )
        draw_points(ax, self.theme, self.points, self.codes, self.classes)
        draw_points(ax, self.theme, projected, self.codes, size=10)
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        ax.set_aspect("equal", adjustable="datalim")
        ax.set_title(f"variance {self.variance:.3g} ({self.explained_variance_ratio:.0%} explained)")
        if self.codes is not None:
            ax.legend(loc="best")

    def alt(self) -> str:
        """The direction and the variance along it."""
        direction = f"({self.direction[0]:.2f}, {self.direction[1]:.2f})"
        text = f"{len(self.points)} points projected onto a line in direction {direction}"
        explained = f"variance {self.variance:.3g}, {self.explained_variance_ratio:.0%} of the total"
        return f"{text}, {explained}.{left_out(len(self.points))}"

    def _projected(self) -> Any:
        centered = self.coordinates - self.coordinates.mean()
        return self.points.mean(axis=0) + np.outer(centered, self.direction)


def _wider(coordinates: Any) -> Any:
    """The ends of the line: beyond the outermost projections."""
    centered = coordinates - coordinates.mean()
    padding = 0.12 * float(np.ptp(centered))
    return np.array([centered.min() - padding, centered.max() + padding])


displays.add(
    "ProjectionDisplay",
    ProjectionDisplay,
    "orthogonal projection of rows onto a line, with the explained variance",
)
