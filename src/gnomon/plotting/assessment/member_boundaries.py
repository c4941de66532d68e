"""Decision boundaries of several models: ensemble members or bootstrap refits, and the ensemble in bold."""

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
    """Decision boundaries of ensemble members or refits, over a scatter plot of the rows.

    models: fitted classifiers of two columns and two classes, by name or in a list. X, y: the rows.
    combined: one more model, such as their ensemble, drawn in bold. named: draw each boundary in its own
    color and line style, with its name.

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
        by_name = (
            models
            if isinstance(models, Mapping)
            else {f"member {k}": each for k, each in enumerate(models, 1)}
        )
        if not by_name:
            raise DataError("there is no model to draw; pass at least one fitted classifier")
        self.rows = PlaneRows.of(X, y, names)
        self.grids = {name: _boundary(each, self.rows, steps) for name, each in by_name.items()}
        self.named = named
        self.combined = None if combined is None else _boundary(combined, self.rows, steps)

    @classmethod
    def from_bootstrap(
        cls, learner: Any, X: Any, y: Any, *, times: int = 10, random_state: Seed = 0, **options: Any
    ) -> Self:
        """A learner trained on `times` bootstrap samples of the rows."""
        X, y = np.asarray(X), np.asarray(y)
        splits = bootstrap(times, random_state=random_state).split(Task(X, y, kind="classification"))
        models = {
            f"sample {k}": clone(learner).fit(X[rows], y[rows]) for k, (rows, _) in enumerate(splits, 1)
        }
        return cls(models, X, y, **options)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, max_members: int = 10, **options: Any) -> Self:
        """The first members of a fitted ensemble, and the ensemble itself in bold."""
        members = getattr(estimator, "estimators_", None)
        if members is None:
            raise DataError(
                f"{type(estimator).__name__} has no members (estimators_); pass a fitted ensemble"
            )
        return cls(list(members)[:max_members], X, y, combined=estimator, **options)

    @classmethod
    def over_values(
        cls, learner: Any, parameter: str, values: Sequence[Any], X: Any, y: Any, **options: Any
    ) -> Panels:
        """Bootstrap refits at several values of a hyperparameter: the variance of the boundary."""
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
        """One row per grid point and model, with its score there: the boundary is where it is 0."""
        import pandas as pd

        grids = self.grids if self.combined is None else {**self.grids, "ensemble": self.combined}
        return pd.concat([each.frame().assign(model=name) for name, each in grids.items()], ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Rows, thin boundaries, and that of the ensemble in bold."""
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
            ax.add_line(Line2D([], [], color=self.theme.ink, lw=2.4, label="ensemble"))
        frame_plane(ax, next(iter(self.grids.values())), self.rows.names)
        if self.legend:
            legend_beside(ax)

    def alt(self) -> str:
        """Number of boundaries, class sizes, and how much they disagree."""
        signs = np.array([np.asarray(grid.predicted) > 0 for grid in self.grids.values()])
        disagreement = float(np.mean(signs.any(axis=0) & ~signs.all(axis=0)))
        bold = "; the ensemble is drawn in bold" if self.combined is not None else ""
        return (
            f"Decision boundaries of {len(self.grids)} models, {class_sizes(self.rows.labels)}; they "
            f"disagree on {disagreement:.0%} of the plane{bold}."
        )


def _boundary(model: Any, rows: PlaneRows, steps: int) -> Regions:
    """Zero on the boundary: the score of two classes, or the predicted class minus one half."""
    if not hasattr(model, "fit"):
        raise DataError(f"{type(model).__name__} is not a classifier; pass an ensemble of estimators")
    classes = np.asarray(getattr(model, "classes_", np.unique(rows.labels)))
    if len(classes) != 2:
        raise DataError(f"{type(model).__name__} has {len(classes)} classes; boundaries are drawn for two")
    scores = scored_grid(model, rows, steps)
    if scores is not None:
        return scores
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
    "decision boundaries of ensemble members or bootstrap refits",
)
