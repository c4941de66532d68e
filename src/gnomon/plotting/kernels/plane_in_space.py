"""Rows of three features and a separating plane, in a 3D scatter plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.lifts.feature_map import lifted
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.plotting.class_marks import class_sizes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.thinning import MAX_SHAPES, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class PlaneInSpaceDisplay(Display):
    """3D scatter plot of rows by class, and the decision boundary of a linear classifier, a plane.

    points, labels: rows of three features, and their classes. plane: w·x + b = 0. names: of the features.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.PlaneInSpaceDisplay.example().frame().columns.tolist()
    ['x1', 'x2', 'x3', 'class', 'score']
    """

    size = (5.0, 4.0)
    projection = "3d"
    legend = True

    def __init__(
        self, points: Any, labels: Any, plane: Hyperplane, names: Sequence[str] = ("x₁", "x₂", "x₃")
    ) -> None:
        self.points, self.labels = np.asarray(points, dtype=np.float64), np.asarray(labels)
        if self.points.ndim != 2 or self.points.shape[1] != 3 or len(self.points) != len(self.labels):
            raise DataError(
                f"points of shape {self.points.shape} and {len(self.labels)} labels: pass rows of 3 columns, "
                "and one label per row"
            )
        if len(plane.w) != 3:
            raise DataError(f"the plane has {len(plane.w)} coefficients; it needs 3, one per column")
        self.plane, self.names = plane, tuple(names)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, names: Sequence[str] = ("x₁", "x₂", "x₃")
    ) -> Self:
        """Plot the decision boundary of a fitted binary linear classifier of three features."""
        return cls(X, y, Hyperplane.of(estimator), names)

    @classmethod
    def from_feature_map(
        cls, X: Any, y: Any, phi: Callable[[Floats], Any], *, names: Sequence[str] = ("φ₁", "φ₂", "φ₃")
    ) -> Self:
        """Plot rows mapped to three features by phi, and a hard-margin SVM there."""
        from gnomon.learners.kernel.svc import SVC

        after = lifted(phi, np.asarray(X, dtype=np.float64))
        return cls.from_estimator(
            SVC(kernel="linear", C=1e3, random_state=None).fit(after, y), after, y, names=names
        )

    @classmethod
    def example(cls) -> Self:
        """Two concentric rings, with the squared distance from the center as third feature."""
        from gnomon.data.generate import make_rings

        task = make_rings(80, noise=0.1, random_state=0)
        return cls.from_feature_map(
            task.X,
            task.y,
            lambda X: np.column_stack([X, (X**2).sum(axis=1)]),
            names=("x₁", "x₂", "x₁² + x₂²"),
        )

    def frame(self) -> pd.DataFrame:
        """One row per data row: its features, class, and score."""
        import pandas as pd

        table = pd.DataFrame(self.points, columns=["x1", "x2", "x3"])
        return table.assign(**{"class": self.labels, "score": self.plane.score(self.points)})

    def draw(self, ax: Axes) -> None:
        """The rows, and the plane within their bounding box."""
        space: Any = ax
        rows = sample_of(len(self.points))
        for number, label in enumerate(np.unique(self.labels)):
            at = self.points[rows][self.labels[rows] == label]
            space.scatter(
                *at.T,
                s=20,
                linewidth=0,
                marker=self.theme.marker(number),
                color=self.theme.color(number),
                depthshade=False,
                label=shown(label),
                rasterized=len(rows) > MAX_SHAPES,
            )
        note_left_out(ax, self.theme, len(self.points))
        space.plot_surface(*self._surface(), color=self.theme.soft, alpha=0.3, linewidth=0)
        for axis, name in zip((space.xaxis, space.yaxis, space.zaxis), self.names):
            axis.set_label_text(shown(name))
            axis.set_pane_color(self.theme.wash)
        space.set(zlim=(self.points[:, 2].min(), self.points[:, 2].max()))
        space.locator_params(nbins=5)
        space.view_init(elev=18, azim=-60)
        # The label of the third axis lies outside the box, where the layout does not see it.
        space.set_box_aspect(None, zoom=0.85)
        if self.legend:
            space.legend(loc="upper left")

    def alt(self) -> str:
        """The rows, and the number of errors."""
        second = np.unique(self.labels)[-1]
        wrong = int(np.sum((self.plane.score(self.points) > 0) != (self.labels == second)))
        return f"{class_sizes(self.labels)} in three dimensions and a plane; {wrong} on its wrong side."

    def _surface(self) -> list[Floats]:
        """The plane over the bounding box of the rows, solved for the feature of largest coefficient."""
        solved = int(np.argmax(np.abs(self.plane.w)))
        others = [column for column in range(3) if column != solved]
        edges = [np.linspace(self.points[:, c].min(), self.points[:, c].max(), 2) for c in others]
        first, second = np.meshgrid(*edges)
        rest = self.plane.w[others[0]] * first + self.plane.w[others[1]] * second + self.plane.b
        parts: list[Floats] = [first, second]
        parts.insert(solved, -rest / self.plane.w[solved])
        return parts


displays.add(
    "PlaneInSpaceDisplay",
    PlaneInSpaceDisplay,
    "3D scatter plot with the decision boundary of a linear classifier",
)
