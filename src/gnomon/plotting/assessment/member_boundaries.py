"""Borders of several models in one plane: members of a committee or refits, and their vote in bold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import clone

from gnomon.assessment.splits import bootstrap
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.learners.neighbors.regions import Regions
from gnomon.plotting.boundaries.plane_grid import PlaneRows, frame_plane, predicted_grid, scored_grid
from gnomon.plotting.class_marks import class_sizes, legend_beside, mark_classes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.registry import displays
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_STEPS = 120


class MemberBoundariesDisplay(Display):
    """The border between two classes of each of several models, over the rows.

    models: fitted classifiers of two columns and two classes, by name or in a list. X, y: the rows.
    combined: one more model, such as their committee, drawn in bold. named: give each border a color, a dash
    and its name; else all are drawn alike.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("iris-components")
    >>> display = gn.plotting.MemberBoundariesDisplay.from_bootstrap(gn.GaussianNB(), task.X, task.y, times=4)
    >>> display.frame()["model"].unique().tolist()
    ['sample 1', 'sample 2', 'sample 3', 'sample 4']
    >>> machine = gn.SVC(kernel="poly", degree=2, gamma=1.0)
    >>> gn.plotting.MemberBoundariesDisplay.over_values(
    ...     machine, "C", [0.01, 100], task.X, task.y, times=3
    ... ).titles
    ['C = 0.01', 'C = 100']
    """

    size = (5.4, 3.6)
    legend = True

    def __init__(
        self,
        models: Sequence[Any] | Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        combined: Any = None,
        named: bool = False,
        names: Any = None,
        steps: int = _STEPS,
    ) -> None:
        given = (
            models
            if isinstance(models, Mapping)
            else {f"member {k}": each for k, each in enumerate(models, 1)}
        )
        if not given:
            raise DataError("there is no model to draw; give at least one that is fitted")
        self.rows = PlaneRows.of(X, y, names)
        self.grids = {name: _border(each, self.rows, steps) for name, each in given.items()}
        self.named = named
        self.combined = None if combined is None else _border(combined, self.rows, steps)

    @classmethod
    def from_bootstrap(
        cls, learner: Any, X: Any, y: Any, *, times: int = 10, random_state: Seed = 0, **options: Any
    ) -> Self:
        """A learner trained on so many bootstrap samples of the rows."""
        X, y = np.asarray(X), np.asarray(y)
        draws = bootstrap(times, random_state=random_state).split(Task(X, y, kind="classification"))
        models = {f"sample {k}": clone(learner).fit(X[rows], y[rows]) for k, (rows, _) in enumerate(draws, 1)}
        return cls(models, X, y, **options)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, most: int = 10, **options: Any) -> Self:
        """The first members of a fitted committee, and the committee itself in bold."""
        members = getattr(estimator, "estimators_", None)
        if members is None:
            raise DataError(
                f"{type(estimator).__name__} has no members (estimators_); give a fitted committee"
            )
        return cls(list(members)[:most], X, y, combined=estimator, **options)

    @classmethod
    def over_values(
        cls, learner: Any, parameter: str, values: Sequence[Any], X: Any, y: Any, **options: Any
    ) -> Panels:
        """Bootstrap refits at several values of a parameter, a panel each: how the variance changes."""
        parts = [
            cls.from_bootstrap(clone(learner).set_params(**{parameter: value}), X, y, **options)
            for value in values
        ]
        for part in parts:
            part.legend = False
        return Panels(parts, [f"{shown(parameter)} = {shown(value)}" for value in values], shared=True)

    @classmethod
    def example(cls) -> Self:
        """Ten bagged support vector machines with a quadratic kernel on two components of iris."""
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        task: Any = bundled("iris-components")
        machine = learners["SVC"].thing(kernel="poly", degree=2, gamma=1.0, coef0=0.0)
        bag = learners["BaggingClassifier"].thing(machine, n_estimators=10, random_state=0)
        return cls.from_estimator(bag.fit(task.X, task.y), task.X, task.y, names=("PC1", "PC2"))

    def frame(self) -> pd.DataFrame:
        """One row per point of the grid and model, with what decides there: the border is where it is 0."""
        import pandas as pd

        grids = self.grids if self.combined is None else {**self.grids, "combined": self.combined}
        return pd.concat([each.frame().assign(model=name) for name, each in grids.items()], ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Rows, thin borders, and the bold one."""
        from matplotlib.lines import Line2D

        mark_classes(ax, self.theme, self.rows.points, self.rows.labels, size=14.0)
        for number, (name, grid) in enumerate(self.grids.items()):
            # The first colors are those of the classes.
            color = self.theme.color(number + 2) if self.named else self.theme.soft
            width, dash = (1.6, self.theme.dash(number)) if self.named else (0.8, "-")
            _contour(ax, grid, color, width, 2, dash)
            if self.named:
                ax.add_line(Line2D([], [], color=color, lw=width, ls=dash, label=shown(name, 20)))
        if not self.named:
            ax.add_line(Line2D([], [], color=self.theme.soft, lw=0.8, label=f"{len(self.grids)} models"))
        if self.combined is not None:
            _contour(ax, self.combined, self.theme.ink, 2.4, 4)
            ax.add_line(Line2D([], [], color=self.theme.ink, lw=2.4, label="combined"))
        frame_plane(ax, next(iter(self.grids.values())), self.rows.names)
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """How many borders, over which rows, and how much they differ."""
        signs = np.array([np.asarray(grid.predicted) > 0 for grid in self.grids.values()])
        apart = float(np.mean(signs.any(axis=0) & ~signs.all(axis=0)))
        bold = "; their combination is drawn in bold" if self.combined is not None else ""
        return (
            f"Borders of {len(self.grids)} models over {class_sizes(self.rows.labels)}; they disagree on "
            f"{apart:.0%} of the plane{bold}."
        )


def _border(model: Any, rows: PlaneRows, steps: int) -> Regions:
    """What is 0 on the border: a score of two classes, or the predicted class less a half."""
    if not hasattr(model, "fit"):
        raise DataError(f"{type(model).__name__} is no classifier by itself; draw a committee of estimators")
    classes = np.asarray(getattr(model, "classes_", np.unique(rows.labels)))
    if len(classes) != 2:
        raise DataError(
            f"{type(model).__name__} tells {len(classes)} classes apart; borders are drawn of two"
        )
    found = scored_grid(model, rows, steps)
    if found is not None:
        return found
    plain = predicted_grid(model, rows, steps)
    return Regions(plain.x1, plain.x2, (plain.predicted == classes[1]) - 0.5)


def _contour(ax: Axes, grid: Regions, color: str, width: float, order: int, dash: Any = "-") -> None:
    values = np.asarray(grid.predicted, dtype=float)
    if values.min() < 0 < values.max():
        style: dict[str, Any] = {"colors": [color], "linewidths": [width], "linestyles": [dash]}
        ax.contour(grid.x1, grid.x2, values, [0.0], zorder=order, **style)


displays.add(
    "MemberBoundariesDisplay",
    MemberBoundariesDisplay,
    "borders of members or bootstrap refits, and their vote in bold",
    figures=("4-22.7a", "4-22.7b", "4-22.7c", "4-22.8a", "4-22.8b", "4-22.9a"),
)
