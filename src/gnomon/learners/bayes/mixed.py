"""Naive Bayes of mixed columns: measurements, categories, Booleans, counts and words side by side."""

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
from gnomon.learners.bayes.column_families import LevelChances, PoissonColumns, WordColumns
from gnomon.learners.bayes.column_kinds import ColumnKinds
from gnomon.learners.bayes.kernel_columns import KernelColumns
from gnomon.learners.bayes.mixed_summary import BY_MOMENTS, BY_VALUES, MixedSummary
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.learners.bayes.normal_columns import NormalColumns, normal_parameters
from gnomon.learners.bayes.smoothing import chances, class_priors, log_chances
from gnomon.registry import learners
from gnomon.seeds import Seed
from gnomon.sharing.labels import Labels
from gnomon.sharing.mixed_table import CodedRows

CELLS_AT_A_TIME = 2**21
_a_width = Rule(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < inf,
    "a number above 0",
    "float",
)


class MixedNB(NaiveBayes):
    """Classify rows whose columns are of different kinds, each by a likelihood of its own.

    normal: a mean and a variance in each class. kernel: a sum of bumps, one at each training value. category:
    a chance for each level. boolean: on or off. count: Poisson, with a rate in each class. word: all columns
    of this kind are counts of words, drawn from shares in each class. A missing value (NaN, None) drops its
    factor, which is exact, and so does a level that no training row had; words cannot be missing.

    Attributes
    ----------
    classes_, class_count_, class_log_prior_ : the classes, their weights and log priors
    columns_ : the kind of each column, and its levels
    families_ : for each kind that occurs, its columns and its likelihoods

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.learners.bayes.mixed import MixedNB
    >>> X = pd.DataFrame({"age": [20.0, 25.0, 60.0, 70.0], "smokes": ["no", "yes", "yes", None]})
    >>> model = MixedNB().fit(X, ["well", "well", "ill", "ill"])
    >>> model.predict(pd.DataFrame({"age": [30.0, None], "smokes": ["yes", "no"]}))
    array(['well', 'well'], dtype='<U4')
    """

    kinds: Any = free(
        default=None,
        help="the kind of some columns, {name or place: kind}, or of all of them as a list; else by type",
        kind="dict, list or None",
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categories: by type, or a list of names, numbers or flags; a level never seen drops its factor",
    )
    numbers: str = one_of("normal", "kernel", default="normal", help="the kind of columns that hold numbers")
    bandwidth: str | float = one_of_or(
        _a_width, "silverman", "scott", default="silverman", help="width of the bumps of kernel columns"
    )
    alpha: float = between(
        0,
        inf,
        default=1.0,
        help="how often each level and word counts as seen beforehand, and rows of counts",
    )
    var_smoothing: float = between(
        0, inf, default=1e-9, help="added to every variance, as a share of the largest normal column's"
    )
    priors: Any = free(
        default=None,
        help="prior of each class: numbers, 'uniform', or None for the shares in the data",
        kind="array, 'uniform' or None",
    )
    shared_by = ("kinds", "categorical_features", "numbers")
    prior_parameter = "priors"

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """As every learner's; levels that more rows bring are learned, and what is coded is marked so."""
        known = vars(self).get("columns_")
        if not reset and known is not None:
            _check_n_features(self, X, reset=False)
            self.columns_ = known.extended(X)
        table, y, weight = super().check_rows(X, y, sample_weight, reset=reset, classes=classes)
        return table.view(CodedRows), y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories become codes, unless they are."""
        if isinstance(X, CodedRows) and not reset:
            return np.asarray(X)
        if scipy.sparse.issparse(X):
            raise DataError("MixedNB takes no sparse rows, as it looks at each column; give dense ones")
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
        """Moments and counts of each class."""
        return MixedSummary.of(X, self.columns_, Labels.of(y), weight)

    def fit_prepared(self, data: MixedSummary, start: Self | None = None) -> Self:
        """The likelihoods of each kind of column from the summary."""
        self.prepared_ = data
        self.columns_ = data.kinds
        seen = data.present()
        self._keep_classes(seen, class_priors(seen.weight, self.priors, "priors", "MixedNB"))
        self.families_ = {
            kind: (places, self._family(kind, seen))
            for kind in (*BY_MOMENTS, *BY_VALUES)
            if len(places := data.kinds.places(kind))
        }
        return self

    def _family(self, kind: str, seen: MixedSummary) -> Any:
        among = BY_MOMENTS if kind in BY_MOMENTS else BY_VALUES
        place = np.flatnonzero(np.isin(seen.kinds.places(*among), seen.kinds.places(kind)))
        if kind in BY_MOMENTS:
            moments = seen.moments.columns(place)
            if kind == "normal":
                places = seen.kinds.places(kind)
                mean, variance, _ = normal_parameters(moments, self.var_smoothing, places)
                return NormalColumns(mean, variance)
            if kind == "count":
                return PoissonColumns.of(moments, self.alpha)
            sums = moments.known * moments.mean
            shares = chances(sums, np.full(sums.shape[1], self.alpha))
            return WordColumns(log_chances(shares), float(sums.sum() / seen.weight.sum()))
        tables = [seen.counts.tables[j] for j in place]
        levels = [seen.counts.levels[j] for j in place]
        values = [np.arange(len(t)) if v is None else v for t, v in zip(tables, levels)]
        if kind == "kernel":
            least = self.var_smoothing or 1.0
            return KernelColumns.of(tuple(values), tuple(tables), self.bandwidth, least)
        return self._chances(kind, seen.kinds.places(kind), values, tables)

    def _chances(
        self, kind: str, places: Integers, values: list[Array], tables: list[Floats]
    ) -> LevelChances:
        codes, logs = [], []
        for place, levels, table in zip(places, values, tables):
            if kind == "boolean":
                full = np.zeros((2, table.shape[1]))
                full[levels.astype(np.int64)] = table
                codes.append(np.arange(2))
            else:
                names = self.columns_.levels[place]
                assert names is not None
                has = table.sum(axis=1) > 0
                code = np.searchsorted(names, levels[has])
                order = np.argsort(code)
                full, code = table[has][order], code[order]
                codes.append(code)
            logs.append(log_chances(chances(full.T, np.full(len(full), self.alpha))).T)
        return LevelChances(tuple(codes), tuple(logs))

    def _scores(self, X: Any, constant: Floats) -> Floats:
        scores = np.tile(constant, (len(X), 1))
        step = max(1, CELLS_AT_A_TIME // (X.shape[1] * len(constant) + 1))
        for begin in range(0, len(X), step):
            some = X[begin : begin + step]
            for places, family in self.families_.values():
                scores[begin : begin + step] += family.terms(some[:, places]).sum(axis=1)
        return scores

    def _terms(self, X: Any) -> Floats:
        terms = np.zeros((*X.shape, len(self.classes_)))
        for places, family in self.families_.values():
            terms[:, places] = family.terms(X[:, places])
        return terms

    def _wide_terms(self, X: Any) -> Array:
        wide = self._terms(X).astype(np.longdouble)
        for kind in ("normal", "kernel"):
            if kind in self.families_:
                places, family = self.families_[kind]
                wide[:, places] = family.terms(X[:, places].astype(np.longdouble))
        return wide

    def _values(self, X: Any) -> Array:
        return self.columns_.named(X)

    def sample(self, n_samples: int = 1, *, random_state: Seed = None) -> tuple[Any, Array]:
        """Rows and their classes, drawn from the model; a data frame if it was fitted on a mixed one."""
        X, y = super().sample(n_samples, random_state=random_state)
        is_mixed = {"category", "boolean"} & set(self.columns_.kinds)
        return (self.columns_.frame(X) if is_mixed and hasattr(self, "feature_names_in_") else X), y

    def _drawn(self, codes: Integers, random: np.random.Generator) -> Array:
        table = np.empty((len(codes), len(self.columns_.kinds)))
        for places, family in self.families_.values():
            table[:, places] = family.drawn(codes, random)
        return self.columns_.named(table)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


learners.add(
    "MixedNB",
    MixedNB,
    "naive Bayes with each column by its kind",
    task=("classification",),
    family="bayes",
)
