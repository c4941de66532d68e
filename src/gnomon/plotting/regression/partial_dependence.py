"""Partial dependence: what a model predicts, on average, as one feature or a pair of them is moved."""

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
MOST_ROWS = 60


class PartialDependenceDisplay(Panels):
    """A panel a feature: the mean prediction of all rows with that feature set to a value; contours of pairs.

    With kind="individual" or "both", single rows are drawn too: lines that cross show an interaction.

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
        """A fitted estimator and rows; features: numbers or names of columns, or pairs of them.

        target: which class, where there are more than two. kind: "average", "individual" or "both".
        """
        if kind not in KINDS or not features:
            raise ParameterError(
                f"kind={kind!r}, {len(features)} features: kind is one of {KINDS}, features are some"
            )
        names = feature_names if feature_names is not None else getattr(X, "columns", None)
        parts, titles = [], []
        for feature in features:
            pair = feature if isinstance(feature, tuple | list) else (feature,)
            of_rows = kind if len(pair) == 1 else "average"
            found = partial_dependence(
                estimator, X, list(pair), feature_names=names, kind=of_rows, grid_resolution=grid_resolution
            )
            words = [_named(each, names) for each in pair]
            parts.append(_Dependence(words, found, _place(estimator, target)))
            titles.append(shown(", ".join(words)))
        return cls(parts, titles, columns=columns)

    @classmethod
    def example(cls) -> Self:
        """Progress of diabetes by body mass and blood pressure."""
        from gnomon.data.sets import load
        from gnomon.learners.trees.regressor import DecisionTreeRegressor

        task: Any = load("diabetes")
        model = DecisionTreeRegressor(max_depth=4, random_state=0).fit(task.X, task.y)
        names = task.table.names
        chosen = [names.index("bmi"), (names.index("bmi"), names.index("bp"))]
        return cls.from_estimator(model, task.X, chosen, feature_names=names, kind="both", grid_resolution=20)


class _Dependence(Display):
    """Values of one panel: a curve over one feature, or contours over two."""

    def __init__(self, names: list[str], found: Any, place: int) -> None:
        self.names, self.grids = names, [np.asarray(each, dtype=np.float64) for each in found["grid_values"]]
        self.average: Floats | None = found["average"][place] if "average" in found else None
        self.rows: Floats | None = found["individual"][place] if "individual" in found else None

    def frame(self) -> pd.DataFrame:
        """One row a value, or pair of values: the mean prediction there."""
        import pandas as pd

        mesh = np.meshgrid(*self.grids, indexing="ij")
        columns = {f"value {place}": each.ravel() for place, each in enumerate(mesh, 1)}
        return pd.DataFrame({**columns, "prediction": self._mean().ravel()})

    def draw(self, ax: Axes) -> None:
        """Lines of some rows, the mean in strong color; or contours."""
        if len(self.grids) == 2:
            lines = ax.contourf(*self.grids, self._mean().T, levels=9, cmap=SEQUENTIAL, alpha=0.9)
            figure: Any = ax.get_figure()
            figure.colorbar(lines, ax=ax).outline.set_visible(False)
            ax.set(xlabel=shown(self.names[0]), ylabel=shown(self.names[1]))
            return
        if self.rows is not None:
            some = self.rows[sample_of(len(self.rows), MOST_ROWS)]
            ax.plot(self.grids[0], some.T, color=self.theme.soft, linewidth=0.5, alpha=0.35)
        if self.average is not None:
            ax.plot(self.grids[0], self.average, color=self.theme.color(1), linewidth=2.2)
        ax.set(xlabel=shown(self.names[0]), ylabel="prediction")

    def alt(self) -> str:
        """The range of the mean prediction."""
        low, high = self._mean().min(), self._mean().max()
        return f"mean prediction from {low:.4g} to {high:.4g} over {shown(', '.join(self.names))}."

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
    """Which of the predictions is drawn: that of the target class, or the only one."""
    classes = list(getattr(estimator, "classes_", ()))
    if len(classes) <= 2:
        return 0
    if target not in classes:
        raise ParameterError(
            f"target={target!r}: name one of the {len(classes)} classes, such as {classes[0]!r}"
        )
    return classes.index(target)


displays.add(
    "PartialDependenceDisplay",
    PartialDependenceDisplay,
    "mean prediction as a feature is moved",
    figures=("sklearn-partial-dependence",),
)
