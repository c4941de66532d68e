"""Decision regions of a classifier over two features, with the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.neighbors.regions import Regions, decision_regions
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.feature_names import FeatureNamesModel
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of, plane_of
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ClassRegionsDisplay(Display):
    """Decision regions of the classes, the boundaries between them, and the rows.

    regions: result of `decision_regions`. X, y: the rows. stars: points to mark, as cluster centers.
    weight: sample weights, which scale the marks.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(50, random_state=0)
    >>> tree = gn.DecisionTreeClassifier().fit(task.X, task.y)
    >>> gn.plotting.ClassRegionsDisplay.from_estimator(tree, task.X, task.y, steps=20).frame().shape
    (400, 3)
    """

    def __init__(
        self, regions: Regions, X: Any, y: Any, *, stars: Any = None, weight: Floats | None = None
    ) -> None:
        self.regions, (self.points, self.names) = regions, plane_of(X)
        self.codes, self.classes = codes_of(y, len(self.points), regions.predicted.ravel())
        self.stars = None if stars is None else np.asarray(stars, dtype=float)
        self.weight = weight

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, steps: int = 100, **options: Any) -> Self:
        """Plot a fitted classifier of two features on a grid of steps x steps points."""
        points, _ = plane_of(X)
        return cls(decision_regions(FeatureNamesModel(estimator), points, steps=steps), X, y, **options)

    @classmethod
    def from_clusters(cls, estimator: Any, X: Any, y: Any, *, steps: int = 100) -> Self:
        """Plot a fitted `ClusterClassifier`, its cluster centers marked by stars."""
        return cls.from_estimator(estimator, X, y, steps=steps, stars=estimator.clusters_.cluster_centers_)

    @classmethod
    def example(cls) -> Self:
        """Four clusters in rows of two classes."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.clusters.cluster_classifier import ClusterClassifier

        task = make_moons(120, noise=0.15, random_state=1)
        model = ClusterClassifier(4).fit(task.X, task.y)
        return cls.from_clusters(model, task.X, task.y)

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid."""
        return self.regions.frame()

    def draw(self, ax: Axes) -> None:
        """Regions, boundaries, rows, stars."""
        grid = self.regions
        for code, label in enumerate(self.classes):
            inside = (grid.predicted == label).astype(float)
            if inside.any():
                ax.contourf(
                    grid.x1, grid.x2, inside, levels=[0.5, 1.5], colors=[self.theme.color(code)], alpha=0.2
                )
            if inside.any() and not inside.all():
                ax.contour(grid.x1, grid.x2, inside, levels=[0.5], colors=[self.theme.soft], linewidths=0.7)
        size = 18.0 if self.weight is None else 18.0 * self.weight / self.weight.mean()
        draw_points(ax, self.theme, self.points, self.codes, self.classes, size=np.maximum(size, 1.0))
        if self.stars is not None:
            ax.scatter(
                self.stars[:, 0],
                self.stars[:, 1],
                s=130,
                marker="*",
                color=self.theme.ink,
                edgecolor=self.theme.paper,
                zorder=3,
                label="center",
            )
        ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
        if len(self.classes) <= 8:
            ax.legend(
                loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handletextpad=0.2, columnspacing=1
            )

    def alt(self) -> str:
        """The areas of the regions."""
        shares = [np.mean(self.regions.predicted == label) for label in self.classes]
        parts = ", ".join(f"{shown(name, 20)} {share:.0%}" for name, share in zip(self.classes, shares))
        n_rows = len(self.points)
        return (
            f"Decision regions of {len(self.classes)} classes over {n_rows} rows: {parts}.{left_out(n_rows)}"
        )


displays.add(
    "ClassRegionsDisplay",
    ClassRegionsDisplay,
    "decision regions of the classes, with rows and cluster centers",
)
