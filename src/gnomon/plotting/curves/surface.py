"""Validation surface: held-out score over a grid of two hyperparameters, as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.surface import ValidationSurface, validation_surface
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.style import LIGHT, SEQUENTIAL
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MAX_NUMBERS = 64


class ValidationSurfaceDisplay(Display):
    """Validation surface: held-out score over a grid of two hyperparameters; a square marks the best.

    surface: a `ValidationSurface`.

    Examples
    --------
    >>> import gnomon as gn
    >>> grid = {"n_neighbors": [1, 5, 25], "weights": ["uniform", "distance"]}
    >>> surface = gn.curves.validation_surface(
    ...     gn.load("heart"), gn.KNeighborsClassifier(), grid, gn.k_fold(5), "accuracy"
    ... )
    >>> len(gn.plotting.ValidationSurfaceDisplay(surface).frame())
    6
    """

    size: ClassVar[tuple[float, float]] = (5.0, 3.8)

    def __init__(self, surface: ValidationSurface) -> None:
        if not isinstance(surface, ValidationSurface):
            raise DataError("pass a surface, such as validation_surface(task, learner, grid, plan, measure)")
        self.surface = surface

    @classmethod
    def from_task(cls, task: Any, learner: Any, grid: Any, plan: Any, measure: str) -> Self:
        """Evaluate a learner on a task at each pair of values."""
        return cls(validation_surface(task, learner, grid, plan, measure))

    @classmethod
    def example(cls) -> Self:
        """A support vector machine on iris."""
        from gnomon.assessment.splits import k_fold
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        grid = {"C": [0.01, 0.1, 1, 10, 100], "gamma": [0.01, 0.1, 1, 10]}
        plan = k_fold(5, random_state=0)
        return cls.from_task(bundled("iris"), learners["SVC"].thing(), grid, plan, "accuracy")

    def frame(self) -> pd.DataFrame:
        """One row per pair of values."""
        return self.surface.frame()

    def draw(self, ax: Axes) -> None:
        """Cells colored by score, their numbers if few, and the best."""
        surface = self.surface
        is_higher = surface.measure.better == "higher"
        values = surface.held_out
        image = ax.imshow(
            values, cmap=SEQUENTIAL if is_higher else f"{SEQUENTIAL}_r", aspect="auto", origin="lower"
        )
        if values.size <= _MAX_NUMBERS:
            middle = (values.min() + values.max()) / 2
            for (i, j), value in np.ndenumerate(values):
                is_bright = (value > middle) == is_higher
                color = LIGHT.ink if is_bright else LIGHT.paper
                ax.text(j, i, f"{value:.3g}", ha="center", va="center", fontsize=8, color=color)
        row, column = surface.best
        ring: dict[str, Any] = {
            "marker": "s",
            "ms": 26,
            "mfc": "none",
            "mec": self.theme.color(1),
            "mew": 2.0,
        }
        ax.plot(column, row, ls="none", **ring)
        (up, up_values), (across, across_values) = surface.grid.items()
        ax.set_xticks(range(len(across_values)), [shown(each, 10) for each in across_values])
        ax.set_yticks(range(len(up_values)), [shown(each, 10) for each in up_values])
        ax.set(xlabel=shown(across), ylabel=shown(up))
        bar = ax.figure.colorbar(image, ax=ax)
        bar.set_label(surface.measure.title.partition(": ")[0])
        bar.outline.set_visible(False)

    def alt(self) -> str:
        """The best pair and its score."""
        best = ", ".join(
            f"{shown(name)} = {shown(value)}" for name, value in self.surface.best_values.items()
        )
        low, high = self.surface.held_out.min(), self.surface.held_out.max()
        return (
            f"Held-out {self.surface.measure.name} of {shown(self.surface.learner)} over two "
            f"hyperparameters, from {low:.3g} to {high:.3g}; best at {best}."
        )


displays.add(
    "ValidationSurfaceDisplay",
    ValidationSurfaceDisplay,
    "validation surface: held-out score over two hyperparameters",
)
