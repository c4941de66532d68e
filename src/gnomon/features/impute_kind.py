"""Missing values filled by kind: mean or median for numbers, mode or a designated value for categories."""

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

DESIGNATED = -1.0


class ImputeByKind(TransformerMixin, Learner):
    """Fill missing numbers by the mean or median of their column and missing categories by the mode.

    A designated value, `constant`, says that a value was missing: trees can use that, linear models cannot,
    and they want `add_indicator`. A column without any value gets the designated value, which is warned of.
    For numbers alone this is scikit-learn's SimpleImputer, with weights. Ask `missingness` first whether
    values are missing for a reason.

    Attributes
    ----------
    statistics_ : what each column is filled with; categories as codes of categories_, -1 if designated
    categories_ : the levels of columns that are categories; None where all are numbers
    missing_ : which columns had missing values

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.impute_kind import ImputeByKind
    >>> frame = pd.DataFrame({"age": [20.0, None, 40.0], "town": ["Ulm", "Ulm", None]})
    >>> ImputeByKind().fit_transform(frame).to_dict("list")
    {'age': [20.0, 30.0, 40.0], 'town': ['Ulm', 'Ulm', 'Ulm']}
    """

    numbers: str = one_of(
        "mean", "median", "constant", default="mean", help="what fills numbers; constant: number_value"
    )
    categories: str = one_of(
        "mode", "constant", default="mode", help="what fills categories; constant: category_value"
    )
    number_value: float = between(-inf, inf, default=0.0, help="the designated number")
    category_value: str = free(default="missing", help="the designated category", kind="str")
    add_indicator: bool = flag(
        default=False, help="whether a column of 0 and 1 follows for each that had missing values"
    )
    categorical_features: Any = free(
        default="from_dtype", help="categories: by type, or a list of names, numbers or flags"
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on rows X; y is not looked at. sample_weight: how much each row counts; 1 if not given."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """Numbers, and codes of categories; NaN where a value is missing."""
        return coded_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes, with the levels that they stand for."""
        return CodedRows(X, None, weight, getattr(self, "categories_", None))

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """The value that fills each column."""
        self.categories_ = data.categories
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        X, weight = data.X[weight > 0], weight[weight > 0]
        self.missing_ = np.isnan(X).any(axis=0)
        is_category = np.zeros(X.shape[1], dtype=bool) if data.categories is None else data.categories.mask
        self.statistics_ = np.array([self._value(X.T[j], weight, is_category[j]) for j in range(X.shape[1])])
        self._warn_if_empty(np.isnan(X).all(axis=0))
        return self

    def transform(self, X: Any) -> Any:
        """The rows with nothing missing: an array for numbers alone, else a table in the form of X."""
        check_is_fitted(self)
        coded = self.check_examples(X, reset=False)
        missing = np.isnan(coded)
        filled = np.where(missing, self.statistics_, coded)
        marks = missing[:, self.missing_].astype(np.float64) if self.add_indicator else None
        if self.categories_ is None:
            return filled if marks is None else np.hstack([filled, marks])
        table = filled_table(X, filled, missing, self.categories_, self.category_value)
        return table if marks is None else self._beside(table, marks)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The columns' names, then those of the indicators."""
        check_is_fitted(self)
        names = column_names(self, len(self.statistics_)) if input_features is None else list(input_features)
        return np.array([*names, *self._marks(names)], dtype=object)

    def _marks(self, names: list[str]) -> list[str]:
        return [f"{name}_missing" for name, had in zip(names, self.missing_) if had and self.add_indicator]

    def _beside(self, table: Any, marks: Floats) -> Any:
        if isinstance(table, np.ndarray):
            return np.hstack([table, marks.astype(object)])
        frame = nw.from_native(table, eager_only=True)
        columns = dict(zip(self._marks([str(name) for name in frame.columns]), marks.T))
        made = nw.from_dict(columns, backend=frame.implementation).to_native()
        if hasattr(table, "index"):
            made.index = table.index
        return nw.concat([frame, nw.from_native(made, eager_only=True)], how="horizontal").to_native()

    def _value(self, column: Floats, weight: Floats, is_category: bool) -> float:
        seen = ~np.isnan(column)
        if is_category:
            if self.categories == "constant" or not seen.any():
                return DESIGNATED
            return float(first_largest(np.bincount(column[seen].astype(np.int64), weight[seen])))
        if self.numbers == "constant" or not seen.any():
            return float(self.number_value)
        if self.numbers == "mean":
            return float(np.average(column[seen], weights=weight[seen]))
        return weighted_median(column[seen], weight[seen])

    def _warn_if_empty(self, empty: Flags) -> None:
        if empty.any():
            name = column_names(self, len(empty))[int(np.argmax(empty))]
            warnings.warn(
                f"column {name!r} has no value at all and is filled with the designated one; drop it",
                DataWarning,
                stacklevel=4,
            )


def weighted_median(values: Floats, weight: Floats) -> float:
    """The median of the values, each repeated as often as its weight says.

    >>> weighted_median(np.array([1.0, 2.0, 9.0]), np.array([1.0, 1.0, 2.0]))
    5.5
    """
    order = np.argsort(values, kind="stable")
    values, upto = values[order], np.cumsum(weight[order])
    half = upto[-1] / 2
    place = int(np.searchsorted(upto, half * (1 - 1e-12)))
    at_half = np.isclose(upto[place], half, rtol=1e-12) and place + 1 < len(values)
    if not at_half:
        return float(values[place])
    with np.errstate(over="ignore"):
        middle = (values[place] + values[place + 1]) / 2
    # The sum may be too large for a float where that of the halves is not.
    return float(middle if np.isfinite(middle) else values[place] / 2 + values[place + 1] / 2)


transformers.add(
    "ImputeByKind",
    ImputeByKind,
    "missing values filled by mean, median, mode or a designated value",
    family="missing values",
)
