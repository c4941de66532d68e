"""How large a tree should be: training and held-out error against its depth or the price of a leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.learners.trees.size_curves import SizeCurve, depth_curve, pruning_curve
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class SizeCurveDisplay(Display):
    """Training error falls with every question; held-out error falls and rises again.

    curve: what `depth_curve` or `pruning_curve` found.

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
        """A curve that was computed already."""
        return cls(curve)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, splits: Any, *, by: str = "max_depth", **options: Any
    ) -> Self:
        """The curve of a decision tree over splits; by: "max_depth" or "ccp_alpha"."""
        curve = depth_curve if by == "max_depth" else pruning_curve
        return cls(curve(estimator, X, y, splits, **options))

    @classmethod
    def example(cls) -> Self:
        """Heart disease, five folds."""
        from gnomon.assessment.splits import k_fold
        from gnomon.data.sets import load
        from gnomon.learners.trees.classifier import DecisionTreeClassifier

        task: Any = load("heart")
        splits = k_fold(5, random_state=0).split(task)
        return cls.from_estimator(
            DecisionTreeClassifier(random_state=0), task.X, task.y, splits, depths=tuple(range(1, 13))
        )

    def frame(self) -> pd.DataFrame:
        """One row a size."""
        table: pd.DataFrame = self.curve.frame()
        return table

    def draw(self, ax: Axes) -> None:
        """Both curves, the least held-out error, and where the tree is too small or too large."""
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
        ends = ("underfit", "overfit") if self.curve.parameter == "max_depth" else ("overfit", "underfit")
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
        """Where the held-out error is least."""
        return f"Training and held-out loss of a tree against {self.curve.parameter}: {self.curve}."


_NAMES = {"max_depth": "depth of the tree", "ccp_alpha": "price of a leaf (ccp_alpha)"}

displays.add(
    "SizeCurveDisplay",
    SizeCurveDisplay,
    "error of a tree against its depth, or the price of a leaf",
    figures=("2-FIG-06",),
)
