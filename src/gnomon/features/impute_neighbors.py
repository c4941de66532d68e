"""Missing values taken from the nearest rows, for tables of numbers and categories.

Gower's distance (1971): over the columns that both rows have, the mean of |a - b| / range for numbers and of
a != b for categories.
"""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.check import between, free, one_of
from gnomon.errors import DataError
from gnomon.features.category_columns import CodedRows
from gnomon.features.column_names import column_names
from gnomon.features.mixed_columns import coded_mixed, filled_table
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.ties import first_largest

# So few that the tables stay in the cache of one core.
DISTANCES_AT_ONCE = 2**18


class ImputeNeighbors(OneToOneFeatureMixin, TransformerMixin, Learner):
    """Fill a missing value from the k nearest training rows that have it: their mean, or mode of categories.

    Distances are Gower's, so that columns need no scaling and may be of any kind; equally near rows are taken
    in the order they came. A row that shares no column with a donor is filled from all donors. For numbers
    alone, and by Euclid's distance, scikit-learn's KNNImputer does the same.

    Attributes
    ----------
    donors_ : the training rows, categories as codes of categories_
    ranges_ : the range of each column that is a number
    categories_ : the levels of columns that are categories; None where all are numbers

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.impute_neighbors import ImputeNeighbors
    >>> frame = pd.DataFrame({"age": [20.0, 21.0, 60.0, 61.0], "town": ["Ulm", "Ulm", "Bonn", None]})
    >>> ImputeNeighbors(n_neighbors=1).fit_transform(frame)["town"].tolist()
    ['Ulm', 'Ulm', 'Bonn', 'Bonn']
    """

    n_neighbors: int = between(1, inf, whole=True, default=5, grid=(1, 5), help="how many donors")
    weights: str = one_of(
        "uniform", "distance", default="uniform", help="donors count alike, or by 1 / distance"
    )
    categorical_features: Any = free(
        default="from_dtype", help="categories: by type, or a list of names, numbers or flags"
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Keep the rows; y is not looked at. A row counts once: repeat it to have it count more."""
        return super().fit(X)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """Numbers, and codes of categories; NaN where a value is missing."""
        return coded_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes, with the levels that they stand for."""
        return CodedRows(X, None, None, getattr(self, "categories_", None))

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """Keep the rows, and the range of each number."""
        self.categories_, self.donors_ = data.categories, data.X
        empty = np.isnan(data.X).all(axis=0)
        if empty.any():
            name = column_names(self, len(empty))[int(np.argmax(empty))]
            raise DataError(f"column {name!r} has no value at all, so no row can lend one; drop it")
        self.ranges_ = np.nanmax(data.X, axis=0) - np.nanmin(data.X, axis=0)
        return self

    def transform(self, X: Any) -> Any:
        """The rows with nothing missing: an array for numbers alone, else a table in the form of X."""
        check_is_fitted(self)
        filled = self.check_examples(X, reset=False).copy()
        missing = np.isnan(filled)
        incomplete = np.flatnonzero(missing.any(axis=1))
        block = max(1, DISTANCES_AT_ONCE // len(self.donors_))
        donors = np.ascontiguousarray(self.donors_.T)
        for begin in range(0, len(incomplete), block):
            rows = incomplete[begin : begin + block]
            filled[rows] = self._filled(filled[rows], donors)
        if self.categories_ is None:
            return filled
        return filled_table(X, filled, missing, self.categories_, "missing")

    def _filled(self, rows: Floats, donors: Floats) -> Floats:
        is_category = self._is_category()
        scale = 1 / np.where(is_category | (self.ranges_ == 0), 1.0, self.ranges_)
        distance = native.gower(rows, donors, scale, is_category.astype(np.uint8), threads.count())
        complete = rows.copy()
        for column in np.flatnonzero(np.isnan(rows).any(axis=0)).tolist():
            wanting = np.isnan(rows[:, column])
            has = ~np.isnan(donors[column])
            distance_to = distance[np.ix_(wanting, has)]
            complete[wanting, column] = self._lent(distance_to, donors[column, has], column)
        return complete

    def _lent(self, distance: Floats, values: Floats, column: int) -> Floats:
        nearest = _nearest(distance, self.n_neighbors)
        near, lent = np.take_along_axis(distance, nearest, axis=1), values[nearest]
        weight = np.ones_like(near) if self.weights == "uniform" else _nearness(near)
        if not self._is_category()[column]:
            return np.asarray((weight * lent).sum(axis=1) / weight.sum(axis=1))
        votes = np.zeros((len(lent), int(values.max()) + 1))
        np.add.at(votes, (np.arange(len(lent))[:, None], lent.astype(np.int64)), weight)
        return first_largest(votes).astype(np.float64)

    def _is_category(self) -> Flags:
        n_columns = self.donors_.shape[1]
        return np.zeros(n_columns, dtype=bool) if self.categories_ is None else self.categories_.mask


def _nearest(distance: Floats, k: int) -> Integers:
    """The k donors nearest to each row, the first of equals."""
    n_rows, n_donors = distance.shape
    if k >= n_donors:
        return np.broadcast_to(np.arange(n_donors), distance.shape)
    last = np.partition(distance, k - 1, axis=1)[:, k - 1 : k]
    below, tied = distance < last, distance == last
    left = k - below.sum(axis=1, keepdims=True)
    return np.nonzero(below | (tied & (np.cumsum(tied, axis=1) <= left)))[1].reshape(n_rows, k)


def _nearness(distance: Floats) -> Floats:
    """1 / distance; where a row has donors at distance 0 these alone count."""
    same = distance == 0
    found = 1 / np.where(same, 1.0, distance)
    return np.where(same.any(axis=1)[:, None], same.astype(np.float64), found)


transformers.add(
    "ImputeNeighbors",
    ImputeNeighbors,
    "missing values from the nearest rows, of any kinds of column",
    family="missing values",
)
