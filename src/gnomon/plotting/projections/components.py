"""Score plot of two components, with the loadings of the columns as arrows (biplot)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.plane_points import codes_of
from gnomon.plotting.thinning import left_out
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_ARROWS = 12


class ComponentsDisplay(Display):
    """Scores of two components, marked by class; arrows are the loadings of the columns (biplot).

    scores: of shape (rows, 2). y: classes, or None. axes: their labels. arrows: loadings of shape
    (columns, 2), or None. names: of the columns.

    Examples
    --------
    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> pca = gn.PCA(2).fit(iris.X)
    >>> gn.plotting.ComponentsDisplay.from_estimator(
    ...     pca, iris.X, iris.y, names=iris.feature_names
    ... ).frame().shape
    (150, 3)
    """

    def __init__(
        self,
        scores: Any,
        y: Any = None,
        *,
        axes: Sequence[str] = ("first", "second"),
        arrows: Any = None,
        names: Sequence[Any] = (),
    ) -> None:
        self.scores = np.asarray(scores, dtype=float)
        if self.scores.ndim != 2 or self.scores.shape[1] != 2:
            raise DataError(
                f"scores of shape {self.scores.shape} are not two components; compute at least two"
            )
        self.codes: Integers | None = None
        self.classes: Any = ()
        if y is not None:
            self.codes, self.classes = codes_of(y, len(self.scores))
        self.axes, self.names = tuple(axes), [str(name) for name in names]
        self.arrows: Floats | None = None if arrows is None else np.asarray(arrows, dtype=float)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any = None,
        *,
        names: Sequence[Any] | None = None,
        components: tuple[int, int] = (0, 1),
    ) -> Self:
        """Plot a fitted projection; names: of the columns, to draw as arrows, or None."""
        chosen = list(components)
        share = estimator.explained_variance_ratio_[chosen]
        axes = [f"component {place + 1} ({part:.1%})" for place, part in zip(chosen, share)]
        arrows = None if names is None else np.asarray(estimator.loadings())[:, chosen]
        return cls(estimator.transform(X)[:, chosen], y, axes=axes, arrows=arrows, names=names or ())

    @classmethod
    def from_columns(cls, task: Task, columns: tuple[int, int] = (0, 1)) -> Self:
        """Plot two original columns, for comparison with components."""
        chosen = list(columns)
        return cls(
            task.encoded[:, chosen], task.y, axes=[shown(task.feature_names[place]) for place in chosen]
        )

    @classmethod
    def example(cls) -> Self:
        """A biplot of iris."""
        from gnomon.data.sets import load
        from gnomon.learners.projections.pca import PCA

        iris: Any = load("iris")
        return cls.from_estimator(
            PCA(2, standardize=True).fit(iris.X), iris.X, iris.y, names=iris.feature_names
        )

    def frame(self) -> pd.DataFrame:
        """One row per point."""
        import pandas as pd

        table = pd.DataFrame(self.scores, columns=["first", "second"])
        return (
            table if self.codes is None else table.assign(**{"class": np.asarray(self.classes)[self.codes]})
        )

    def draw(self, ax: Axes) -> None:
        """Points and arrows."""
        draw_points(ax, self.theme, self.scores, self.codes, self.classes)
        if self.arrows is not None:
            self._arrows(ax, self.arrows)
        ax.set(xlabel=self.axes[0], ylabel=self.axes[1])
        if self.codes is not None and len(self.classes) <= 8:
            ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4)

    def alt(self) -> str:
        """The numbers of rows and classes, and the axes."""
        kinds = "" if self.codes is None else f" in {len(self.classes)} classes"
        n_rows = len(self.scores)
        return f"{n_rows} rows{kinds} along {self.axes[0]} and {self.axes[1]}.{left_out(n_rows)}"

    def _arrows(self, ax: Axes, arrows: Floats) -> None:
        # Scaled to the range of the scores, to make directions visible.
        length = np.hypot(*arrows.T)
        scale = 0.8 * np.abs(self.scores).max() / max(float(length.max()), 1e-12)
        largest = np.argsort(-length, kind="stable")[:MAX_ARROWS]
        tips = arrows[largest] * scale
        heights = _spread(tips, 0.06 * float(np.ptp(self.scores[:, 1])))
        for place, tip, height in zip(largest, tips, heights):
            ax.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "->", "color": self.theme.ink, "lw": 1})
            side = "left" if tip[0] >= 0 else "right"
            words: dict[str, Any] = {
                "ha": side,
                "va": "center",
                "fontsize": 7,
                "bbox": self.theme.plate,
                "zorder": 4,
            }
            ax.text(tip[0] * 1.04, height, shown(self.names[place], 18), **words)
        ax.margins(x=0.12)


def _spread(tips: Floats, gap: float) -> Floats:
    """Heights of the labels: those of the tips, moved apart where two would overlap."""
    heights = tips[:, 1].copy()
    for side in (tips[:, 0] >= 0, tips[:, 0] < 0):
        order = np.flatnonzero(side)[np.argsort(heights[side])]
        for below, above in pairwise(order):
            heights[above] = max(heights[above], heights[below] + gap)
    return heights


displays.add(
    "ComponentsDisplay", ComponentsDisplay, "score plot of two components, with loadings as arrows (biplot)"
)
