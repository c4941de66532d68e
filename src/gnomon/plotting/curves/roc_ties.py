"""Tied scores in a ROC curve: optimistic, pessimistic and expected order of the tied rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.roc import TIES, RocCurve, check_curve, curve_of, roc_curve
from gnomon.plotting.curves.roc_axes import set_roc_axes
from gnomon.plotting.curves.scored import of_predictions
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class RocTiesDisplay(Display):
    """Expected ROC curve between the optimistic and the pessimistic one, with a rectangle for each tie.

    curve: a `RocCurve`. zoom: show the largest rectangle only.

    Examples
    --------
    >>> import gnomon as gn
    >>> curve = gn.curves.roc_curve([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1])
    >>> {name: round(each.auc, 3) for name, each in gn.plotting.RocTiesDisplay(curve).curves.items()}
    {'expected': 0.833, 'optimistic': 1.0, 'pessimistic': 0.667}
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, curve: RocCurve, *, zoom: bool = False) -> None:
        check_curve(curve)
        self.curves = {name: curve_of(curve.rows, name, curve.name) for name in TIES}
        self.zoom = zoom

    @classmethod
    def from_predictions(
        cls, y_true: Any, y_score: Any = None, *, pos_label: Any = None, zoom: bool = False
    ) -> Self:
        """Plot `Predictions` of one learner, or labels and scores."""
        rows = of_predictions(y_true, y_score, pos_label=pos_label)[0]
        return cls(roc_curve(rows.positive, rows.score, rows.weight), zoom=zoom)

    @classmethod
    def example(cls) -> Self:
        """Twelve rows with two ties of both classes."""
        positive = [1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0]
        score = [0.95, 0.9, 0.8, 0.8, 0.6, 0.6, 0.6, 0.6, 0.6, 0.4, 0.3, 0.1]
        return cls(roc_curve(positive, score))

    def frame(self) -> pd.DataFrame:
        """One row per point of each of the three curves."""
        import pandas as pd

        parts = [each.frame().assign(curve=name) for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)[["curve", "threshold", "fpr", "tpr", "running_auc"]]

    def draw(self, ax: Axes) -> None:
        """Rectangles of ties, and the three curves."""
        from matplotlib.patches import Rectangle

        set_roc_axes(ax, self.theme)
        boxes = self._rectangles()
        for x, y, width, height in boxes:
            ax.add_patch(Rectangle((x, y), width, height, fc=self.theme.wash, ec=self.theme.line, lw=0.8))
        for number, (name, curve) in enumerate(self.curves.items()):
            dash, width = self.theme.dash(number), 2.0 if number == 0 else 1.4
            label = f"{name}, {curve.auc:.3f}"
            ax.plot(curve.fpr, curve.tpr, color=self.theme.color(number), ls=dash, lw=width, label=label)
        ax.legend(loc="lower right", title="area under the curve", title_fontsize=8)
        if self.zoom and len(boxes):
            x, y, width, height = boxes[np.argmax(boxes[:, 2] * boxes[:, 3])]
            padding = 0.35 * max(width, height)
            ax.set(xlim=(x - padding, x + width + padding), ylim=(y - padding, y + height + padding))

    def alt(self) -> str:
        """The three areas."""
        areas = ", ".join(f"{name} {each.auc:.3f}" for name, each in self.curves.items())
        return (
            f"ROC curve with {len(self._rectangles())} ties of both classes; area under the curve: {areas}."
        )

    def _rectangles(self) -> Any:
        """Left, bottom, width and height of each step with ties of both classes."""
        curve = self.curves["expected"]
        width, height = np.diff(curve.fpr), np.diff(curve.tpr)
        boxes = np.column_stack([curve.fpr[:-1], curve.tpr[:-1], width, height])
        return boxes[(width > 0) & (height > 0)]


displays.add(
    "RocTiesDisplay", RocTiesDisplay, "ROC curve with tied scores: optimistic, pessimistic and expected"
)
