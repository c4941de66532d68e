"""Decision boundaries side by side: one panel per hyperparameter value or model, over the same rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, Self

from sklearn.base import clone

from gnomon.errors import ParameterError
from gnomon.plotting.boundaries.decision_boundary import DecisionBoundaryDisplay
from gnomon.plotting.boundaries.margin import MarginDisplay
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

STEPS = 80
MAX_PANELS = 36


class BoundaryPanelsDisplay(Panels):
    """Effect of a hyperparameter (C, gamma, degree, number of neighbors) on the decision boundary.

    A support vector machine of two classes is drawn with its margin; any other model by its decision regions.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.datasets.make_moons(40, random_state=0)
    >>> neighbors = gn.KNeighborsClassifier(ties="nearest")
    >>> gn.plotting.BoundaryPanelsDisplay.over(neighbors, task.X, task.y, "n_neighbors", [1, 15]).titles
    ['n_neighbors = 1', 'n_neighbors = 15']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.6, 2.3)

    @classmethod
    def from_estimators(
        cls,
        estimators: Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        columns: int | None = None,
        names: Any = None,
        margins: bool = True,
        **style: Any,
    ) -> Self:
        """Plot fitted classifiers, by title, over the same rows of two features.

        margins: draw support vector machines with their margin. style: options of MarginDisplay.
        """
        if len(estimators) > MAX_PANELS:
            raise ParameterError(f"{len(estimators)} panels are too small to read; pass at most {MAX_PANELS}")
        columns = columns or (2 if len(estimators) == 4 else 3)
        parts = []
        for model in estimators.values():
            has_margin = margins and hasattr(model, "support_") and len(model.classes_) == 2
            kind: Any = MarginDisplay if has_margin else DecisionBoundaryDisplay
            part = kind.from_estimator(
                model, X, y, grid_resolution=STEPS, names=names, **(style if has_margin else {})
            )
            part.legend, part.mark = False, 12.0
            parts.append(part)
        if parts:
            parts[min(columns, len(parts)) - 1].legend = True
        return cls(parts, [shown(title) for title in estimators], columns=columns, shared=True)

    @classmethod
    def over(
        cls, estimator: Any, X: Any, y: Any, parameter: str, values: Sequence[Any], **options: Any
    ) -> Self:
        """Fit the estimator at each value of a hyperparameter."""
        return cls.over_grid(estimator, X, y, {parameter: values}, **options)

    @classmethod
    def over_grid(
        cls, estimator: Any, X: Any, y: Any, grid: Mapping[str, Sequence[Any]], **options: Any
    ) -> Self:
        """Fit the estimator at each combination of a grid; the last parameter varies along the rows."""
        combinations = [dict(zip(grid, values)) for values in product(*grid.values())]
        models = {
            ", ".join(f"{name} = {_written(value)}" for name, value in values.items()): clone(estimator)
            .set_params(**values)
            .fit(X, y)
            for values in combinations
        }
        if len(grid) > 1:
            options = {"columns": len(list(grid.values())[-1])} | options
        return cls.from_estimators(models, X, y, **options)

    @classmethod
    def example(cls) -> Self:
        """C and gamma of a support vector machine with RBF kernel on two moons."""
        from gnomon.data.generate import make_moons
        from gnomon.learners.kernel.svc import SVC

        task = make_moons(60, noise=0.3, random_state=1)
        grid = {"C": [0.3, 100.0], "gamma": [0.1, 1.0, 10.0]}
        return cls.over_grid(SVC(random_state=None), task.X, task.y, grid)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


displays.add(
    "BoundaryPanelsDisplay",
    BoundaryPanelsDisplay,
    "decision boundaries by hyperparameter value or model, side by side",
)
