"""Separating hyperplanes of the same rows, and the margin of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.learners.linear.geometry import Hyperplane
from gnomon.plotting.boundaries.plane_grid import PlaneRows
from gnomon.plotting.class_marks import class_sizes, legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

PADDING = 0.15


class SeparatorsDisplay(Display):
    """Separating lines of two classes with their geometric margins; the maximum margin can be shaded.

    planes: hyperplanes by name. X, y: rows of two features and labels. show_margin: whether to shade the
    margin of the line of maximum margin.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("four-points")
    >>> planes = {
    ...     "level": gn.linear.Hyperplane.of_line(0.0, 1.5),
    ...     "steep": gn.linear.Hyperplane.of_line(-0.25, 2.3),
    ... }
    >>> gn.plotting.SeparatorsDisplay(planes, task.X, task.y).frame().round(3).to_dict("list")["margin"]
    [0.5, 0.049]
    """

    size = (5.6, 3.6)
    legend = True

    def __init__(
        self,
        planes: Mapping[str, Hyperplane],
        X: Any,
        y: Any,
        *,
        names: Any = None,
        show_margin: bool = False,
    ) -> None:
        self.rows = PlaneRows.of(X, y, names)
        self.planes, self.show_margin = dict(planes), show_margin

    @classmethod
    def from_estimators(cls, estimators: Mapping[str, Any], X: Any, y: Any, **options: Any) -> Self:
        """Plot the lines of fitted linear classifiers (with coef_ and intercept_), by name."""
        return cls({name: Hyperplane.of(model) for name, model in estimators.items()}, X, y, **options)

    @classmethod
    def side_by_side(cls, estimators: Mapping[str, Any], X: Any, y: Any, *, names: Any = None) -> Panels:
        """One panel per line, titled with its errors, weights and threshold."""
        parts = [
            cls({name: Hyperplane.of(model)}, X, y, names=names, show_margin=True)
            for name, model in estimators.items()
        ]
        titles = []
        for part in parts:
            line: Any = next(part.frame().itertuples())
            weights = f"w = [{line.w1:.3g}, {line.w2:.3g}], θ = {-line.b:.4g}"
            titles.append(f"Error: {line.errors} / {len(part.rows.points)}\n{weights}")
            part.legend = False
        return Panels(parts, titles, columns=2)

    @classmethod
    def example(cls) -> Self:
        """Perceptrons from several initializations, and the support vector machine of maximum margin."""
        from gnomon.data.gaussians import make_two_gaussians
        from gnomon.learners.kernel.svc import SVC
        from gnomon.learners.linear.perceptron import Perceptron

        task = make_two_gaussians(40, means=((-2.6, 0.0), (2.6, 0.0)), random_state=1)
        models: dict[str, Any] = {
            f"perceptron {start}": Perceptron(init="random", shuffle=True, random_state=start).fit(
                task.X, task.y
            )
            for start in (1, 2, 3)
        }
        models["SVM"] = SVC(kernel="linear", C=1e6, random_state=None).fit(task.X, task.y)
        return cls.from_estimators(models, task.X, task.y, show_margin=True)

    def frame(self) -> pd.DataFrame:
        """One row per line: its parameters, its geometric margin, and the number of misclassified rows."""
        import pandas as pd

        lines = []
        for name, plane in self.planes.items():
            margins = plane.geometric_margin(self.rows.points, self.rows.labels)
            lines.append((name, *plane.w, plane.b, margins.min(), int((margins <= 0).sum())))
        return pd.DataFrame(lines, columns=["name", "w1", "w2", "b", "margin", "errors"])

    def draw(self, ax: Axes) -> None:
        """The rows and the lines."""
        low, high = self.rows.points.min(axis=0), self.rows.points.max(axis=0)
        padding = PADDING * np.where(high > low, high - low, 1.0)
        (left, bottom), (right, top) = low - padding, high + padding
        mark_classes(ax, self.theme, self.rows.points, self.rows.labels)
        table = self.frame()
        widest = table["margin"].max()
        lines: Any = table.itertuples(index=False)
        for number, line in enumerate(lines):
            plane = self.planes[line.name]
            ends = plane.line().ends((left, right), (bottom, top))
            words = f"{shown(line.name)}: " + (
                f"{line.errors} errors" if line.errors else f"margin {line.margin:.3g}"
            )
            color = self.theme.color(number + 2)
            ax.plot(*ends.T, color=color, linestyle=self.theme.dash(number), label=words, zorder=2)
            if self.show_margin and line.margin > 0 and line.margin == widest:
                _shade_margin(ax, plane, line.margin, ends, color)
        ax.set(xlim=(left, right), ylim=(bottom, top))
        ax.set(xlabel=shown(self.rows.names[0]), ylabel=shown(self.rows.names[1]))
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """The lines with their margins and errors."""
        lines = ", ".join(
            f"{shown(line.name)} with margin {line.margin:.3g} and {line.errors} errors"
            for line in self.frame().itertuples()
        )
        return f"Separating lines of {class_sizes(self.rows.labels)}: {lines}."


def _shade_margin(ax: Axes, plane: Hyperplane, margin: float, ends: Any, color: str) -> None:
    """Shade the margin on both sides of the line."""
    aside = margin * plane.direction
    along = (ends[1] - ends[0]) / 2
    corners = [
        ends[0] - along - aside,
        ends[1] + along - aside,
        ends[1] + along + aside,
        ends[0] - along + aside,
    ]
    ax.fill(*np.array(corners).T, color=color, alpha=0.15, linewidth=0, zorder=1)


displays.add("SeparatorsDisplay", SeparatorsDisplay, "separating lines of the same rows, with their margins")
