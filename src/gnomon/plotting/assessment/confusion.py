"""Confusion matrix as a heat map, with its margins and rates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, ParameterError
from gnomon.features.profiles.words import number_in_words
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.arrays import Floats
    from gnomon.experiments.results import Results

NORMALIZATIONS = {None: None, "true": "true", "pred": "predicted", "all": "all"}
# Width in inches of a cell with a number; of more classes than fit a page, cells are colored only.
_CELL = 0.55
_MAX_NUMBERS = 15
_MAX_LABELS = 30


class ConfusionMatrixDisplay(Display):
    """Confusion matrix (contingency table): rows are true classes, columns predicted ones.

    The strength of a cell is its fraction of the true class: one color for correct, another for errors.
    confusion_matrix: a `ConfusionMatrix`, or a square array of counts, rows true. display_labels: names of
    the classes. normalize: None for counts, or percentages over the "true" (rows), "pred" (columns) or "all"
    rows. margins: add row and column sums, with the recall of each class and the precision of each.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.plotting.ConfusionMatrixDisplay.from_predictions(held_out)
    >>> display.frame().query("true == 'setosa' and predicted == 'setosa'")["rows"].item()
    50.0
    """

    def __init__(
        self,
        confusion_matrix: ConfusionMatrix | Any,
        display_labels: Any = None,
        *,
        normalize: str | None = None,
        margins: bool = True,
    ) -> None:
        self.confusion = _as_confusion(confusion_matrix, display_labels)
        if normalize not in NORMALIZATIONS:
            raise ParameterError(f"normalize={normalize!r}: pass 'true', 'pred', 'all' or None")
        self.normalize, self.margins = normalize, margins

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **options: Any) -> Self:
        """Predictions of a fitted classifier for test rows."""
        return cls.from_predictions(y, estimator.predict(X), **options)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_pred: Any = None,
        *,
        labels: Any = None,
        sample_weight: Any = None,
        display_labels: Any = None,
        **options: Any,
    ) -> Self:
        """`Predictions`, or true and predicted labels.

        labels: all classes, in display order. options: normalize, margins.
        """
        if isinstance(y_true, Predictions):
            matrix = y_true.confusion()
        elif y_pred is None:
            raise DataError("pass Predictions, or both y_true and y_pred")
        else:
            matrix = ConfusionMatrix.of(y_true, y_pred, sample_weight, labels)
        return cls(matrix, display_labels, **options)

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, learners: str | None = None, **options: Any
    ) -> Self:
        """One learner on one task of an experiment."""
        return cls.from_predictions(results.predictions(task, learners), **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on iris."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB", "iris"))

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """Large enough for a number in each cell."""
        cells = min(len(self.confusion.classes), _MAX_NUMBERS) + (1 if self.margins else 0)
        return max(3.4, 1.7 + _CELL * cells), max(2.6, 1.0 + _CELL * cells)

    def frame(self) -> pd.DataFrame:
        """One row per cell: true and predicted class, rows, and their fraction of the true class."""
        import pandas as pd

        table, names = self.confusion.table, self.confusion.classes
        fractions = self._fractions()
        return pd.DataFrame(
            [
                {"true": a, "predicted": b, "rows": table[i, j], "fraction": fractions[i, j]}
                for i, a in enumerate(names)
                for j, b in enumerate(names)
            ]
        )

    def draw(self, ax: Axes) -> None:
        """Cells with their counts, and the margins."""
        n = len(self.confusion.classes)
        if n > _MAX_NUMBERS:
            ax.imshow(self._colors(), interpolation="nearest", aspect="equal")
        else:
            self._draw_cells(ax)
            self._write_cells(ax, n)
            if self.margins:
                self._write_margins(ax, n)
        labels = [shown(each, 18) for each in self.confusion.classes]
        extra = ["sum"] if self.margins and n <= _MAX_NUMBERS else []
        positions, tick_labels = _every_few([*labels, *extra])
        ax.set_xticks(positions, tick_labels)
        ax.set_yticks(positions, tick_labels)
        if max(map(len, labels)) > 7:
            ax.tick_params(axis="x", rotation=35)
            for tick in ax.get_xticklabels():
                tick.set(ha="right", rotation_mode="anchor")
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        side = n - 0.5 + len(extra)
        ax.set(xlim=(-0.5, side), ylim=(side, -0.5), aspect="equal", xlabel="predicted", ylabel="true")

    def alt(self) -> str:
        """Accuracy beside that of the majority class, and the most frequent confusion."""
        pairs = self.confusion.confused_pairs(1)
        worst = "no errors"
        if len(pairs):
            first = pairs.iloc[0]
            true, predicted = shown(first["true"]), shown(first["predicted"])
            worst = f"the most frequent error is {true} predicted as {predicted} ({first['rows']:g} rows)"
        matrix = self.confusion
        return (
            f"Confusion matrix of {len(matrix.classes)} classes: {worst}. "
            f"Accuracy {matrix.score('accuracy'):.3f}; the majority class {shown(matrix.majority)} has "
            f"{matrix.majority_accuracy:.3f}."
        )

    def _fractions(self) -> Floats:
        return self.confusion.table_frame("true").to_numpy()[:-1, :-1] / 100

    def _strength(self) -> Floats:
        """Opacity of each cell; the square root makes rare errors visible."""
        return 0.75 * np.sqrt(self._fractions())

    def _colors(self) -> Floats:
        """RGBA of each cell: one color on the diagonal, another off it."""
        from matplotlib.colors import to_rgb

        right, wrong = (np.array(to_rgb(self.theme.color(number))) for number in (0, 1))
        strength = self._strength()
        return np.dstack([np.where(np.eye(len(strength), dtype=bool)[..., None], right, wrong), strength])

    def _draw_cells(self, ax: Axes) -> None:
        from matplotlib.patches import Rectangle

        for (i, j), strength in np.ndenumerate(self._strength()):
            if strength:
                color = self.theme.color(0 if i == j else 1)
                ax.add_patch(Rectangle((j - 0.48, i - 0.48), 0.96, 0.96, fc=color, alpha=strength, lw=0))

    def _write_cells(self, ax: Axes, n: int) -> None:
        shown_as = NORMALIZATIONS[self.normalize]
        cells = self.confusion.table_frame(shown_as).to_numpy()[:n, :n]
        for i in range(n):
            for j in range(n):
                if cells[i, j]:
                    word = f"{cells[i, j]:.0f} %" if shown_as else number_in_words(cells[i, j], 6)
                    ax.text(j, i, word, ha="center", va="center", fontsize=8.5, color=self.theme.ink)

    def _write_margins(self, ax: Axes, n: int) -> None:
        sums = self.confusion.table_frame().to_numpy()
        rates = self.confusion.frame()
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7.5, "color": self.theme.soft}
        for k in range(n):
            ax.text(n, k, f"{number_in_words(sums[k, n], 6)}\nrecall {rates['recall'].iloc[k]:.0%}", **style)
            ax.text(
                k, n, f"{number_in_words(sums[n, k], 6)}\nprec. {rates['precision'].iloc[k]:.0%}", **style
            )
        accuracy = self.confusion.score("accuracy")
        ax.text(n, n, f"{number_in_words(self.confusion.n, 6)}\nacc. {accuracy:.0%}", **style)


def _every_few(labels: list[str]) -> tuple[list[int], list[str]]:
    """Positions and labels of ticks, few enough to be legible."""
    step = -(-len(labels) // _MAX_LABELS)
    return list(range(0, len(labels), step)), labels[::step]


def _as_confusion(matrix: Any, labels: Any) -> ConfusionMatrix:
    if isinstance(matrix, ConfusionMatrix):
        table, names = matrix.table, matrix.classes
    else:
        table = np.asarray(matrix, dtype=np.float64)
        if table.ndim != 2 or table.shape[0] != table.shape[1] or not (table >= 0).all() or not table.sum():
            raise DataError(
                f"a confusion matrix must be square, with some counts above 0; this has shape {table.shape}"
            )
        names = tuple(range(len(table)))
    if labels is not None:
        names = tuple(labels)
    if len(names) != len(table):
        raise DataError(f"there are {len(table)} classes and {len(names)} display_labels; pass one per class")
    return ConfusionMatrix(names, table)


displays.add(
    "ConfusionMatrixDisplay", ConfusionMatrixDisplay, "confusion matrix, with margins, recall and precision"
)
