"""Simple imputation by column kind: mean or median of numbers, mode of categories, or a constant."""

from __future__ import annotations

import warnings
from math import inf
from typing import Any, Self

import narwhals as nw
import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import between, flag, free, one_of
from gnomon.errors import DataWarning
from gnomon.features.category_columns import CodedRows
from gnomon.features.column_names import column_names
from gnomon.features.mixed_columns import coded_mixed, filled_table
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.ties import first_largest

CONSTANT_CODE = -1.0


class ImputeByKind(TransformerMixin, Learner):
    """Simple imputation (univariate): mean or median of numeric columns, mode of categorical columns.

    "constant" fills with a fixed value, which marks missing values for trees; linear models need
    `add_indicator` for that. A column without any value gets the constant, with a warning. For numeric
    columns this is scikit-learn's SimpleImputer, with sample weights. `missingness` tests whether values are
    missing completely at random.

    Attributes
    ----------
    statistics_ : the fill value of each column; categories as codes of categories_, -1 for category_value
    categories_ : the levels of categorical columns; None where all are numeric
    missing_ : mask of the columns with missing values

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import ImputeByKind
    >>> frame = pd.DataFrame({"age": [20.0, None, 40.0], "town": ["Ulm", "Ulm", None]})
    >>> ImputeByKind().fit_transform(frame).to_dict("list")
    {'age': [20.0, 30.0, 40.0], 'town': ['Ulm', 'Ulm', 'Ulm']}
    """

    numbers: str = one_of(
        "mean",
        "median",
        "constant",
        default="mean",
        help="fill value of numeric columns; constant: number_value",
    )
    categories: str = one_of(
        "mode", "constant", default="mode", help="fill value of categorical columns; constant: category_value"
    )
    number_value: float = between(-inf, inf, default=0.0, help="constant that fills numeric columns")
    category_value: str = free(default="missing", help="constant that fills categorical columns", kind="str")
    add_indicator: bool = flag(
        default=False, help="whether to append a 0/1 missing indicator per column with missing values"
    )
    categorical_features: Any = free(
        default="from_dtype", help="categorical columns: 'from_dtype', names, indices or a boolean mask"
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on the rows of X; y is ignored. sample_weight: weight of each row, 1 by default."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """Numbers, and codes of categories; NaN where missing."""
        return coded_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes with their levels."""
        return CodedRows(X, None, weight, getattr(self, "categories_", None))

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """Compute the fill value of each column."""
        self.categories_ = data.categories
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        X, weight = data.X[weight > 0], weight[weight > 0]
        self.missing_ = np.isnan(X).any(axis=0)
        is_category = np.zeros(X.shape[1], dtype=bool) if data.categories is None else data.categories.mask
        self.statistics_ = np.array([self._value(X.T[j], weight, is_category[j]) for j in range(X.shape[1])])
        self._warn_if_empty(np.isnan(X).all(axis=0))
        return self

    def transform(self, X: Any) -> Any:
        """The imputed rows: an array if all columns are numeric, else a table of the type of X."""
        check_is_fitted(self)
        coded = self.check_examples(X, reset=False)
        missing = np.isnan(coded)
        filled = np.where(missing, self.statistics_, coded)
        indicators = missing[:, self.missing_].astype(np.float64) if self.add_indicator else None
        if self.categories_ is None:
            return filled if indicators is None else np.hstack([filled, indicators])
        table = filled_table(X, filled, missing, self.categories_, self.category_value)
        return table if indicators is None else self._appended(table, indicators)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the columns, then those of the indicators."""
        check_is_fitted(self)
        names = column_names(self, len(self.statistics_)) if input_features is None else list(input_features)
        return np.array([*names, *self._indicator_names(names)], dtype=object)

    def _indicator_names(self, names: list[str]) -> list[str]:
        return [f"{name}_missing" for name, had in zip(names, self.missing_) if had and self.add_indicator]

    def _appended(self, table: Any, indicators: Floats) -> Any:
        if isinstance(table, np.ndarray):
            return np.hstack([table, indicators.astype(object)])
        frame = nw.from_native(table, eager_only=True)
        columns = dict(zip(self._indicator_names([str(name) for name in frame.columns]), indicators.T))
        added = nw.from_dict(columns, backend=frame.implementation).to_native()
        if hasattr(table, "index"):
            added.index = table.index
        return nw.concat([frame, nw.from_native(added, eager_only=True)], how="horizontal").to_native()

    def _value(self, column: Floats, weight: Floats, is_category: bool) -> float:
        present = ~np.isnan(column)
        if is_category:
            if self.categories == "constant" or not present.any():
                return CONSTANT_CODE
            return float(first_largest(np.bincount(column[present].astype(np.int64), weight[present])))
        if self.numbers == "constant" or not present.any():
            return float(self.number_value)
        if self.numbers == "mean":
            return float(np.average(column[present], weights=weight[present]))
        return weighted_median(column[present], weight[present])

    def _warn_if_empty(self, empty: Flags) -> None:
        if empty.any():
            name = column_names(self, len(empty))[int(np.argmax(empty))]
            warnings.warn(
                f"column {name!r} has only missing values and is filled with the constant; drop it",
                DataWarning,
                stacklevel=4,
            )


def weighted_median(values: Floats, weight: Floats) -> float:
    """Weighted median: the median of the values, each repeated as often as its weight.

    >>> weighted_median(np.array([1.0, 2.0, 9.0]), np.array([1.0, 1.0, 2.0]))
    5.5
    """
    order = np.argsort(values, kind="stable")
    values, upto = values[order], np.cumsum(weight[order])
    half = upto[-1] / 2
    index = int(np.searchsorted(upto, half * (1 - 1e-12)))
    at_half = np.isclose(upto[index], half, rtol=1e-12) and index + 1 < len(values)
    if not at_half:
        return float(values[index])
    with np.errstate(over="ignore"):
        middle = (values[index] + values[index + 1]) / 2
    # The sum may overflow where the sum of the halves does not.
    return float(middle if np.isfinite(middle) else values[index] / 2 + values[index + 1] / 2)


transformers.add(
    "ImputeByKind",
    ImputeByKind,
    "simple imputation: mean, median, mode or a constant",
    family="missing values",
)
