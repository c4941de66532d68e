"""Iterations of k-means (Lloyd's algorithm): assignment and update steps, one panel each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.clusters.trace import Trace
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class KMeansFramesDisplay(Panels):
    """Assignment and update steps of k-means from one initialization; titles show the inertia.

    Examples
    --------
    >>> import gnomon as gn
    >>> X = [[0.0, 0.0], [1.0, 0.0], [8.0, 0.0], [9.0, 0.0]]
    >>> display = gn.plotting.KMeansFramesDisplay.from_estimator(gn.KMeans(2, init=X[:2]), X, max_panels=4)
    >>> display.titles
    ['1 assign: 113', '1 update: 38', '2 assign: 14', '3 update: 1']
    """

    panel_size = (2.4, 2.3)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, *, max_panels: int = 8) -> Self:
        """Run a `KMeans` on rows of two features, from its first initialization."""
        return cls.from_trace(estimator.trace(plane_of(X)[0]), X, max_panels=max_panels)

    @classmethod
    def from_trace(cls, trace: Trace, X: Any, *, max_panels: int = 8) -> Self:
        """Plot a trace; of more than max_panels steps the first ones and the last are drawn."""
        points, _ = plane_of(X)
        if max_panels < 1:
            raise ParameterError(f"max_panels={max_panels}: it must be at least 1")
        n = len(trace.half)
        drawn = list(range(n)) if n <= max_panels else [*range(max_panels - 1), n - 1]
        parts = [_Frame(points, trace, at) for at in drawn]
        titles = [f"{trace.step[at]} {trace.half[at]}: {trace.objective[at]:.4g}" for at in drawn]
        return cls(parts, titles, columns=4, shared=True)

    @classmethod
    def example(cls) -> Self:
        """Three clouds, with all initial centers in one of them."""
        from gnomon.data.generate import make_blobs
        from gnomon.learners.clusters.kmeans import KMeans

        task = make_blobs(90, n_classes=3, spread=1.6, random_state=2)
        order = np.argsort(task.encoded[:, 0])
        return cls.from_estimator(KMeans(3, init=task.encoded[order[:3]]), task.encoded)


class _Frame(Display):
    def __init__(self, points: Floats, trace: Trace, at: int) -> None:
        self.points, self.trace, self.at = points, trace, at

    def frame(self) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(self.points, columns=["x", "y"]).assign(cluster=self.trace.labels[self.at])

    def draw(self, ax: Axes) -> None:
        centers, codes = self.trace.centers[self.at], np.asarray(self.trace.labels[self.at])
        draw_points(ax, self.theme, self.points, codes, size=14)
        before = self.trace.centers[max(self.at - 1, 0)]
        for code, (old, new) in enumerate(zip(before, centers)):
            if not np.allclose(old, new):
                ax.annotate("", new, old, arrowprops={"arrowstyle": "->", "color": self.theme.ink}, zorder=3)
            ax.scatter(
                new[0],
                new[1],
                s=130,
                marker="*",
                color=self.theme.color(code),
                edgecolor=self.theme.ink,
                linewidth=0.8,
                zorder=4,
            )
        ax.set(xticks=[], yticks=[])

    def alt(self) -> str:
        sizes = np.bincount(self.trace.labels[self.at], minlength=self.trace.centers.shape[1])
        return f"clusters of sizes {', '.join(map(str, sizes))}.{left_out(len(self.points))}"


displays.add("KMeansFramesDisplay", KMeansFramesDisplay, "assignment and update steps of k-means")
