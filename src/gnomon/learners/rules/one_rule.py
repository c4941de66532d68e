"""OneRule: ask one column only, the one whose answers err least.

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
from gnomon.learners.rules.rule_learner import RuleLearner, share_in_words
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


class OneRule(ClassifierMixin, RuleLearner):
    """Predict by one column: each of its levels, or intervals of numbers, has the class most common there.

    A number's interval is closed when its most common class has min_bucket_size rows and the next value leans
    to another class. Missing values are a level of their own. A level that was never seen, and a missing
    value where there was none, get the class most common in all. Of equally good columns the first is taken.

    Attributes
    ----------
    classes_ : the classes
    feature_ : the column asked
    cuts_ : thresholds between the intervals of a number, ascending
    levels_ : codes of the levels of a category, or None
    counts_ : class weights of each interval or level, of missing values, and of all rows (rows, classes)
    column_errors_ : share of training errors of the rule of each column

    Examples
    --------
    >>> from gnomon import OneRule
    >>> X = [[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 6.0]]
    >>> print(OneRule(min_bucket_size=1).fit(X, ["a", "a", "b", "b"]).describe())
    if x0 <= 2.5 then a (2 of 2 right)
    if x0 > 2.5 then b (2 of 2 right)
    """

    min_bucket_size: float = between(
        0, inf, default=6.0, grid=(1.0, 6.0), help="rows of the commonest class before an interval may end"
    )
    predicts_most_probable = True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def fit_prepared(self, data: StumpColumns, start: Self | None = None) -> Self:
        """Make the rule of every column and keep the best."""
        labels, weight = in_view(data)
        self.classes_ = labels.classes
        codes = labels.codes.astype(np.int32)
        rules = [self._rule(data, labels, codes, weight, column) for column in range(data.X.shape[1])]
        whole = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        right = np.array([counts.max(axis=1).sum() for _, _, counts in rules])
        self.column_errors_ = np.maximum(1 - right / whole.sum(), 0.0)
        self.feature_ = int(np.argmax(np.round(right / whole.sum(), 12)))
        self.cuts_, self.levels_, counts = rules[self.feature_]
        self.counts_ = np.vstack([np.where(counts.any(axis=1, keepdims=True), counts, whole), whole])
        self.has_missing_ = bool(counts[-1].any())
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The shares of the classes in the row's interval or level."""
        check_is_fitted(self)
        groups = self._groups(self.check_examples(X, reset=False)[:, self.feature_])
        return (self.counts_ / self.counts_.sum(axis=1, keepdims=True))[groups]

    def predict(self, X: Any) -> Array:
        """The class most common in the row's interval or level; the first of equals."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

    def describe(self) -> str:
        """The rule as sentences, one for each interval or level."""
        return "\n".join(
            f"if {row['if']} then {row['then']} ({row['rows']})" for row in self.frame().to_dict("records")
        )

    def frame(self) -> pd.DataFrame:
        """A row for each interval or level: its condition, its class and how often that is right."""
        import pandas as pd

        check_is_fitted(self)
        conditions = self._conditions()
        codes = first_largest(self.counts_)[: len(conditions)]
        shown = [share_in_words(self.counts_[group], int(code)) for group, code in enumerate(codes)]
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
        """Cuts, levels and class weights (of missing values last) of one column."""
        present = int(data.present[column])
        order = data.order[column]
        rows = order[present:]
        missing = np.bincount(labels.codes[rows], weight[rows], minlength=labels.n_classes).astype(np.float64)
        if data.categorical[column]:
            rows = order[:present][weight[order[:present]] > 0]
            levels, place = np.unique(data.X[rows, column], return_inverse=True)
            table = np.zeros((len(levels), labels.n_classes))
            np.add.at(table, (place, labels.codes[rows]), weight[rows])
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
        """The row of counts_ that each value belongs to; the last is for values never seen."""
        last = len(self.counts_) - 1
        if last == 1:
            found = np.full(len(column), last)
        elif self.levels_ is None:
            found = np.searchsorted(self.cuts_, column, side="left")
        else:
            found = np.minimum(np.searchsorted(self.levels_, column), len(self.levels_) - 1)
            found = np.where(self.levels_[found] == column, found, last)
        return np.where(np.isnan(column), last - 1, found)


def _interval(name: str, low: str, high: str) -> str:
    if low and high:
        return f"{low} < {name} <= {high}"
    if high:
        return f"{name} <= {high}"
    return f"{name} > {low}" if low else f"{name} is anything"


learners.add(
    "OneRule",
    OneRule,
    "one column, a class for each of its levels or intervals",
    task=("classification",),
    family="rules",
)
