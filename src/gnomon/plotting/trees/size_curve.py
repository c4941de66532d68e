"""Validation curve of tree size: training and held-out loss against maximum depth or ccp_alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.learners.trees.size_curves import SizeCurve, depth_curve, pruning_curve
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class SizeCurveDisplay(Display):
    """Training and held-out loss of a decision tree against its maximum depth or pruning strength.

    curve: result of `depth_curve` or `pruning_curve`.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.SizeCurveDisplay.example().frame()["max_depth"].tolist()[:3]
    [1.0, 2.0, 3.0]
    """

    def __init__(self, curve: SizeCurve) -> None:
        self.curve = curve

    @classmethod
    def from_curve(cls, curve: SizeCurve) -> Self:
        """Plot the result of `depth_curve` or `pruning_curve`."""
        return cls(curve)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any = None, cv: Any = 5, *, by: str = "max_depth", **options: Any
    ) -> Self:
        """Cross-validate a decision tree; by: "max_depth" or "ccp_alpha"."""
        curve = depth_curve if by == "max_depth" else pruning_curve
        return cls(curve(estimator, X, y, cv, **options))

    @classmethod
    def example(cls) -> Self:
        """Heart disease, five folds."""
        from gnomon.assessment.splits import k_fold
        from gnomon.data.sets import load
        from gnomon.learners.trees.classifier import DecisionTreeClassifier

        task: Any = load("heart")
        plan = k_fold(5, random_state=0)
        return cls.from_estimator(
            DecisionTreeClassifier(random_state=0), task.X, task.y, plan, depths=tuple(range(1, 13))
        )

    def frame(self) -> pd.DataFrame:
        """One row per size."""
        table: pd.DataFrame = self.curve.frame()
        return table

    def draw(self, ax: Axes) -> None:
        """Both curves, the minimum of the held-out loss, and the sides of underfitting and overfitting."""
        table, x = self.frame(), self.curve.sizes
        ax.plot(
            x, table["training"], color=self.theme.color(0), linestyle=self.theme.dash(1), label="training"
        )
        ax.errorbar(
            x,
            table["held_out"],
            table["standard_error"],
            color=self.theme.color(1),
            marker="o",
            markersize=4,
            elinewidth=0.8,
            capsize=2,
            label="held out, ± one standard error",
        )
        ax.axvline(self.curve.best, color=self.theme.soft, linewidth=0.8, linestyle=self.theme.dash(2))
        ends = ("underfitting", "overfitting")
        if self.curve.parameter == "ccp_alpha":
            ends = ends[::-1]
        for place, side, word in ((0.02, "left", ends[0]), (0.98, "right", ends[1])):
            ax.text(
                place,
                0.98,
                word,
                transform=ax.transAxes,
                ha=side,
                va="top",
                color=self.theme.soft,
                fontsize=8,
            )
        ax.margins(y=0.14)
        if self.curve.parameter == "ccp_alpha":
            ax.set_xscale("symlog", linthresh=float(x[x > 0].min(initial=1.0)))
            ax.xaxis.set_major_formatter("{x:g}")
            ax.set_xlim(left=0)
        ax.set(xlabel=_NAMES.get(self.curve.parameter, self.curve.parameter), ylabel="loss")
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    def alt(self) -> str:
        """The minimum of the held-out loss."""
        return f"Training and held-out loss of a tree against {self.curve.parameter}: {self.curve}."


_NAMES = {
    "max_depth": "maximum depth of the tree",
    "ccp_alpha": "complexity parameter α of pruning (ccp_alpha)",
}

displays.add(
    "SizeCurveDisplay",
    SizeCurveDisplay,
    "loss of a decision tree against its maximum depth or pruning strength",
)
