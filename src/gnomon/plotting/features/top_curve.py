"""Score of a learner against the number of top-ranked features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.features.select.top_curve import TopCurve, feature_count_curve
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class TopCurveDisplay(Display):
    """Score on the top-ranked features against their number, compared with the original order.

    curve: result of `feature_count_curve`.

    Examples
    --------
    >>> import gnomon as gn
    >>> iris = gn.load("iris")
    >>> curve = gn.selection.feature_count_curve(
    ...     gn.GaussianNB(), iris.X, iris.y, filter="information_gain", cv=3
    ... )
    >>> gn.plotting.TopCurveDisplay.from_curve(curve).frame().columns.tolist()
    ['n_features', 'ranked', 'in_order']
    """

    def __init__(self, curve: TopCurve) -> None:
        self.curve = curve

    @classmethod
    def from_curve(cls, curve: TopCurve) -> Self:
        """Plot the result of `feature_count_curve`."""
        return cls(curve)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **options: Any) -> Self:
        """Cross-validate a learner; options: those of `feature_count_curve`."""
        return cls(feature_count_curve(estimator, X, y, **options))

    @classmethod
    def example(cls) -> Self:
        """Heart disease by naive Bayes."""
        from gnomon.data.sets import load
        from gnomon.learners.bayes.gaussian import GaussianNB

        heart: Any = load("heart")
        return cls.from_estimator(GaussianNB(), heart.encoded, heart.y, cv=3)

    def frame(self) -> pd.DataFrame:
        """One row per number of features: mean scores."""
        import pandas as pd

        ranked, in_order = self.curve.ranked.mean(axis=0), self.curve.in_order.mean(axis=0)
        return pd.DataFrame(
            {"n_features": np.arange(1, len(ranked) + 1), "ranked": ranked, "in_order": in_order}
        )

    def draw(self, ax: Axes) -> None:
        """Two lines."""
        from matplotlib.ticker import MaxNLocator

        table = self.frame()
        labels = {
            "ranked": f"ranked by {self.curve.filter.replace('_', ' ')}",
            "in_order": "original order",
        }
        for number, (column, label) in enumerate(labels.items()):
            ax.plot(
                table["n_features"],
                table[column],
                color=self.theme.color(number),
                marker=self.theme.marker(number),
                linestyle=self.theme.dash(number),
                markersize=4,
                label=label,
            )
        ax.axvline(self.curve.best(), color=self.theme.soft, linewidth=0.8)
        ax.set(xlabel="number of features", ylabel="cross-validated score")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.legend(loc="best")

    def alt(self) -> str:
        """The best number of features."""
        best = self.frame()["ranked"].max()
        number = self.curve.best()
        return f"Score against the number of top-ranked features: best {best:.3f} with {number} features."


displays.add("TopCurveDisplay", TopCurveDisplay, "score against the number of top-ranked features")
