"""Filter feature selection: score each column on the training rows, and select the best."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import Tags
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted, validate_data

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats
from gnomon.check import Rule, between, flag, free, one_of, one_of_or
from gnomon.data.frames import is_frame
from gnomon.errors import DataError, DataWarning
from gnomon.features.select.arguments import target_of
from gnomon.features.select.fcbf import predominant
from gnomon.features.select.filter_data import FilterData
from gnomon.features.select.redundancy import CRITERIA, choose
from gnomon.features.select.univariate import SCORES
from gnomon.features.select.xor_guard import pair_information, warn_of_pairs
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.sharing.prepared import take_columns
from gnomon.ties import best_first

MAX_GUARDED_CELLS = 5e7

_a_number_of_columns = Rule(
    lambda value: isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0,
    "an integer >= 1",
    "int",
)


class SelectByFilter(SelectorMixin, Learner):
    """Filter feature selection (SelectKBest): score each column against the target, and select the best.

    Univariate: "correlation" (absolute r; also for two classes), "signed_correlation" (r), "f" (ANOVA F test,
    or F test of linear regression), "auc" (two classes; max of AUC and 1 - AUC), "information_gain",
    "gain_ratio", "symmetric_uncertainty", "chi_squared", "chi_squared_evidence" (-log10 p). By neighbors:
    "relief", "relieff". Multivariate, with greedy forward selection by relevance and redundancy: "mrmr",
    "mrmr_quotient", "jmi", "cmim", "disr", "fcbf" (which selects at most k).

    Scores of counts (information, chi-squared, multivariate) use categories as they are and discretize
    numbers, and a numeric target, into equal-frequency bins of the training rows. A missing value is a
    separate level there; r, F and AUC ignore it; Relief raises an error. A constant or empty column has the
    lowest score, with a warning. Ties go to the first column.

    A univariate ranking selects redundant columns, and misses columns that are informative only jointly. With
    `guard` all pairs are checked for both (if there are few enough), with a warning; `interactions` shows
    them.

    Attributes
    ----------
    scores_ : the score of each column; for multivariate filters that at its selection
    values_ : the signed score (r), or the AUC without taking the maximum
    ranking_ : rank of each column, 1 for the best
    order_ : the column indices by rank

    Examples
    --------
    >>> X = np.array([[1, 0, 5], [2, 1, 5], [6, 0, 5], [7, 1, 5]])
    >>> model = SelectByFilter("correlation", k=1, guard=False)
    >>> with warnings.catch_warnings(action="ignore"):
    ...     model.fit_transform(X, ["no", "no", "yes", "yes"]).ravel()
    array([1, 2, 6, 7])
    >>> model.ranking_, model.values_.round(2)
    (array([1, 2, 3]), array([0.98, 0.  , 0.  ]))
    """

    filter: str = one_of(
        *SCORES,
        *CRITERIA,
        "fcbf",
        default="information_gain",
        help="score of the columns",
        kw_only=False,
        grid=("correlation", "gain_ratio", "chi_squared", "relieff", "mrmr", "jmi", "cmim", "disr", "fcbf"),
    )
    k: Any = one_of_or(_a_number_of_columns, "all", default=10, help="number of features to select, or 'all'")
    threshold: float | None = between(
        -np.inf, np.inf, default=None, optional=True, help="minimum score of a selected column"
    )
    n_bins: int = between(
        2, 255, whole=True, default=10, help="number of bins of numeric columns, for scores of counts"
    )
    n_neighbors: int = between(
        1, np.inf, whole=True, default=10, help="number of neighbors per class, for relieff"
    )
    target: str = one_of(
        "auto",
        "classes",
        "numbers",
        default="auto",
        help="type of y; 'auto' treats fractional numbers as numbers, and all else as classes",
        grid=(),
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical columns: 'from_dtype', names, indices or a boolean mask",
    )
    guard: bool = flag(
        default=True,
        help="whether to warn of redundant columns, and of pairs that are informative only jointly",
    )

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.target_tags.required = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Features as numbers of any type, levels of categories as codes; NaN is a missing value."""
        table = check_mixed(self, X, self._numbers, self.categorical_features, reset=reset)
        if table.dtype.kind == "f" and native.first_not_finite(table, threads.count()) >= 0:
            self.refuse_infinite(table)
        return table

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FilterData:
        """The rows; their contingency tables are cached for all hyperparameters."""
        is_category = np.zeros(X.shape[1], dtype=bool)
        if self.categories_ is not None:
            is_category = self.categories_.mask
        names = tuple(getattr(self, "feature_names_in_", range(X.shape[1])))
        return FilterData(X, y, weight, is_category, names)

    def fit_prepared(self, data: FilterData, start: Self | None = None) -> Self:
        """Score, rank and select the columns."""
        data = data.with_weight()
        n_columns = data.X.shape[1]
        max_selected = n_columns if self.k == "all" else min(int(self.k), n_columns)
        if self.k != "all" and self.k > n_columns:
            warnings.warn(f"k={self.k} of {n_columns} columns: all are selected", DataWarning, stacklevel=2)
        order, values = self._ranked(data, max_selected)
        _warn_of_columns(data, values)
        self._store_ranking(order, values, max_selected)
        if self.guard and self.filter in SCORES:
            self._warn_of_pairs(data)
        return self

    def _ranked(self, data: FilterData, max_selected: int) -> tuple[Array, Floats]:
        """Candidate columns, best first, and the value of each column (NaN for a constant)."""
        if self.filter in SCORES:
            values = SCORES[self.filter].values(data, self)
            strength = np.where(np.isnan(values), -np.inf, self.strength(values))
            return best_first(strength), values
        coded = data.coded(self.n_bins)
        if self.filter == "fcbf":
            return predominant(coded)
        return choose(coded, self.filter, max_selected)

    def strength(self, values: Floats) -> Floats:
        """The ranking score of the columns, from their values."""
        score = SCORES.get(self.filter, SCORES["information_gain"])
        return np.asarray(score.strength(np.where(np.isnan(values), score.if_constant, values)))

    def _store_ranking(self, order: Array, values: Floats, max_selected: int) -> None:
        self.scores_ = self.strength(values)
        score = SCORES.get(self.filter)
        self.values_ = np.where(np.isnan(values), score.if_constant if score else 0.0, values)
        strength = np.where(np.isnan(values), -np.inf, self.scores_)
        others = best_first(strength)
        others = others[~np.isin(others, order)]
        self.order_ = np.concatenate([order, others]).astype(np.int64)
        self.ranking_ = np.empty(len(values), dtype=np.int64)
        self.ranking_[self.order_] = np.arange(1, len(values) + 1)
        chosen = order[:max_selected]
        if self.threshold is not None:
            chosen = chosen[self.scores_[chosen] >= self.threshold]
        self.support_ = np.isin(np.arange(len(values)), chosen)

    def transform(self, X: Any) -> Any:
        """The selected columns; those of a data frame with categories as a data frame."""
        check_is_fitted(self)
        if getattr(self, "categories_", None) is None or not is_frame(X):
            return super().transform(X)
        _check_feature_names(self, X, reset=False)
        _check_n_features(self, X, reset=False)
        return take_columns(X, np.flatnonzero(self.support_))

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        return self.support_

    def _warn_of_pairs(self, data: FilterData) -> None:
        n_rows, n_columns = data.X.shape
        if n_columns < 2 or n_rows * n_columns * (n_columns - 1) / 2 > MAX_GUARDED_CELLS:
            return
        warn_of_pairs(pair_information(data.coded(self.n_bins)), data.names, self.support_)

    def _numbers(self, X: Any, *, reset: bool) -> Array:
        try:
            table = validate_data(self, X, reset=reset, dtype="numeric", order="C", ensure_all_finite=False)
        except ValueError as error:
            if not any(isinstance(each, str) for each in np.asarray(X, dtype=object).flat):
                raise
            raise DataError(
                f"X has strings in numeric columns ({error}); list these columns in categorical_features"
            ) from error
        is_converted = table.dtype.kind == "f" and table.dtype not in (np.float32, np.float64)
        return np.asarray(table, dtype=np.float64 if is_converted else None)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Labels | Array:
        if isinstance(y, Labels):
            return y
        return target_of(y, n_rows, self.target)


def _warn_of_columns(data: FilterData, values: Floats) -> None:
    """Warn of uninformative columns: constants and identifiers."""
    constant = [data.names[column] for column in np.flatnonzero(np.isnan(values))]
    if constant:
        _warn(
            f"columns {_listed(constant)} are constant or have only missing values; they rank last, and can "
            "be dropped"
        )
    identifiers = [data.names[column] for column in data.identifiers()]
    if identifiers:
        _warn(
            f"columns {_listed(identifiers)} are categories with one level per row, like identifiers; they "
            "do not generalize to new rows, so drop them"
        )


def _listed(names: list[Any]) -> str:
    return ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _warn(message: str) -> None:
    warnings.warn(message, DataWarning, stacklevel=5)


transformers.add(
    "SelectByFilter",
    SelectByFilter,
    "filter feature selection: correlation, information, Relief, mRMR, JMI, CMIM and more",
    family="selection",
    example=lambda: SelectByFilter(k=2),
)
