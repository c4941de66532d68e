"""Scatter plot of a clustering: rows of two features, marked by cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import plane_of
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClusterLabelsDisplay(Display):
    """Scatter plot of rows of two features, marked by cluster.

    X: rows of two features. labels: the cluster of each. centers: cluster centers, marked by stars.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ClusterLabelsDisplay([[0.0, 0.0], [1.0, 1.0]], [0, 1]).frame()["cluster"].tolist()
    [0, 1]
    """

    size = (4.0, 3.6)

    def __init__(self, X: Any, labels: Any, centers: Any = None) -> None:
        self.points, self.names = plane_of(X)
        self.labels: Integers = np.unique(np.asarray(labels), return_inverse=True)[1]
        if self.labels.shape != (len(self.points),):
            raise ParameterError(
                f"labels of shape {self.labels.shape} for {len(self.points)} rows; pass one label per row"
            )
        self.centers: Floats | None = None if centers is None else np.asarray(centers, dtype=float)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any) -> Self:
        """Plot a fitted clusterer, with its cluster centers if it has any."""
        return cls(X, estimator.labels_, getattr(estimator, "cluster_centers_", None))

    @classmethod
    def example(cls) -> Self:
        """k-means on a ring around a disc."""
        points = ring_and_disc(160)
        return cls.from_estimator(KMeans(2).fit(points), points)

    def frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        return pd.DataFrame(self.points, columns=list(self.names)).assign(cluster=self.labels)

    def draw(self, ax: Axes) -> None:
        """Points and centers."""
        draw_points(ax, self.theme, self.points, self.labels, size=14)
        if self.centers is not None:
            ax.scatter(
                self.centers[:, 0],
                self.centers[:, 1],
                s=130,
                marker="*",
                color=self.theme.ink,
                edgecolor=self.theme.paper,
                zorder=3,
            )
        ax.grid(visible=True)
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]), aspect="equal")

    def alt(self) -> str:
        """The sizes of the clusters."""
        sizes = ", ".join(map(str, np.bincount(self.labels)))
        return f"{len(self.points)} points in clusters of sizes {sizes}.{left_out(len(self.points))}"


def ring_and_disc(n_rows: int) -> Floats:
    """A ring around a disc, for examples.

    >>> ring_and_disc(10).shape
    (10, 2)
    """
    random = np.random.default_rng(0)
    angle = random.uniform(0, 2 * np.pi, n_rows)
    inside = np.arange(n_rows) < n_rows // 2
    radius = np.where(inside, random.normal(0, 0.35, n_rows), random.normal(3, 0.15, n_rows))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


displays.add("ClusterLabelsDisplay", ClusterLabelsDisplay, "scatter plot of rows by cluster")
