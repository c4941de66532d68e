"""Principal plane of rows of three features: the plane of maximum variance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.projections.pca import PCA
from gnomon.plotting.display import Display
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd


class PrincipalPlaneDisplay(Display):
    """Rows of three features, and their principal plane (of maximum variance).

    X: rows of three features.

    Examples
    --------
    >>> import gnomon as gn
    >>> round(gn.plotting.PrincipalPlaneDisplay.example().explained_variance_ratio, 3)
    0.995
    """

    size = (4.6, 4.0)
    projection = "3d"

    def __init__(self, X: Any) -> None:
        self.points = np.asarray(X, dtype=float)
        if self.points.ndim != 2 or self.points.shape[1] != 3 or not np.isfinite(self.points).all():
            raise DataError(
                f"X of shape {self.points.shape}: this plot needs three columns of finite numbers"
            )
        self.pca = PCA(2).fit(self.points)
        self.explained_variance_ratio = float(self.pca.explained_variance_ratio_.sum())

    @classmethod
    def example(cls) -> Self:
        """Rows near a tilted plane."""
        random = np.random.default_rng(0)
        flat = random.uniform(-2, 2, (80, 2))
        height = 0.5 * flat[:, 0] - 0.4 * flat[:, 1] + random.normal(0, 0.15, len(flat))
        return cls(np.column_stack([flat, height]))

    def frame(self) -> pd.DataFrame:
        """One row per point, with its coordinates in the plane."""
        import pandas as pd

        table = np.column_stack([self.points, self.pca.transform(self.points)])
        return pd.DataFrame(table, columns=["x", "y", "z", "first", "second"])

    def draw(self, ax: Any) -> None:
        """The plane, and the points."""
        from matplotlib.colors import to_rgba

        extent = np.abs(self.pca.transform(self.points)).max(axis=0)
        corners = self.pca.inverse_transform(np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * extent)
        x, y, z = corners.reshape(2, 2, 3).transpose(2, 0, 1)
        ax.plot_surface(x, y, z, color=self.theme.color(1), alpha=0.25, linewidth=0)
        note_left_out(ax, self.theme, len(self.points))
        rows = sample_of(len(self.points))
        ax.scatter(
            *self.points[rows].T,
            s=12,
            color=self.theme.color(0),
            depthshade=False,
            rasterized=len(rows) > MAX_SHAPES,
        )
        ax.set(xlabel="x₁", ylabel="x₂", zlabel="x₃")
        ax.set_box_aspect(None, zoom=0.85)
        for axis in (ax.xaxis, ax.yaxis, ax.zaxis):
            axis.set_pane_color(to_rgba(self.theme.wash))

    def alt(self) -> str:
        """The explained variance of the plane."""
        n_rows = len(self.points)
        return (
            f"{n_rows} points in space; the principal plane explains {self.explained_variance_ratio:.1%} "
            f"of their variance.{left_out(n_rows)}"
        )


displays.add("PrincipalPlaneDisplay", PrincipalPlaneDisplay, "principal plane of rows of three features")
