"""Feature map: rows that are not linearly separable in input space, and are in feature space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.lifts.feature_map import lifted
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.plotting.class_marks import class_sizes, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.kernels.plane_in_space import PlaneInSpaceDisplay
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

STEPS = 201


class FeatureMapDisplay(Panels):
    """Rows in input space and in feature space, with the decision boundary of a linear classifier there.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("inner-outer")
    >>> squares = lambda X: np.column_stack([X[:, 0], X[:, 0] ** 2])
    >>> display = gn.plotting.FeatureMapDisplay.from_rows(task.X, task.y, squares, names=("x", "x²"))
    >>> display.titles
    ['input space', 'feature space']
    """

    panel_size: ClassVar[tuple[float, float]] = (3.2, 2.8)

    @classmethod
    def from_rows(
        cls,
        X: Any,
        y: Any,
        phi: Callable[[Floats], Any],
        *,
        classifier: Any = None,
        names: Sequence[str] = ("φ₁", "φ₂", "φ₃"),
    ) -> Self:
        """Plot rows of one or two features and two classes, and their images under a feature map phi.

        phi: feature map to two or three features. classifier: a linear classifier, by default a hard-margin
        SVM. names: of the features after the map.
        """
        from gnomon.learners.kernel.svc import SVC

        X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
        if X.ndim != 2 or X.shape[1] not in (1, 2):
            raise DataError(f"X has shape {X.shape}; this figure needs 1 or 2 columns")
        after = lifted(phi, X)
        if after.shape[1] not in (2, 3):
            raise DataError(f"phi maps to {after.shape[1]} features; this figure needs 2 or 3")
        model = (SVC(kernel="linear", C=1e6, random_state=None) if classifier is None else classifier).fit(
            after, y
        )
        plane = Hyperplane.of(model)
        before = _Space(X, y, lambda points: plane.score(lifted(phi, points)), ("x₁", "x₂")[: X.shape[1]])
        is_plane = after.shape[1] == 2
        mapped = (
            _Space(after, y, plane.score, names) if is_plane else PlaneInSpaceDisplay(after, y, plane, names)
        )
        mapped.legend = False
        return cls([before, mapped], ["input space", "feature space"])

    @classmethod
    def example(cls) -> Self:
        """Six points on a line, mapped to x and x²."""
        from gnomon.data.sets import load

        task: Any = load("inner-outer")
        return cls.from_rows(
            task.X, task.y, lambda X: np.column_stack([X[:, 0], X[:, 0] ** 2]), names=("x", "x²")
        )


class _Space(Display):
    """Rows in input or feature space, and the decision boundary, where the score is 0."""

    legend = True

    def __init__(
        self, points: Floats, labels: Array, score: Callable[[Floats], Floats], names: Sequence[str]
    ) -> None:
        self.points, self.labels, self.score, self.names = points, labels, score, tuple(names)

    def frame(self) -> pd.DataFrame:
        """One row per data row: its features, class, and score."""
        import pandas as pd

        table = pd.DataFrame(self.points, columns=[f"feature {j + 1}" for j in range(self.points.shape[1])])
        return table.assign(**{"class": self.labels, "score": self.score(self.points)})

    def draw(self, ax: Axes) -> None:
        """Points on a line or in the plane, and the decision boundary."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        margin = 0.12 * np.where(high > low, high - low, 1.0)
        grids = [np.linspace(a, b, STEPS) for a, b in zip(low - margin, high + margin)]
        is_line = len(grids) == 1
        points = np.column_stack([self.points, np.zeros(len(self.points))]) if is_line else self.points
        mark_classes(ax, self.theme, points, self.labels, size=34)
        if is_line:
            score = self.score(grids[0][:, None])
            for i in np.flatnonzero(np.diff(np.sign(score))):
                ax.axvline(grids[0][i : i + 2].mean(), color=self.theme.ink, linewidth=1.3)
            ax.set(yticks=[], ylim=(-1, 1))
            ax.spines["left"].set_visible(False)
        else:
            across, up = np.meshgrid(*grids)
            score = self.score(np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape)
            ax.contour(*grids, score, levels=[0.0], colors=[self.theme.ink], linewidths=1.3)
            ax.set(ylabel=shown(self.names[1]))
        ax.set(xlabel=shown(self.names[0]))
        if self.legend:
            ax.legend(loc="upper right" if is_line else "best")

    def alt(self) -> str:
        """The rows, and the number of errors."""
        second = np.unique(self.labels)[-1]
        wrong = int(np.sum((self.score(self.points) > 0) != (self.labels == second)))
        over = shown(", ".join(self.names))
        return f"{class_sizes(self.labels)} over {over}; {wrong} on the wrong side of the decision boundary."


displays.add(
    "FeatureMapDisplay",
    FeatureMapDisplay,
    "rows in input space and in feature space, with the decision boundary",
)
