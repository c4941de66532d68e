"""Principal axes of rows of two features, drawn as arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.learners.projections.pca import PCA
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import plane_of
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd


class PrincipalAxesDisplay(Display):
    """Rows of two features, with an arrow of two standard deviations along each principal axis.

    X: rows of two features.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.PrincipalAxesDisplay([[0.0, 0.0], [2.0, 2.0], [4.0, 4.1]]).frame().shape
    (2, 5)
    """

    size = (4.4, 3.8)

    def __init__(self, X: Any) -> None:
        self.points, self.names = plane_of(X)
        self.pca = PCA().fit(self.points)

    @classmethod
    def of_two_clouds(cls) -> Self:
        """Two clouds: the first principal axis joins them."""
        random = np.random.default_rng(0)
        return cls(np.vstack([random.normal([0, 0], 0.7, (40, 2)), random.normal([4, 2.5], 0.7, (40, 2))]))

    @classmethod
    def example(cls) -> Self:
        """An elongated cloud."""
        random = np.random.default_rng(0)
        return cls(random.multivariate_normal([2, 1], [[3.0, 1.6], [1.6, 1.4]], 80))

    def frame(self) -> pd.DataFrame:
        """One row per axis: start and end of its arrow, and the variance along it."""
        import pandas as pd

        variance = self.pca.explained_variance_
        tips = self.points.mean(axis=0) + 2 * np.sqrt(variance)[:, None] * self.pca.components_
        start = np.tile(self.points.mean(axis=0), (len(tips), 1))
        table = np.column_stack([start, tips, variance])
        return pd.DataFrame(table, columns=["x", "y", "to x", "to y", "variance"])

    def draw(self, ax: Any) -> None:
        """Points, and arrows from their mean."""
        draw_points(ax, self.theme, self.points)
        for number, row in enumerate(self.frame().to_dict("records")):
            ax.annotate(
                "",
                (row["to x"], row["to y"]),
                (row["x"], row["y"]),
                arrowprops={"arrowstyle": "-|>", "color": self.theme.color(number), "lw": 2},
                zorder=3,
            )
            ax.update_datalim([(row["to x"], row["to y"])])
            ax.annotate(
                f" {number + 1}: variance {row['variance']:.3g}",
                (row["to x"], row["to y"]),
                fontsize=8,
                xytext=(0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                bbox=self.theme.plate,
                zorder=4,
            )
        ax.autoscale_view()
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        ax.set_aspect("equal", adjustable="datalim")

    def alt(self) -> str:
        """The variances along the axes."""
        parts = " and ".join(f"{value:.3g}" for value in self.pca.explained_variance_)
        n_rows = len(self.points)
        return f"{n_rows} points with principal axes of variance {parts}.{left_out(n_rows)}"


displays.add("PrincipalAxesDisplay", PrincipalAxesDisplay, "principal axes of rows of two features")
