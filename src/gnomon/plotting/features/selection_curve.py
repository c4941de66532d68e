"""Score against the number of features along forward selection or backward elimination."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from sklearn.utils.validation import check_is_fitted

from gnomon.errors import DataError
from gnomon.features.select.curve import SelectionCurve
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_NAMES = 16


class SelectionCurveDisplay(Display):
    """Score against the number of features, one line per search, with the feature of each step.

    curves: for each search its steps, the `curve_` of a fitted wrapper.

    Examples
    --------
    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> search = gn.ForwardSelection(gn.GaussianNB(), n_features_to_select=3, cv=3).fit(iris.X, iris.y)
    >>> gn.plotting.SelectionCurveDisplay.from_estimator(search).frame()["size"].tolist()
    [1, 2, 3]
    """

    size = (5.4, 3.8)

    def __init__(self, curves: Mapping[str, SelectionCurve]) -> None:
        self.curves = dict(curves)
        if not self.curves or any(not curve.steps for curve in self.curves.values()):
            raise DataError("there is no step to draw; pass the curve_ of a fitted search")

    @classmethod
    def from_estimator(cls, estimator: Any) -> Self:
        """Plot a fitted subset search."""
        check_is_fitted(estimator)
        return cls({type(estimator).__name__: estimator.curve_})

    @classmethod
    def from_estimators(cls, estimators: Mapping[str, Any]) -> Self:
        """Plot fitted searches by name, as forward and backward."""
        return cls({name: each.curve_ for name, each in estimators.items()})

    @classmethod
    def example(cls) -> Self:
        """Wine, forward and backward."""
        from gnomon.data.sets import load
        from gnomon.features.select.backward import BackwardElimination
        from gnomon.features.select.forward import ForwardSelection
        from gnomon.learners.bayes.gaussian import GaussianNB

        wine: Any = load("wine")
        X = wine.encoded[:, :8]
        forward = ForwardSelection(GaussianNB(), n_features_to_select=8, cv=3).fit(X, wine.y)
        backward = BackwardElimination(GaussianNB(), n_features_to_select=1, cv=3).fit(X, wine.y)
        return cls.from_estimators({"forward": forward, "backward": backward})

    def frame(self) -> pd.DataFrame:
        """One row per search and step."""
        import pandas as pd

        parts = [curve.frame().assign(search=name) for name, curve in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Lines with error bars of one standard error; feature names if there is one line."""
        from matplotlib.ticker import MaxNLocator

        for number, (name, curve) in enumerate(self.curves.items()):
            table = curve.frame()
            ax.errorbar(
                table["size"],
                table["score"],
                table["standard_error"],
                color=self.theme.color(number),
                elinewidth=0.7,
                linestyle=self.theme.dash(number),
                marker=self.theme.marker(number),
                markersize=4,
                capsize=2,
                label=f"{shown(name, 24)}, ± one standard error",
            )
            if len(self.curves) == 1 and len(table) <= MAX_NAMES:
                self._names(ax, table)
        ax.set(xlabel="number of features", ylabel="cross-validated score")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The best score of each search."""
        parts = []
        for name, curve in self.curves.items():
            best = max(curve.steps, key=lambda step: step.score)
            parts.append(f"{shown(name, 24)} best {best.score:.3f} with {len(best.subset)} features")
        return f"Score against the number of features: {', '.join(parts)}."

    def _names(self, ax: Axes, table: pd.DataFrame) -> None:
        for row in table.itertuples():
            sign = {"add": "+", "drop": "−"}.get(str(row.move), "")
            ax.annotate(
                sign + shown(row.column, 16),
                (row.size, row.score),
                xytext=(0, -12),
                textcoords="offset points",
                rotation=60,
                ha="right",
                va="top",
                fontsize=7,
                color=self.theme.soft,
            )
        ax.margins(y=0.35)


displays.add(
    "SelectionCurveDisplay", SelectionCurveDisplay, "score against the number of features of a subset search"
)
