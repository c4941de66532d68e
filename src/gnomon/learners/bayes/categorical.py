"""Categorical naive Bayes: in each class, each feature has a categorical distribution."""

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
from gnomon.learners.bayes.smoothing import log_probabilities, probabilities, pseudo_counts
from gnomon.registry import learners
from gnomon.sharing.categories import is_missing
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import CodedRows


class CategoricalNB(DiscreteNaiveBayes):
    """Categorical naive Bayes for discrete features: p(x | c) = prod_j P_cj(x_j).

    P_cj(l) = (rows of class c with category l + alpha) / (rows of class c where column j is observed + alpha
    n_categories). Values may be numbers, strings or Booleans. Nonnegative integers are codes: a column's
    categories are 0 to the largest, at least `min_categories` of them; of other values the categories are
    those of the training rows. A missing value (NaN, None) drops its factor, which is exact. An unknown
    category drops its factor too, with a warning (`handle_unknown`); scikit-learn raises an IndexError
    there. As the Dirichlet prior is conjugate, P_cj is also the posterior predictive probability of a fully
    Bayesian model.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : class labels, total weights and log priors
    categories_ : categories of each column
    n_categories_ : number of categories of each column
    category_count_ : for each column, the weight of each class and category, (classes, categories)
    feature_log_prob_ : for each column, log P_cj, (classes, categories)

    Examples
    --------
    >>> from gnomon import CategoricalNB
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
        help="additive (Laplace) smoothing: pseudo-count of each category; 0 for no smoothing",
    )
    min_categories: Any = free(
        default=None,
        help="minimum number of categories of integer columns: one number, or one per column",
        kind="int, array or None",
    )

    handle_unknown: str = one_of(
        "warn",
        "ignore",
        "error",
        default="warn",
        grid=(),
        help="treatment of categories unknown at training: drop the factor with a warning (warn) or silently "
        "(ignore), or raise an error",
    )

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Counts:
        """Count the categories of each column in each class."""
        return Counts.of_values(np.asarray(X), Labels.of(y), weight)

    def fit_prepared(self, data: Counts, start: Self | None = None) -> Self:
        """Estimate the probabilities from the counts."""
        self._set_classes_and_priors(data)
        columns = LevelColumns.of(data, self.min_categories)
        self.levels_ = columns
        self.categories_ = list(columns.levels)
        self.n_categories_ = np.array([len(levels) for levels in columns.levels], dtype=np.int64)
        self.category_count_ = [counts.T for counts in columns.counts]
        self.feature_log_prob_ = [self._log_probabilities(j) for j in range(len(columns.levels))]
        return self

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Check X, y and weights; checked rows are marked, as they have lost their column names."""
        table, y, weight = super().check_rows(X, y, sample_weight, reset=reset, classes=classes)
        return table.view(CodedRows), y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check rows of any values; None and NaN are missing."""
        if isinstance(X, CodedRows) and not reset:
            return np.asarray(X)
        X = validate_data(self, _categorical_as_object(X), reset=reset, dtype=None, ensure_all_finite=False)
        if X.dtype.kind == "f":
            X = X if X.dtype.itemsize in (4, 8) else X.astype(np.float64)
            self.refuse_infinite(X)
        return X

    def _log_probabilities(self, column: int) -> Floats:
        counts = self.category_count_[column]
        prior = self.prior_estimate
        if not isinstance(prior, str):
            if len(prior) != len(self.category_count_):
                raise ParameterError(
                    f"CategoricalNB(prior_estimate=...): pass {len(self.category_count_)} lists of numbers, "
                    "one for each column"
                )
            prior = prior[column]
        return log_probabilities(probabilities(counts, pseudo_counts(self, counts.sum(axis=0), prior)))

    def _coded(self, X: Any) -> Array:
        """Encode the categories, after unknown ones are reported."""
        codes = self.levels_.coded(X)
        if self.handle_unknown != "ignore":
            self._report_unknown(X, codes)
        return codes

    def _report_unknown(self, X: Any, codes: Array) -> None:
        known = (codes >= 0) & (codes < self.n_categories_)
        if codes.dtype.kind == "f":
            known &= codes == np.floor(codes)
        rows, columns = np.nonzero(~known)
        unknown = np.flatnonzero(~is_missing(X[rows, columns]))
        if len(unknown) == 0:
            return
        row, column = int(rows[unknown[0]]), int(columns[unknown[0]])
        name, value = column_names(self, codes.shape[1])[column], X[row, column]
        value = value.item() if isinstance(value, np.generic) else value
        text = f"column {name!r}, row {{row}}: {value!r} is an unknown category (in no training row)"
        if self.handle_unknown == "error":
            raise DataError(
                f"{text}; fit on rows that have it, or set handle_unknown='warn'", column=name, row=row
            )
        unknown_category = DataWarning(
            f"{text}; its factor is dropped (unknown values in all: {len(unknown)}). Set min_categories for "
            "codes that training rows may lack, or handle_unknown='ignore'",
            column=name,
            row=row,
        )
        warnings.warn(unknown_category, stacklevel=5)

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

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        drawn = np.empty((len(codes), len(self.categories_)), dtype=np.int64)
        for j, logs in enumerate(self.feature_log_prob_):
            cumulative = np.cumsum(np.exp(logs), axis=1)[codes]
            uniform = random.random((len(codes), 1)) * cumulative[:, -1:]
            drawn[:, j] = (cumulative <= uniform).sum(axis=1)
        return self.levels_.values(drawn)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.classifier_tags.poor_score = True
        return tags


def _categorical_as_object(X: Any) -> Any:
    """Convert categorical columns of pandas to their values; beside numbers they would be cast to numbers."""
    if not hasattr(X, "dtypes") or not hasattr(X, "astype"):
        return X
    import pandas as pd

    frame = pd.DataFrame(X)
    named = [name for name, kind in frame.dtypes.items() if isinstance(kind, pd.CategoricalDtype)]
    return frame.astype(dict.fromkeys(named, object)) if named else X


learners.add(
    "CategoricalNB",
    CategoricalNB,
    "naive Bayes for categorical features",
    task=("classification",),
    family="bayes",
)
