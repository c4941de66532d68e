"""Naive Bayes for mixed feature types: numeric, categorical, Boolean, count and word columns."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between, free, one_of, one_of_or
from gnomon.errors import DataError
from gnomon.learners.bayes.column_families import CategoryColumns, MultinomialColumns, PoissonColumns
from gnomon.learners.bayes.column_kinds import ColumnKinds
from gnomon.learners.bayes.kernel_columns import KernelColumns
from gnomon.learners.bayes.mixed_summary import BY_MOMENTS, BY_VALUES, MixedSummary
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.learners.bayes.normal_columns import NormalColumns, normal_parameters
from gnomon.learners.bayes.smoothing import class_priors, log_probabilities, probabilities
from gnomon.registry import learners
from gnomon.seeds import Seed
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import CodedRows

CELLS_PER_BLOCK = 2**21
_bandwidth = Rule(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < inf,
    "a number above 0",
    "float",
)


class MixedNB(NaiveBayes):
    """Naive Bayes for mixed features: each type of column has its own class-conditional distribution.

    normal: Gaussian. kernel: a kernel density estimate. category: categorical. boolean: Bernoulli. count:
    Poisson. word: all columns of this kind are jointly multinomial. A missing value (NaN, None) drops its
    factor, which is exact, and so does a category unknown at training; word counts cannot be missing.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : class labels, total weights and log priors
    columns_ : kind and categories of each column
    families_ : for each kind that occurs, its columns and fitted distributions

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import MixedNB
    >>> X = pd.DataFrame({"age": [20.0, 25.0, 60.0, 70.0], "smokes": ["no", "yes", "yes", None]})
    >>> model = MixedNB().fit(X, ["well", "well", "ill", "ill"])
    >>> model.predict(pd.DataFrame({"age": [30.0, None], "smokes": ["yes", "no"]}))
    array(['well', 'well'], dtype='<U4')
    """

    kinds: Any = free(
        default=None,
        help="kinds of some columns, {name or index: kind}, or of all columns as a list; None: by dtype",
        kind="dict, list or None",
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical columns: by dtype, or a list of names, indices or a Boolean mask",
    )
    numbers: str = one_of("normal", "kernel", default="normal", help="kind of the numeric columns")
    bandwidth: str | float = one_of_or(
        _bandwidth, "silverman", "scott", default="silverman", help="bandwidth of kernel density estimates"
    )
    alpha: float = between(
        0,
        inf,
        default=1.0,
        help="additive (Laplace) smoothing: pseudo-count of each category and word, and of rows for a rate",
    )
    var_smoothing: float = between(
        0, inf, default=1e-9, help="fraction of the largest feature variance added to every variance"
    )
    priors: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None for the class frequencies",
        kind="array, 'uniform' or None",
    )
    shared_by = ("kinds", "categorical_features", "numbers")
    prior_parameter = "priors"

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Check X, y and weights; new categories are added, and encoded rows are marked as such."""
        known = vars(self).get("columns_")
        if not reset and known is not None:
            _check_n_features(self, X, reset=False)
            self.columns_ = known.extended(X)
        table, y, weight = super().check_rows(X, y, sample_weight, reset=reset, classes=classes)
        return table.view(CodedRows), y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check rows, and encode categories as numbers unless they are encoded."""
        if isinstance(X, CodedRows) and not reset:
            return np.asarray(X)
        if scipy.sparse.issparse(X):
            raise DataError("MixedNB does not accept sparse matrices; pass a dense array or a data frame")
        if not hasattr(X, "columns") and not hasattr(X, "__dataframe__"):
            X = check_array(X, dtype=None, ensure_all_finite=False, input_name="X", estimator=self)
        _check_feature_names(self, X, reset=reset)
        if not reset:
            _check_n_features(self, X, reset=False)
        if reset:
            self.columns_ = ColumnKinds.of(X, self.kinds, self.categorical_features, self.numbers)
        table = check_array(self.columns_.coded(X), ensure_all_finite=False, input_name="X", estimator=self)
        _check_n_features(self, table, reset=reset)
        self.refuse_infinite(table)
        return table

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> MixedSummary:
        """Compute the moments and counts of each class."""
        return MixedSummary.of(X, self.columns_, Labels.of(y), weight)

    def fit_prepared(self, data: MixedSummary, start: Self | None = None) -> Self:
        """Fit the distributions of each kind of column from the summary."""
        self.columns_ = data.kinds
        self._set_classes(data, class_priors(data.weight, self.priors, "priors", "MixedNB"))
        self.families_ = {
            kind: (columns, self._family(kind, data))
            for kind in (*BY_MOMENTS, *BY_VALUES)
            if len(columns := data.kinds.indices(kind))
        }
        return self

    def _family(self, kind: str, seen: MixedSummary) -> Any:
        among = BY_MOMENTS if kind in BY_MOMENTS else BY_VALUES
        index = np.flatnonzero(np.isin(seen.kinds.indices(*among), seen.kinds.indices(kind)))
        if kind in BY_MOMENTS:
            moments = seen.moments.columns(index)
            if kind == "normal":
                columns = seen.kinds.indices(kind)
                mean, variance, _ = normal_parameters(moments, self.var_smoothing, columns)
                return NormalColumns(mean, variance)
            if kind == "count":
                return PoissonColumns.of(moments, self.alpha)
            sums = moments.known * moments.mean
            p = probabilities(sums, np.full(sums.shape[1], self.alpha))
            return MultinomialColumns(log_probabilities(p), float(sums.sum() / seen.weight.sum()))
        tables = [seen.counts.tables[j] for j in index]
        levels = [seen.counts.levels[j] for j in index]
        values = [np.arange(len(t)) if v is None else v for t, v in zip(tables, levels)]
        if kind == "kernel":
            min_variance = self.var_smoothing or 1.0
            return KernelColumns.of(tuple(values), tuple(tables), self.bandwidth, min_variance)
        return self._categories(kind, seen.kinds.indices(kind), values, tables)

    def _categories(
        self, kind: str, columns: Integers, values: list[Array], tables: list[Floats]
    ) -> CategoryColumns:
        codes, logs = [], []
        for column, levels, table in zip(columns, values, tables):
            if kind == "boolean":
                full = np.zeros((2, table.shape[1]))
                full[levels.astype(np.int64)] = table
                codes.append(np.arange(2))
            else:
                categories = self.columns_.levels[column]
                assert categories is not None
                has = table.sum(axis=1) > 0
                code = np.searchsorted(categories, levels[has])
                order = np.argsort(code)
                full, code = table[has][order], code[order]
                codes.append(code)
            logs.append(log_probabilities(probabilities(full.T, np.full(len(full), self.alpha))).T)
        return CategoryColumns(tuple(codes), tuple(logs))

    def _scores(self, X: Any, constant: Floats) -> Floats:
        scores = np.tile(constant, (len(X), 1))
        step = max(1, CELLS_PER_BLOCK // (X.shape[1] * len(constant) + 1))
        for begin in range(0, len(X), step):
            some = X[begin : begin + step]
            for columns, family in self.families_.values():
                scores[begin : begin + step] += family.terms(some[:, columns]).sum(axis=1)
        return scores

    def _terms(self, X: Any) -> Floats:
        terms = np.zeros((*X.shape, len(self.classes_)))
        for columns, family in self.families_.values():
            terms[:, columns] = family.terms(X[:, columns])
        return terms

    def _extended_terms(self, X: Any) -> Array:
        wide = self._terms(X).astype(np.longdouble)
        for kind in ("normal", "kernel"):
            if kind in self.families_:
                columns, family = self.families_[kind]
                wide[:, columns] = family.terms(X[:, columns].astype(np.longdouble))
        return wide

    def _values(self, X: Any) -> Array:
        return self.columns_.decoded(X)

    def sample(self, n_samples: int = 1, *, random_state: Seed = 0) -> tuple[Any, Array]:
        """Sample rows and their classes; a data frame if it was fitted on a mixed one."""
        X, y = super().sample(n_samples, random_state=random_state)
        is_mixed = {"category", "boolean"} & set(self.columns_.kinds)
        return (self.columns_.frame(X) if is_mixed and hasattr(self, "feature_names_in_") else X), y

    def _sample_rows(self, codes: Integers, random: np.random.Generator) -> Array:
        table = np.empty((len(codes), len(self.columns_.kinds)))
        for columns, family in self.families_.values():
            table[:, columns] = family.sample(codes, random)
        return self.columns_.decoded(table)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


learners.add(
    "MixedNB",
    MixedNB,
    "naive Bayes for mixed feature types",
    task=("classification",),
    family="bayes",
)
