"""Iterations of kernel k-means on non-convex clusters, beside the result of k-means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon.learners.clusters.kmeans import KMeans
from gnomon.plotting.clusters.cluster_labels import ClusterLabelsDisplay, ring_and_disc
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class KernelKMeansFramesDisplay(Panels):
    """Result of k-means, and kernel k-means after selected iterations.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.KernelKMeansFramesDisplay.example().titles[0]
    'k-means'
    """

    panel_size = (2.3, 2.5)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, iterations: Sequence[int] = (1, 5, 10, 30)) -> Self:
        """Run k-means and a `KernelKMeans` on rows of two features, and plot these iterations."""
        points, _ = plane_of(X)
        trace = estimator.trace(points)
        last = int(trace["step"].max())
        drawn = sorted({min(iteration, last) for iteration in iterations})
        plain = KMeans(estimator.n_clusters).fit(points)
        parts: list[ClusterLabelsDisplay] = [_Frame(points, plain.labels_, plain.cluster_centers_)]
        parts += [_Frame(points, trace.loc[trace["step"] == iteration, "cluster"]) for iteration in drawn]
        return cls(parts, ["k-means", *(f"kernel, iteration {iteration}" for iteration in drawn)], columns=5)

    @classmethod
    def example(cls) -> Self:
        """A ring around a disc."""
        from gnomon.learners.clusters.kernel_kmeans import KernelKMeans

        return cls.from_estimator(KernelKMeans(2, gamma=0.3), ring_and_disc(140), (1, 2, 5, 30))


class _Frame(ClusterLabelsDisplay):
    def draw(self, ax: Axes) -> None:
        super().draw(ax)
        ax.grid(visible=False)
        ax.set(xticks=[], yticks=[], xlabel="", ylabel="")


displays.add("KernelKMeansFramesDisplay", KernelKMeansFramesDisplay, "iterations of kernel k-means")
