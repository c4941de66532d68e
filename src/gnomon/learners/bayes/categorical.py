"""Categorical naive Bayes: in each class, each column has its own chances of levels."""

from __future__ import annotations

import warnings
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import validate_data

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, free, one_of
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.column_names import column_names
from gnomon.learners.bayes.discrete import DiscreteNaiveBayes
from gnomon.learners.bayes.level_columns import LevelColumns
from gnomon.learners.bayes.smoothing import chances, log_chances, virtual_counts
from gnomon.registry import learners
from gnomon.sharing.categories import is_missing
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import CodedRows


class CategoricalNB(DiscreteNaiveBayes):
    """Classify rows of categories: p(x | c) = prod_j P_cj(x_j).

    P_cj(l) = (rows of class c with level l + alpha) / (rows of class c that have column j + alpha levels).
    Values may be numbers, words or Booleans. Whole numbers from 0 are codes: a column's levels are all up to
    the largest, or `min_categories` of them; of other values the levels are those of the training rows. A
    missing value (NaN, None) drops its factor, which is exact. A level that is none of these drops its factor
    too, with a warning (`handle_unknown`); scikit-learn raises an IndexError there. By the Dirichlet prior's
    conjugacy, P_cj is also what a fully Bayesian model gives to the next row.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : the classes, their weights and log priors
    categories_ : for each column, its levels
    n_categories_ : how many levels each column has
    category_count_ : for each column, the weight of each class and level, (classes, levels)
    feature_log_prob_ : for each column, log P_cj, (classes, levels)

    Examples
    --------
    >>> from gnomon.learners.bayes.categorical import CategoricalNB
    >>> days = [["sunny", "weak"], ["sunny", "strong"], ["rain", "weak"], ["rain", "strong"]]
    >>> model = CategoricalNB().fit(days, ["stay", "stay", "play", "play"])
    >>> model.predict([["rain", "weak"]])
    array(['play'], dtype='<U4')
    >>> np.exp(model.feature_log_prob_[0])
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """

    alpha: float = between(
        0,
        inf,
        default=1.0,
        grid=(0.1, 1.0, 10.0),
        help="how often each level counts as seen beforehand: 0 for relative frequencies, 1 for Laplace's "
        "correction",
    )
    min_categories: Any = free(
        default=None,
        help="the least number of levels, of columns of whole numbers: one number, or one a column",
        kind="int, array or None",
    )

    handle_unknown: str = one_of(
        "warn",
        "ignore",
        "error",
        default="warn",
        grid=(),
        help="what to do with a level that no training row had: leave its factor out, with a warning or "
        "without, or raise an error",
    )

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Counts:
        """How often each level occurs in each class."""
        return Counts.of_values(np.asarray(X), Labels.of(y), weight)

    def fit_prepared(self, data: Counts, start: Self | None = None) -> Self:
        """Chances from the counts."""
        self.prepared_ = data
        seen = data.present()
        self._keep_classes_of(seen)
        columns = LevelColumns.of(seen, self.min_categories)
        self.levels_ = columns
        self.categories_ = list(columns.levels)
        self.n_categories_ = np.array([len(levels) for levels in columns.levels], dtype=np.int64)
        self.category_count_ = [counts.T for counts in columns.counts]
        self.feature_log_prob_ = [self._log_chances(j) for j in range(len(columns.levels))]
        return self

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """As every learner's; rows that were checked are marked, as they have lost their names."""
        table, y, weight = super().check_rows(X, y, sample_weight, reset=reset, classes=classes)
        return table.view(CodedRows), y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows of any values; None and NaN are missing."""
        if isinstance(X, CodedRows) and not reset:
            return np.asarray(X)
        X = validate_data(self, _uncategorised(X), reset=reset, dtype=None, ensure_all_finite=False)
        if X.dtype.kind == "f":
            X = X if X.dtype.itemsize in (4, 8) else X.astype(np.float64)
            self.refuse_infinite(X)
        return X

    def _log_chances(self, column: int) -> Floats:
        counts = self.category_count_[column]
        own = self.virtual_shares
        if not isinstance(own, str):
            if len(own) != len(self.category_count_):
                raise ParameterError(
                    f"CategoricalNB(virtual_shares=...): give {len(self.category_count_)} rows of numbers, "
                    "one for each column"
                )
            own = own[column]
        return log_chances(chances(counts, virtual_counts(self, counts.sum(axis=0), own)))

    def _coded(self, X: Any) -> Array:
        """The codes of levels, once those that are not known are told of."""
        codes = self.levels_.coded(X)
        if self.handle_unknown != "ignore":
            self._tell_unknown(X, codes)
        return codes

    def _tell_unknown(self, X: Any, codes: Array) -> None:
        known = (codes >= 0) & (codes < self.n_categories_)
        if codes.dtype.kind == "f":
            known &= codes == np.floor(codes)
        rows, columns = np.nonzero(~known)
        strange = np.flatnonzero(~is_missing(X[rows, columns]))
        if len(strange) == 0:
            return
        row, column = int(rows[strange[0]]), int(columns[strange[0]])
        name, value = column_names(self, codes.shape[1])[column], X[row, column]
        value = value.item() if isinstance(value, np.generic) else value
        text = f"column {name!r} holds {value!r} (row {row}), a level that no training row had"
        if self.handle_unknown == "error":
            raise DataError(f"{text}; fit on rows that have it, or let handle_unknown='warn'")
        warnings.warn(
            f"{text}; its factor is left out (so for {len(strange)} of these values in all). Give "
            "min_categories for codes that training rows may lack, or handle_unknown='ignore'",
            DataWarning,
            stacklevel=5,
        )

    def _scores(self, X: Any, constant: Floats) -> Floats:
        begin = np.concatenate([[0], np.cumsum(self.n_categories_)])
        table = np.ascontiguousarray(np.concatenate(self.feature_log_prob_, axis=1).T)
        return native.level_scores(self._coded(X), begin, table, constant, threads.count())

    def _terms(self, X: Any) -> Floats:
        codes = self._coded(X)
        terms = np.zeros((*codes.shape, len(self.classes_)))
        for j, logs in enumerate(self.feature_log_prob_):
            known = np.flatnonzero(np.isin(codes[:, j], np.arange(logs.shape[1])))
            terms[known, j] = logs.T[codes[known, j].astype(np.int64)]
        return terms

    def _drawn(self, codes: Integers, random: np.random.Generator) -> Array:
        drawn = np.empty((len(codes), len(self.categories_)), dtype=np.int64)
        for j, logs in enumerate(self.feature_log_prob_):
            heaped = np.cumsum(np.exp(logs), axis=1)[codes]
            least = random.random((len(codes), 1)) * heaped[:, -1:]
            drawn[:, j] = (heaped <= least).sum(axis=1)
        return self.levels_.values(drawn)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.classifier_tags.poor_score = True
        return tags


def _uncategorised(X: Any) -> Any:
    """Categorical columns of pandas as their values; beside numbers they would be cast to numbers."""
    if not hasattr(X, "dtypes") or not hasattr(X, "astype"):
        return X
    import pandas as pd

    frame = pd.DataFrame(X)
    named = [name for name, kind in frame.dtypes.items() if isinstance(kind, pd.CategoricalDtype)]
    return frame.astype(dict.fromkeys(named, object)) if named else X


learners.add(
    "CategoricalNB",
    CategoricalNB,
    "naive Bayes with categories",
    task=("classification",),
    family="bayes",
)
