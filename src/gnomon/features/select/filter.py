"""Selection by a filter: every column gets a score from the training rows, and the best are kept."""

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
from gnomon.features.select.fcbf import predominant
from gnomon.features.select.filter_data import FilterData
from gnomon.features.select.given import target_of
from gnomon.features.select.redundancy import CRITERIA, choose
from gnomon.features.select.univariate import SCORES
from gnomon.features.select.xor_guard import pair_information, warn_of_pairs
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.sharing.prepared import take_columns
from gnomon.ties import best_first

MOST_GUARDED_CELLS = 5e7

_a_number_of_columns = Rule(
    lambda value: isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) > 0,
    "a whole number of at least 1",
    "int",
)


class SelectByFilter(SelectorMixin, Learner):
    """Score every column against the target, and keep the best.

    One column at a time: "correlation" (size of r; also of two classes), "signed_correlation" (largest r
    first), "f" (variance between classes over that within, or of the line), "auc" (two classes; a low column
    is as good as a high one), "information_gain", "gain_ratio", "symmetric_uncertainty", "chi_squared",
    "chi_squared_evidence" (-log10 of its p). By near rows: "relief", "relieff". One after another, less what
    the chosen ones told: "mrmr", "mrmr_quotient", "jmi", "cmim", "disr", "fcbf" (which keeps as many as it
    finds, at most k).

    Scores by counts (information, chi-squared, and those that choose one after another) take categories as
    they are and cut numbers, and a target of numbers, at equal frequencies of the training rows. A missing
    value is a level of its own there; r, F and AUC leave it out; Relief refuses it. A column without spread,
    or without any value, scores nothing, which is warned of. Of equal scores the first column wins.

    A ranking of single columns keeps copies, and misses columns that tell only together. With `guard` both
    are looked for among all pairs (where these are few enough) and warned of; `interactions` shows them.

    Attributes
    ----------
    scores_ : what each column was ranked by; for those chosen one after another, when it was chosen
    values_ : the score with its sign (r), or before it was folded (AUC)
    ranking_ : 1 for the best column, 2 for the next
    order_ : the columns by rank

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
        help="what columns are scored by",
        kw_only=False,
        grid=("correlation", "gain_ratio", "chi_squared", "relieff", "mrmr", "jmi", "cmim", "disr", "fcbf"),
    )
    k: Any = one_of_or(
        _a_number_of_columns, "all", default=10, help="how many columns are kept, where as many are there"
    )
    threshold: float | None = between(
        -np.inf, np.inf, default=None, optional=True, help="the least score of a column that is kept"
    )
    n_bins: int = between(
        2, 255, whole=True, default=10, help="levels that a column of numbers is cut into for counting"
    )
    n_neighbors: int = between(
        1, np.inf, whole=True, default=10, help="near rows of each class that relieff looks at"
    )
    target: str = one_of(
        "auto",
        "classes",
        "numbers",
        default="auto",
        help="what y holds; auto takes broken numbers for numbers, and all else for classes",
        grid=(),
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="which columns are categories: 'from_dtype', or a list of names, numbers or flags",
    )
    guard: bool = flag(default=True, help="warn of copies among the columns, and of pairs that tell together")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.target_tags.required = True
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Features as numbers of any type, levels of categories as codes; NaN is a missing value."""
        found = check_mixed(self, X, self._numbers, self.categorical_features, reset=reset)
        if found.dtype.kind == "f" and native.first_not_finite(found, threads.count()) >= 0:
            self.refuse_infinite(found)
        return found

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> FilterData:
        """The rows; what is counted of them is kept for all settings."""
        is_category = np.zeros(X.shape[1], dtype=bool)
        if self.categories_ is not None:
            is_category = self.categories_.mask
        names = tuple(getattr(self, "feature_names_in_", range(X.shape[1])))
        return FilterData(X, y, weight, is_category, names)

    def fit_prepared(self, data: FilterData, start: Self | None = None) -> Self:
        """Score, rank and choose the columns."""
        data = data.with_weight()
        n_columns = data.X.shape[1]
        most = n_columns if self.k == "all" else min(int(self.k), n_columns)
        if self.k != "all" and self.k > n_columns:
            warnings.warn(f"k={self.k} of {n_columns} columns: all are kept", DataWarning, stacklevel=2)
        order, values = self._ranked(data, most)
        _warn_of_columns(data, values)
        self._settle(order, values, most)
        if self.guard and self.filter in SCORES:
            self._warn_of_pairs(data)
        return self

    def _ranked(self, data: FilterData, most: int) -> tuple[Array, Floats]:
        """Columns that may be kept, best first, and the value of each column (NaN without spread)."""
        if self.filter in SCORES:
            values = SCORES[self.filter].values(data, self)
            strength = np.where(np.isnan(values), -np.inf, self.strength(values))
            return best_first(strength), values
        coded = data.coded(self.n_bins)
        if self.filter == "fcbf":
            return predominant(coded)
        return choose(coded, self.filter, most)

    def strength(self, values: Floats) -> Floats:
        """What columns are ranked by, from their values."""
        score = SCORES.get(self.filter, SCORES["information_gain"])
        return np.asarray(score.strength(np.where(np.isnan(values), score.without_spread, values)))

    def _settle(self, order: Array, values: Floats, most: int) -> None:
        self.scores_ = self.strength(values)
        score = SCORES.get(self.filter)
        self.values_ = np.where(np.isnan(values), score.without_spread if score else 0.0, values)
        strength = np.where(np.isnan(values), -np.inf, self.scores_)
        others = best_first(strength)
        others = others[~np.isin(others, order)]
        self.order_ = np.concatenate([order, others]).astype(np.int64)
        self.ranking_ = np.empty(len(values), dtype=np.int64)
        self.ranking_[self.order_] = np.arange(1, len(values) + 1)
        chosen = order[:most]
        if self.threshold is not None:
            chosen = chosen[self.scores_[chosen] >= self.threshold]
        self.support_ = np.isin(np.arange(len(values)), chosen)

    def transform(self, X: Any) -> Any:
        """The columns kept; of a data frame with categories, as a data frame."""
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
        if n_columns < 2 or n_rows * n_columns * (n_columns - 1) / 2 > MOST_GUARDED_CELLS:
            return
        warn_of_pairs(pair_information(data.coded(self.n_bins)), data.names, self.support_)

    def _numbers(self, X: Any, *, reset: bool) -> Array:
        try:
            found = validate_data(self, X, reset=reset, dtype="numeric", order="C", ensure_all_finite=False)
        except ValueError as error:
            if "string" not in str(error):
                raise
            raise DataError(
                f"Input X has words among its numbers ({error}); name their columns in categorical_features"
            ) from error
        is_odd = found.dtype.kind == "f" and found.dtype not in (np.float32, np.float64)
        return np.asarray(found, dtype=np.float64 if is_odd else None)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Labels | Array:
        if isinstance(y, Labels):
            return y
        return target_of(y, n_rows, self.target)


def _warn_of_columns(data: FilterData, values: Floats) -> None:
    """Say which columns can tell nothing: those of one value, and names of single rows."""
    flat = [data.names[column] for column in np.flatnonzero(np.isnan(values))]
    if flat:
        _warn(
            f"without spread, or without values, so that no score tells of them: columns {_listed(flat)}; "
            "they rank last, and can be dropped"
        )
    single = [data.names[column] for column in data.identifiers()]
    if single:
        _warn(
            f"categories with a level for each row: columns {_listed(single)}; such a name tells all of the "
            "training rows and nothing of others, so drop it"
        )


def _listed(names: list[Any]) -> str:
    return ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _warn(message: str) -> None:
    warnings.warn(message, DataWarning, stacklevel=5)


transformers.add(
    "SelectByFilter",
    SelectByFilter,
    "keep the columns that score best: correlation, information, Relief, mRMR, JMI, CMIM and more",
    family="selection",
    example=lambda: SelectByFilter(k=2),
)
