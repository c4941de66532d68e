"""Two-class confusion matrix with its cells named (TN, FP, FN, TP), and the rates computed from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.rate_table import rates_frame
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results

# Rows true, columns predicted, negative before positive; the letters of Duda's table.
OUTCOMES = (
    ("A", "true negatives"),
    ("B", "false positives"),
    ("C", "false negatives"),
    ("D", "true positives"),
)
FORMULAS = {
    "accuracy": "(A + D) / all",
    "recall": "D / (C + D)",
    "specificity": "A / (A + B)",
    "precision": "D / (B + D)",
    "negative_predictive_value": "A / (A + C)",
    "false_positive_rate": "B / (A + B)",
    "false_negative_rate": "C / (C + D)",
}


class OutcomeTableDisplay(Display):
    """Two-class confusion matrix (2 x 2 table), and its rates with formula, value and interval.

    confusion: of two classes, the positive one last. level: confidence level of the Wilson intervals.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.OutcomeTableDisplay.from_predictions(held_out).frame().loc["recall", "formula"]
    'D / (C + D)'
    """

    size: ClassVar[tuple[float, float]] = (7.0, 2.6)

    def __init__(self, confusion: ConfusionMatrix, *, level: float = 0.95) -> None:
        if len(confusion.classes) != 2:
            raise DataError(
                f"there are {len(confusion.classes)} classes; use one versus rest, "
                "confusion.binary(positive), or use ConfusionMatrixDisplay"
            )
        self.confusion, self.level = confusion, level

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, pos_label: Any = None, level: float = 0.95
    ) -> Self:
        """Predictions of a fitted classifier for test rows."""
        return cls.from_predictions(y, estimator.predict(X), pos_label=pos_label, level=level)

    @classmethod
    def from_predictions(
        cls, y_true: Any, y_pred: Any = None, *, pos_label: Any = None, level: float = 0.95
    ) -> Self:
        """`Predictions`, or true and predicted labels; pos_label: the positive class, by default the last."""
        if isinstance(y_true, Predictions):
            matrix, positive = y_true.confusion(), y_true.positive
        elif y_pred is None:
            raise DataError("pass Predictions, or both y_true and y_pred")
        else:
            matrix, positive = ConfusionMatrix.of(y_true, y_pred), None
        positive = pos_label if pos_label is not None else positive
        if positive is None:
            if len(matrix.classes) > 2:
                raise DataError(f"there are {len(matrix.classes)} classes; set pos_label to the positive one")
            positive = matrix.classes[-1]
        return cls(matrix.binary(positive), level=level)

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, learners: str | None = None, **options: Any
    ) -> Self:
        """One learner on one task of an experiment."""
        return cls.from_predictions(results.predictions(task, learners), **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB"))

    def frame(self) -> pd.DataFrame:
        """One row per rate: formula, value, interval, and number of rows."""
        table = rates_frame(self.confusion.table, self.confusion.classes, level=self.level)
        table = table.reset_index(level="class", drop=True)
        table.insert(0, "formula", [FORMULAS[name] for name in table.index])
        return table

    def draw(self, ax: Axes) -> None:
        """The 2 x 2 table on the left, a line per rate on the right."""
        from matplotlib.patches import Rectangle

        for cell, (letter, name) in enumerate(OUTCOMES):
            row, column = divmod(cell, 2)
            color = self.theme.color(0 if row == column else 1)
            x, y = 0.9 + 1.5 * column, 1.0 - row
            ax.add_patch(Rectangle((x, y), 1.45, 0.94, fc=color, alpha=0.25, lw=0))
            ax.text(x + 0.06, y + 0.86, letter, fontsize=9, weight="bold", va="top", color=self.theme.soft)
            ax.text(x + 0.72, y + 0.5, f"{self.confusion.table[row, column]:.6g}", fontsize=13, ha="center")
            ax.text(x + 0.72, y + 0.16, name, fontsize=7.5, ha="center", color=self.theme.soft)
        for index, label in enumerate(self.confusion.classes):
            style: dict[str, Any] = {"fontsize": 8.5, "color": self.theme.ink}
            ax.text(0.82, 1.45 - index, f"true\n{shown(label, 14)}", ha="right", va="center", **style)
            ax.text(1.62 + 1.5 * index, 2.02, f"predicted {shown(label, 14)}", ha="center", **style)
        self._write_rates(ax)
        ax.set(xlim=(0, 9.4), ylim=(-0.1, 2.25))
        ax.set_axis_off()

    def alt(self) -> str:
        """The counts, and the rates with their intervals."""
        counts = ", ".join(
            f"{count:g} {name}" for count, (_, name) in zip(np.ravel(self.confusion.table), OUTCOMES)
        )
        rates = ", ".join(
            f"{str(name).replace('_', ' ')} {row.value:.3f}" for name, row in self.frame().iterrows()
        )
        return f"Two-class confusion matrix with {counts}; {rates}."

    def _write_rates(self, ax: Axes) -> None:
        for index, (name, row) in enumerate(self.frame().iterrows()):
            y = 1.88 - 0.29 * index
            value = "none" if np.isnan(row["value"]) else f"{row['value']:.3f}"
            interval = f"{row['lower']:.3f} to {row['upper']:.3f}"
            ax.text(3.98, y, str(name).replace("_", " "), fontsize=8, va="center")
            ax.text(6.38, y, row["formula"], fontsize=7.5, va="center", color=self.theme.soft)
            ax.text(7.36, y, value, fontsize=8.5, va="center", weight="bold")
            ax.text(7.95, y, interval, fontsize=7.5, va="center", color=self.theme.soft)


displays.add(
    "OutcomeTableDisplay", OutcomeTableDisplay, "two-class confusion matrix with named cells, and its rates"
)
