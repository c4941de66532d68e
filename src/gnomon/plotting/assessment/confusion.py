"""The confusion table as a heat map, with its margins and rates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.arrays import Floats
    from gnomon.experiments.results import Results

SHARES = {None: None, "true": "true", "pred": "predicted", "all": "all"}
# A cell with a number in it is this wide, in inches; more classes than fit a page are shown by color alone.
_CELL = 0.55
_MAX_NUMBERS = 15
_MAX_LABELS = 30


class ConfusionMatrixDisplay(Display):
    """How often each true class (row) is predicted as each class (column).

    A cell is as strong as its share of the true class: one color where right, another where wrong.
    confusion_matrix: a `ConfusionMatrix`, or a table of counts with rows true. display_labels: of the
    classes.
    normalize: write counts (None), or shares of the "true" class, of the "pred"icted one, or of "all" rows.
    margins: add the sums, with the recall of each class beside its row and the precision below its column.

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
        if normalize not in SHARES:
            raise ParameterError(f"normalize={normalize!r}: give 'true', 'pred', 'all' or None")
        self.normalize, self.margins = normalize, margins

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **options: Any) -> Self:
        """What a fitted classifier predicts for rows that it was not trained on."""
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
        """Predictions, or true and predicted labels.

        labels: all classes, in the order to show them. options: normalize, margins.
        """
        if isinstance(y_true, Predictions):
            found = y_true.confusion()
        elif y_pred is None:
            raise DataError("give Predictions, or both y_true and y_pred")
        else:
            found = ConfusionMatrix.of(y_true, y_pred, sample_weight, labels)
        return cls(found, display_labels, **options)

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
        """Room for a number in each cell."""
        cells = min(len(self.confusion.classes), _MAX_NUMBERS) + (1 if self.margins else 0)
        return max(3.4, 1.7 + _CELL * cells), max(2.6, 1.0 + _CELL * cells)

    def frame(self) -> pd.DataFrame:
        """One row per cell: both classes, the rows in it, and their share of the true class."""
        import pandas as pd

        table, names = self.confusion.table, self.confusion.classes
        share = self._shares()
        return pd.DataFrame(
            [
                {"true": a, "predicted": b, "rows": table[i, j], "share": share[i, j]}
                for i, a in enumerate(names)
                for j, b in enumerate(names)
            ]
        )

    def draw(self, ax: Axes) -> None:
        """Cells, the numbers in them, and the margins."""
        n = len(self.confusion.classes)
        if n > _MAX_NUMBERS:
            ax.imshow(self._colors(), interpolation="nearest", aspect="equal")
        else:
            self._paint_cells(ax)
            self._write_cells(ax, n)
            if self.margins:
                self._write_margins(ax, n)
        labels = [shown(each, 18) for each in self.confusion.classes]
        extra = ["sum"] if self.margins and n <= _MAX_NUMBERS else []
        positions, named = _every_few([*labels, *extra])
        ax.set_xticks(positions, named)
        ax.set_yticks(positions, named)
        if max(map(len, labels)) > 7:
            ax.tick_params(axis="x", rotation=35)
            for tick in ax.get_xticklabels():
                tick.set(ha="right", rotation_mode="anchor")
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        side = n - 0.5 + len(extra)
        ax.set(xlim=(-0.5, side), ylim=(side, -0.5), aspect="equal", xlabel="predicted", ylabel="true")

    def alt(self) -> str:
        """Accuracy beside that of the commonest class, and the pair that is confused most."""
        pairs = self.confusion.confused_pairs(1)
        worst = "no row is confused"
        if len(pairs):
            first = pairs.iloc[0]
            true, predicted = shown(first["true"]), shown(first["predicted"])
            worst = f"most often {true} is taken for {predicted} ({first['rows']:g} rows)"
        found = self.confusion
        return (
            f"Confusion table of {len(found.classes)} classes: {worst}. "
            f"Accuracy {found.score('accuracy'):.3f}; always saying {shown(found.majority)} has "
            f"{found.majority_accuracy:.3f}."
        )

    def _shares(self) -> Floats:
        return self.confusion.table_frame("true").to_numpy()[:-1, :-1] / 100

    def _strength(self) -> Floats:
        """How strong each cell is painted; the square root lets rare confusions be seen."""
        return 0.75 * np.sqrt(self._shares())

    def _colors(self) -> Floats:
        """Red, green, blue and strength of each cell: one color on the diagonal, another off it."""
        from matplotlib.colors import to_rgb

        right, wrong = (np.array(to_rgb(self.theme.color(number))) for number in (0, 1))
        strength = self._strength()
        return np.dstack([np.where(np.eye(len(strength), dtype=bool)[..., None], right, wrong), strength])

    def _paint_cells(self, ax: Axes) -> None:
        from matplotlib.patches import Rectangle

        for (i, j), strength in np.ndenumerate(self._strength()):
            if strength:
                color = self.theme.color(0 if i == j else 1)
                ax.add_patch(Rectangle((j - 0.48, i - 0.48), 0.96, 0.96, fc=color, alpha=strength, lw=0))

    def _write_cells(self, ax: Axes, n: int) -> None:
        shown_as = SHARES[self.normalize]
        cells = self.confusion.table_frame(shown_as).to_numpy()[:n, :n]
        for i in range(n):
            for j in range(n):
                if cells[i, j]:
                    word = f"{cells[i, j]:.0f} %" if shown_as else f"{cells[i, j]:.6g}"
                    ax.text(j, i, word, ha="center", va="center", fontsize=8.5, color=self.theme.ink)

    def _write_margins(self, ax: Axes, n: int) -> None:
        sums = self.confusion.table_frame().to_numpy()
        rates = self.confusion.frame()
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7.5, "color": self.theme.soft}
        for place in range(n):
            ax.text(n, place, f"{sums[place, n]:.6g}\n{rates['recall'].iloc[place]:.0%} found", **style)
            ax.text(place, n, f"{sums[n, place]:.6g}\n{rates['precision'].iloc[place]:.0%} right", **style)
        accuracy = self.confusion.score("accuracy")
        ax.text(n, n, f"{self.confusion.n:.6g}\n{accuracy:.0%} right", **style)


def _every_few(labels: list[str]) -> tuple[list[int], list[str]]:
    """Places and labels, so many that they can be read."""
    step = -(-len(labels) // _MAX_LABELS)
    return list(range(0, len(labels), step)), labels[::step]


def _as_confusion(given: Any, labels: Any) -> ConfusionMatrix:
    if isinstance(given, ConfusionMatrix):
        table, names = given.table, given.classes
    else:
        table = np.asarray(given, dtype=np.float64)
        if table.ndim != 2 or table.shape[0] != table.shape[1] or not (table >= 0).all() or not table.sum():
            raise DataError(
                f"a confusion table is square, of counts that are not all 0; this is {table.shape}"
            )
        names = tuple(range(len(table)))
    if labels is not None:
        names = tuple(labels)
    if len(names) != len(table):
        raise DataError(f"there are {len(table)} classes and {len(names)} display_labels; give one each")
    return ConfusionMatrix(names, table)


displays.add(
    "ConfusionMatrixDisplay",
    ConfusionMatrixDisplay,
    "how often each true class is predicted as each class, with margins and rates",
    figures=("5-F29", "4-table-22.1", "4-table-22.3"),
)
