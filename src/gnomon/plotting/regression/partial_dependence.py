"""Partial dependence and individual conditional expectation (ICE) plots of one or two features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.inspection import partial_dependence

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.panels import Panels
from gnomon.plotting.style import SEQUENTIAL
from gnomon.plotting.thinning import sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KINDS = ("average", "individual", "both")
MAX_ROWS = 60


class PartialDependenceDisplay(Panels):
    """Partial dependence: mean prediction against one feature, one panel each; contours for pairs.

    With kind="individual" or "both", ICE curves of rows are drawn too: crossing curves show an interaction.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("diabetes")
    >>> model = gn.Ridge().fit(task.X, task.y)
    >>> gn.plotting.PartialDependenceDisplay.from_estimator(model, task.X, [2, (2, 8)]).titles
    ['feature 2', 'feature 2, feature 8']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.8, 2.5)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        features: Sequence[Any],
        *,
        feature_names: Sequence[str] | None = None,
        target: Any = None,
        kind: str = "average",
        grid_resolution: int = 40,
        columns: int = 3,
    ) -> Self:
        """Plot a fitted estimator over rows; features: indices or names of columns, or pairs of them.

        target: class, for more than two classes. kind: "average", "individual" or "both".
        """
        if kind not in KINDS or not features:
            raise ParameterError(
                f"kind={kind!r}, {len(features)} features: pass one of {KINDS}, and at least one feature"
            )
        names = feature_names if feature_names is not None else getattr(X, "columns", None)
        parts, titles = [], []
        for feature in features:
            pair = feature if isinstance(feature, tuple | list) else (feature,)
            of_rows = kind if len(pair) == 1 else "average"
            dependence = partial_dependence(
                estimator, X, list(pair), feature_names=names, kind=of_rows, grid_resolution=grid_resolution
            )
            labels = [_named(each, names) for each in pair]
            parts.append(_Dependence(labels, dependence, _place(estimator, target)))
            titles.append(shown(", ".join(labels)))
        return cls(parts, titles, columns=columns)

    @classmethod
    def example(cls) -> Self:
        """Progression of diabetes by body mass index and blood pressure."""
        from gnomon.data.sets import load
        from gnomon.learners.trees.regressor import DecisionTreeRegressor

        task: Any = load("diabetes")
        model = DecisionTreeRegressor(max_depth=4, random_state=0).fit(task.X, task.y)
        names = task.table.names
        chosen = [names.index("bmi"), (names.index("bmi"), names.index("bp"))]
        return cls.from_estimator(model, task.X, chosen, feature_names=names, kind="both", grid_resolution=20)


class _Dependence(Display):
    """One panel: a curve of one feature, or contours of two."""

    def __init__(self, names: list[str], dependence: Any, place: int) -> None:
        self.names, self.grids = (
            names,
            [np.asarray(each, dtype=np.float64) for each in dependence["grid_values"]],
        )
        self.average: Floats | None = dependence["average"][place] if "average" in dependence else None
        self.rows: Floats | None = dependence["individual"][place] if "individual" in dependence else None

    def frame(self) -> pd.DataFrame:
        """One row per value or pair of values, with the mean prediction."""
        import pandas as pd

        mesh = np.meshgrid(*self.grids, indexing="ij")
        columns = {f"value {place}": each.ravel() for place, each in enumerate(mesh, 1)}
        return pd.DataFrame({**columns, "prediction": self._mean().ravel()})

    def draw(self, ax: Axes) -> None:
        """ICE curves of some rows and their mean; or contours."""
        if len(self.grids) == 2:
            lines = ax.contourf(*self.grids, self._mean().T, levels=9, cmap=SEQUENTIAL, alpha=0.9)
            figure: Any = ax.get_figure()
            figure.colorbar(lines, ax=ax).outline.set_visible(False)
            ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
            return
        if self.rows is not None:
            some = self.rows[sample_of(len(self.rows), MAX_ROWS)]
            ax.plot(self.grids[0], some.T, color=self.theme.soft, linewidth=0.5, alpha=0.35)
        if self.average is not None:
            ax.plot(self.grids[0], self.average, color=self.theme.color(1), linewidth=2.2)
        ax.set(xlabel=shown(self.names[0]), ylabel="partial dependence")

    def alt(self) -> str:
        """The range of the partial dependence."""
        low, high = self._mean().min(), self._mean().max()
        return f"partial dependence from {low:.4g} to {high:.4g} over {shown(', '.join(self.names))}."

    def _mean(self) -> Floats:
        if self.average is not None:
            return self.average
        assert self.rows is not None
        return self.rows.mean(axis=0)


def _named(feature: Any, names: Any) -> str:
    if isinstance(feature, str):
        return feature
    return str(names[feature]) if names is not None else f"feature {feature}"


def _place(estimator: Any, target: Any) -> int:
    """Index of the output: that of the target class, or the only one."""
    classes = list(getattr(estimator, "classes_", ()))
    if len(classes) <= 2:
        return 0
    if target not in classes:
        raise ParameterError(
            f"target={target!r}: pass one of the {len(classes)} classes, such as {classes[0]!r}"
        )
    return classes.index(target)


displays.add(
    "PartialDependenceDisplay",
    PartialDependenceDisplay,
    "partial dependence and individual conditional expectation",
)
