"""Randomized combination of two classifiers (mixture) that meets a budget of positive predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.operating import OperatingPoint
from gnomon.assessment.curves.randomized import Mixture, budget_mixture
from gnomon.errors import ParameterError
from gnomon.plotting.curves.roc_axes import set_roc_axes
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class RocMixtureDisplay(Display):
    """Two points of ROC space, the mixture on the line between them, and the budget line.

    mixture: of `budget_mixture` or `rate_mixture`. positives, negatives: numbers of rows, to draw the line of
    all classifiers with as many positive predictions; None for no line.

    Examples
    --------
    >>> import gnomon as gn
    >>> mixture = gn.curves.rate_mixture(gn.curves.roc_convex_hull({"A": (0.2, 0.6)}), fpr=0.1)
    >>> gn.plotting.RocMixtureDisplay(mixture).frame()["share"].tolist()
    [0.5, 0.5, 1.0]
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(
        self, mixture: Mixture, *, positives: float | None = None, negatives: float | None = None
    ) -> None:
        if (positives is None) != (negatives is None):
            raise ParameterError("pass both positives and negatives, or neither")
        self.mixture, self.positives, self.negatives = mixture, positives, negatives

    @classmethod
    def example(cls) -> Self:
        """Fawcett's insurance: a budget of 800 calls to 4,000 people, 240 of them positive."""
        points = [OperatingPoint("A", np.nan, 0.1, 0.2), OperatingPoint("B", np.nan, 0.25, 0.6)]
        counts = {"positives": 240.0, "negatives": 3760.0}
        return cls(budget_mixture(points, 800, **counts), **counts)

    def frame(self) -> pd.DataFrame:
        """One row for each classifier and for their mixture."""
        return self.mixture.frame()

    def draw(self, ax: Axes) -> None:
        """The two points, the line between them, the budget line and the mixture."""
        set_roc_axes(ax, self.theme)
        first, second = self.mixture.first, self.mixture.second
        ax.plot([first.fpr, second.fpr], [first.tpr, second.tpr], color=self.theme.soft, lw=1.2)
        budget = self._budget()
        if self.positives is not None and self.negatives is not None and budget is not None:
            across = np.array([0.0, 1.0])
            up = (budget - across * self.negatives) / self.positives
            style = {"color": self.theme.ink, "lw": 1.1, "ls": self.theme.dash(1)}
            ax.plot(
                across,
                up,
                label=f"budget: {budget:,.4g} predicted positive",
                scalex=False,
                scaley=False,
                **style,
            )
        for number, (name, x, y) in enumerate(
            [
                (first.owner, first.fpr, first.tpr),
                (second.owner, second.fpr, second.tpr),
                (f"mixture, k = {self.mixture.k:.3f}", self.mixture.fpr, self.mixture.tpr),
            ]
        ):
            color, marker = self.theme.color(number), self.theme.marker(number)
            ax.plot(x, y, color=color, marker=marker, ms=8, ls="none", label=shown(name, 28), zorder=3)
        ax.legend(loc="lower right")

    def alt(self) -> str:
        """The mixture."""
        budget = self._budget()
        line = f" It predicts {budget:,.4g} rows positive." if budget is not None else ""
        return f"ROC space with two classifiers and their mixture: {shown(self.mixture, 300)}.{line}"

    def _budget(self) -> float | None:
        if self.positives is None or self.negatives is None:
            return None
        return self.mixture.fpr * self.negatives + self.mixture.tpr * self.positives


displays.add(
    "RocMixtureDisplay", RocMixtureDisplay, "randomized mixture of two classifiers that meets a budget"
)
