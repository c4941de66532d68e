"""Confusion matrix (contingency table) of true and predicted classes."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import Measure, find_measure, same_length, weights
from gnomon.assessment.measures.labels import accuracy
from gnomon.assessment.measures.tables import (
    codes_of_labels,
    f_scores,
    hits,
    of_prediction,
    of_truth,
    precisions,
    recalls,
    specificities,
    table_of_codes,
)
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


# A matrix of more classes is wider than a page, so only its largest off-diagonal cells are printed.
MAX_SHOWN = 30


class Counts(NamedTuple):
    """True and false positives and negatives of one class versus the rest.

    >>> Counts(15.0, 4.0, 5.0, 76.0).true_positives
    15.0
    """

    true_positives: float
    false_positives: float
    false_negatives: float
    true_negatives: float


@dataclass(frozen=True, eq=False, repr=False)
class ConfusionMatrix:
    """Confusion matrix: (weighted) counts of true and predicted classes.

    table: classes x classes, rows true and columns predicted, always; `.T` transposes only the printed
    matrix, for books that put the predicted classes in rows.

    >>> print(
    ...     ConfusionMatrix.of(["ill", "ill", "well", "well", "well"], ["ill", "well", "well", "well", "ill"])
    ... )
    true \\ predicted  ill  well  sum
    ill                 1     1    2
    well                1     2    3
    sum                 2     3    5
    """

    classes: tuple[Any, ...]
    table: Floats
    rows: str = "true"

    @classmethod
    def of(
        cls, truth: Array, predicted: Array, weight: Array | None = None, classes: Any = None
    ) -> "ConfusionMatrix":
        """The confusion matrix of true and predicted labels.

        classes: all classes, in display order; by default those that occur, sorted.

        >>> ConfusionMatrix.of([1, 0, 1], [1, 1, 1], classes=[1, 0]).table
        array([[2., 0.],
               [1., 0.]])
        """
        truth, predicted = same_length(truth, predicted)
        weight = weights(weight, len(truth))
        labels, true_codes, predicted_codes = codes_of_labels(truth, predicted)
        names = tuple(labels.tolist())
        table = table_of_codes(true_codes, predicted_codes, len(names), weight)
        return cls(names, table) if classes is None else cls(names, table)._arranged(classes)

    @property
    def T(self) -> "ConfusionMatrix":
        """The same matrix, printed with predicted classes in rows (transposed)."""
        return replace(self, rows="predicted" if self.rows == "true" else "true")

    @property
    def n(self) -> float:
        """Number of rows, or their total weight."""
        return float(np.sum(self.table))

    def counts(self, positive: Any) -> Counts:
        """TP, FP, FN and TN of a class.

        >>> ConfusionMatrix.of([1, 1, 0], [1, 0, 0]).counts(1).false_negatives
        1.0
        """
        k = self._index(positive)
        right = float(self.table[k, k])
        missed, false = float(of_truth(self.table)[k]) - right, float(of_prediction(self.table)[k]) - right
        return Counts(right, false, missed, self.n - right - missed - false)

    def binary(self, positive: Any) -> "ConfusionMatrix":
        """One class versus the rest: a 2 x 2 confusion matrix, the positive class last.

        >>> ConfusionMatrix.of(["a", "b", "c"], ["a", "c", "c"]).binary("c").table
        array([[1., 1.],
               [0., 1.]])
        """
        counts = self.counts(positive)
        others = [name for name in self.classes if name != positive]
        rest = others[0] if len(others) == 1 else f"not {positive}"
        table = [
            [counts.true_negatives, counts.false_positives],
            [counts.false_negatives, counts.true_positives],
        ]
        return ConfusionMatrix((rest, positive), np.array(table), self.rows)

    def score(self, measure: "str | Measure", positive: Any = None) -> float:
        """The score of a measure of labels. positive: the positive class of precision, recall and F1.

        >>> ConfusionMatrix.of([1, 1, 0, 0], [1, 0, 0, 0]).score("recall", positive=1)
        0.5
        """
        measure = find_measure(measure)
        if measure.of_table is None:
            raise DesignError(
                f"{measure.name} cannot be computed from a confusion matrix; use Predictions.score"
            )
        if not measure.of_positive:
            return float(measure.of_table(self.table))
        if positive is None:
            raise ParameterError(
                f"{measure.name} needs a positive class; pass it, such as {{positive}}",
                settings={"positive": self.classes[-1]},
            )
        return float(measure.of_table(self.binary(positive).table))

    def frame(self) -> "pd.DataFrame":
        """Classification report: one row per class with counts, precision, recall, F1, specificity, support.

        support: number of rows of the class.
        """
        import pandas as pd

        right = hits(self.table)
        false, missed = of_prediction(self.table) - right, of_truth(self.table) - right
        columns = {
            "TP": right,
            "FP": false,
            "FN": missed,
            "TN": self.n - right - false - missed,
            "precision": precisions(self.table),
            "recall": recalls(self.table),
            "f1": f_scores(self.table),
            "specificity": specificities(self.table),
            "support": of_truth(self.table),
        }
        return pd.DataFrame(columns, index=pd.Index(self.classes, name="class"))

    def table_frame(self, percent: str | None = None) -> "pd.DataFrame":
        """The matrix with its margins, as printed.

        percent: normalize over "all" rows, or over each "true" or "predicted" class; None shows counts.
        """
        import pandas as pd

        names = [str(name) for name in self.classes] + ["sum"]
        across = "predicted" if self.rows == "true" else "true"
        shown = self._shown(percent)
        return pd.DataFrame(shown, pd.Index(names, name=self.rows), pd.Index(names, name=across))

    def text(self, percent: str | None = None) -> str:
        """The printed matrix, in counts or in percent (see `table_frame`)."""
        across = "predicted" if self.rows == "true" else "true"
        names = [str(name) for name in self.classes] + ["sum"]
        shown = self._shown(percent)
        decimals = 1 if percent else 0 if (shown == np.round(shown)).all() else 2
        cells = [[f"{value:.{decimals}f}" for value in line] for line in shown]
        head = [f"{self.rows} \\ {across}", *names]
        lines = [head, *([name, *line] for name, line in zip(names, cells))]
        widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:]))])
            for line in lines
        )

    def confused_pairs(self, at_most: int = 10) -> "pd.DataFrame":
        """The most frequent misclassifications (off-diagonal cells), by number of rows.

        Columns: true, predicted, rows, share (of the true class), hint. The hint asks whether two classes are
        too alike where each is often predicted as the other, and for more rows where the true class has few.
        """
        import pandas as pd

        wrong = self.table - np.diag(hits(self.table))
        order = np.argsort(-wrong, axis=None, kind="stable")[:at_most]
        pairs = [divmod(int(cell), len(self.classes)) for cell in order if wrong.flat[cell] > 0]
        support = of_truth(self.table)
        lines = [
            {
                "true": self.classes[a],
                "predicted": self.classes[b],
                "rows": wrong[a, b],
                "share": wrong[a, b] / support[a],
                "hint": self._hint(wrong, support, a, b),
            }
            for a, b in pairs
        ]
        return pd.DataFrame(lines, columns=["true", "predicted", "rows", "share", "hint"])

    @cached_property
    def majority(self) -> Any:
        """The majority class: the most frequent true class; the first of ties."""
        return self.classes[int(np.argmax(of_truth(self.table)))]

    @property
    def majority_accuracy(self) -> float:
        """The accuracy of always predicting the majority class (no-information rate)."""
        return float(np.max(of_truth(self.table)) / self.n)

    @property
    def baseline(self) -> str:
        """A sentence on whether the accuracy exceeds that of always predicting the majority class."""
        formula = find_measure(accuracy).of_table
        assert formula is not None
        value = float(formula(self.table))
        exceeds = "exceeds" if value > self.majority_accuracy + 1e-12 else "does not exceed"
        return (
            f"Accuracy {value:.3f} {exceeds} that of always predicting the majority class {self.majority!r} "
            f"({self.majority_accuracy:.3f}); balanced accuracy is {self.score('balanced_accuracy'):.3f}."
        )

    def __str__(self) -> str:
        """The whole matrix; of many classes, the most frequent misclassifications."""
        if len(self.classes) <= MAX_SHOWN:
            return self.text()
        pairs = self.confused_pairs().drop(columns="hint")
        shown = pairs.to_string(index=False, float_format="{:.3g}".format) if len(pairs) else "none"
        return (
            f"{self.baseline}\nMost frequent misclassifications of {len(self.classes)} classes "
            f"(all in .text()):\n{shown}"
        )

    def __repr__(self) -> str:
        return f"ConfusionMatrix of {len(self.classes)} classes, {self.n:g} rows\n{self}"

    def _index(self, label: Any) -> int:
        if label not in self.classes:
            raise DataError(f"{label!r} is not one of the classes {list(self.classes[:10])}; use one of them")
        return self.classes.index(label)

    def _arranged(self, classes: Any) -> "ConfusionMatrix":
        """The same counts with these classes, in this order."""
        names = tuple(np.asarray(classes).tolist())
        missing = [name for name in self.classes if name not in names]
        if missing or len(set(names)) < len(names):
            what = f"lacks {missing[0]!r}, which occurs" if missing else "has a class twice"
            raise ParameterError(f"classes={list(names)!r} {what}; list every class once")
        index = [names.index(name) for name in self.classes]
        table = np.zeros((len(names), len(names)))
        table[np.ix_(index, index)] = self.table
        return ConfusionMatrix(names, table, self.rows)

    def _shown(self, percent: str | None) -> Floats:
        """The matrix with its margins, in the order of printing."""
        whole = np.block(
            [
                [self.table, of_truth(self.table)[:, None]],
                [of_prediction(self.table)[None], np.array([[self.n]])],
            ]
        )
        parts = {"all": whole[-1:, -1:], "true": whole[:, -1:], "predicted": whole[-1:, :]}
        if percent is not None:
            if percent not in parts:
                raise ParameterError(f"percent={percent!r}: it must be 'all', 'true', 'predicted' or None")
            of = np.broadcast_to(parts[percent], whole.shape)
            whole = np.divide(100 * whole, of, out=np.zeros_like(whole), where=of > 0)
        return whole if self.rows == "true" else whole.T

    def _hint(self, wrong: Floats, support: Floats, a: int, b: int) -> str:
        back = wrong[b, a] / support[b] if support[b] > 0 else 0.0
        if 2 * back >= wrong[a, b] / support[a]:
            return "classes too alike?"
        return "needs more rows?" if support[a] < np.mean(support) / 2 else ""
