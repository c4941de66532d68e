"""OneR (1R, one rule): a classification rule on the single column of minimum training error.

Holte (1993), "Very simple classification rules perform well on most commonly used datasets".
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import native
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between
from gnomon.learners.ensembles.boosting_trainers import in_view
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules.rule_learner import RuleLearner, accuracy_text
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


class OneRule(ClassifierMixin, RuleLearner):
    """OneR (1R, one rule) classifier: one column, with the majority class of each of its levels or intervals.

    Numbers are discretized: an interval ends when its majority class has min_bucket_size rows and the next
    value has another class. Missing values are a separate level. Unseen levels, and missing values if there
    were none in training, get the overall majority class. Ties between columns go to the first.

    Attributes
    ----------
    classes_ : the classes
    feature_ : index of the selected column
    cuts_ : thresholds between the intervals of a numeric column, ascending
    levels_ : codes of the levels of a categorical column, or None
    counts_ : class weights of each interval or level, of missing values, and of all rows (rows, classes)
    column_errors_ : training error rate of the rule of each column

    Examples
    --------
    >>> from gnomon import OneRule
    >>> X = [[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 6.0]]
    >>> print(OneRule(min_bucket_size=1).fit(X, ["a", "a", "b", "b"]).describe())
    if x0 <= 2.5 then a (2 of 2 right)
    if x0 > 2.5 then b (2 of 2 right)
    """

    min_bucket_size: float = between(
        0,
        inf,
        default=6.0,
        grid=(1.0, 6.0),
        help="minimum number of rows of the majority class in an interval",
    )
    predicts_most_probable = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Learn the rule of every column and select the best."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        codes = labels.codes.astype(np.int32)
        rules = [self._rule(data, labels, codes, weight, column) for column in range(data.X.shape[1])]
        class_weight = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        n_correct = np.array([counts.max(axis=1).sum() for _, _, counts in rules])
        self.column_errors_ = np.maximum(1 - n_correct / class_weight.sum(), 0.0)
        self.feature_ = int(np.argmax(np.round(n_correct / class_weight.sum(), 12)))
        self.cuts_, self.levels_, counts = rules[self.feature_]
        self.counts_ = np.vstack(
            [np.where(counts.any(axis=1, keepdims=True), counts, class_weight), class_weight]
        )
        self.has_missing_ = bool(counts[-1].any())
        return self

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities: class shares of the row's interval or level."""
        check_is_fitted(self)
        groups = self._groups(self.check_examples(X, reset=False)[:, self.feature_])
        return (self.counts_ / self.counts_.sum(axis=1, keepdims=True))[groups]

    def predict(self, X: Any) -> Array:
        """Predict the majority class of the row's interval or level; the first on ties."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

    def describe(self) -> str:
        """The rule as text, one line per interval or level."""
        return "\n".join(
            f"if {row['if']} then {row['then']} ({row['rows']})" for row in self.frame().to_dict("records")
        )

    def frame(self) -> pd.DataFrame:
        """A data frame with one row per interval or level: condition, class and correct rows."""
        import pandas as pd

        check_is_fitted(self)
        conditions = self._conditions()
        codes = first_largest(self.counts_)[: len(conditions)]
        shown = [accuracy_text(self.counts_[group], int(code)) for group, code in enumerate(codes)]
        return pd.DataFrame({"if": conditions, "then": self.classes_[codes], "rows": shown})

    def _conditions(self) -> list[str]:
        name = self.names()[self.feature_]
        missing = [f"{name} is missing"] if self.has_missing_ else []
        if self.levels_ is not None:
            names = self.level_names(self.feature_)
            assert names is not None
            return [f"{name} is {names[int(code)]}" for code in self.levels_] + missing
        if len(self.counts_) == 2:
            return missing
        ends = ["", *(f"{cut:g}" for cut in self.cuts_), ""]
        return [_interval(name, low, high) for low, high in pairwise(ends)] + missing

    def _rule(
        self, data: StumpColumns, labels: Labels, codes: Array, weight: Floats, column: int
    ) -> tuple[Floats, Floats | None, Floats]:
        """Cut points, levels and class weights (of missing values last) of one column."""
        present = int(data.present[column])
        order = data.order[column]
        rows = order[present:]
        missing = np.bincount(labels.codes[rows], weight[rows], minlength=labels.n_classes).astype(np.float64)
        if data.categorical[column]:
            rows = order[:present][weight[order[:present]] > 0]
            levels, group = np.unique(data.X[rows, column], return_inverse=True)
            table = np.zeros((len(levels), labels.n_classes))
            np.add.at(table, (group, labels.codes[rows]), weight[rows])
            return np.zeros(0), levels, np.vstack([table, missing])
        below, above, table = native.one_rule(
            order[:present],
            data.rises[column, :present],
            codes,
            weight,
            labels.n_classes,
            self.min_bucket_size,
        )
        low, high = data.X[below, column], data.X[above, column]
        middle = low / 2 + high / 2
        return np.where(middle < high, middle, low), None, np.vstack([table, missing])

    def _groups(self, column: Floats) -> Integers:
        """The row of counts_ of each value; the last is for unseen levels."""
        last = len(self.counts_) - 1
        if last == 1:
            groups = np.full(len(column), last)
        elif self.levels_ is None:
            groups = np.searchsorted(self.cuts_, column, side="left")
        else:
            groups = np.minimum(np.searchsorted(self.levels_, column), len(self.levels_) - 1)
            groups = np.where(self.levels_[groups] == column, groups, last)
        return np.where(np.isnan(column), last - 1, groups)


def _interval(name: str, low: str, high: str) -> str:
    if low and high:
        return f"{low} < {name} <= {high}"
    if high:
        return f"{name} <= {high}"
    return f"{name} > {low}" if low else f"{name} is anything"


learners.add(
    "OneRule",
    OneRule,
    "OneR (1R): the best rule on a single column",
    task=("classification",),
    family="rules",
)
