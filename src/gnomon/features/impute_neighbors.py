"""Nearest-neighbor imputation (KNN imputation) of numeric and categorical columns, by Gower distance.

Gower's distance (1971): over the columns observed in both rows, the mean of |a - b| / range for numbers and
of a != b for categories.
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

# Distances per block, so that a block fits in the cache of one core.
BLOCK_DISTANCES = 2**18


class ImputeNeighbors(OneToOneFeatureMixin, TransformerMixin, Learner):
    """Nearest-neighbor imputation (KNN imputation): mean or mode of the k nearest rows with a value (donors).

    Distances are Gower's, so columns may be of any kind and need no scaling; ties are broken by row order. A
    row with no column in common with any donor is imputed from all donors. For numeric columns and Euclidean
    distance scikit-learn's KNNImputer does the same.

    Attributes
    ----------
    donors_ : the training rows, categories as codes of categories_
    ranges_ : the range of each numeric column
    categories_ : the levels of categorical columns; None where all are numeric

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import ImputeNeighbors
    >>> frame = pd.DataFrame({"age": [20.0, 21.0, 60.0, 61.0], "town": ["Ulm", "Ulm", "Bonn", None]})
    >>> ImputeNeighbors(n_neighbors=1).fit_transform(frame)["town"].tolist()
    ['Ulm', 'Ulm', 'Bonn', 'Bonn']
    """

    n_neighbors: int = between(1, inf, whole=True, default=5, grid=(1, 5), help="number of donors")
    weights: str = one_of(
        "uniform", "distance", default="uniform", help="weights of the donors: equal, or 1 / distance"
    )
    categorical_features: Any = free(
        default="from_dtype", help="categorical columns: 'from_dtype', names, indices or a boolean mask"
    )
    shared_by = ("categorical_features",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Store the training rows; y is ignored. Sample weights are not supported: repeat rows instead."""
        return super().fit(X)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """Numbers, and codes of categories; NaN where missing."""
        return coded_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> CodedRows:
        """The codes with their levels."""
        return CodedRows(X, None, None, getattr(self, "categories_", None))

    def fit_prepared(self, data: CodedRows, start: Self | None = None) -> Self:
        """Store the training rows and the range of each numeric column."""
        self.categories_, self.donors_ = data.categories, data.X
        empty = np.isnan(data.X).all(axis=0)
        if empty.any():
            name = column_names(self, len(empty))[int(np.argmax(empty))]
            raise DataError(f"column {name!r} has only missing values and cannot be imputed; drop it")
        self.ranges_ = np.nanmax(data.X, axis=0) - np.nanmin(data.X, axis=0)
        return self

    def transform(self, X: Any) -> Any:
        """The imputed rows: an array if all columns are numeric, else a table of the type of X."""
        check_is_fitted(self)
        filled = self.check_examples(X, reset=False).copy()
        missing = np.isnan(filled)
        incomplete = np.flatnonzero(missing.any(axis=1))
        block = max(1, BLOCK_DISTANCES // len(self.donors_))
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
            missing = np.isnan(rows[:, column])
            observed = ~np.isnan(donors[column])
            distance_to = distance[np.ix_(missing, observed)]
            complete[missing, column] = self._imputed(distance_to, donors[column, observed], column)
        return complete

    def _imputed(self, distance: Floats, values: Floats, column: int) -> Floats:
        nearest = _nearest(distance, self.n_neighbors)
        near, donated = np.take_along_axis(distance, nearest, axis=1), values[nearest]
        weight = np.ones_like(near) if self.weights == "uniform" else _inverse_distance(near)
        if not self._is_category()[column]:
            return np.asarray((weight * donated).sum(axis=1) / weight.sum(axis=1))
        votes = np.zeros((len(donated), int(values.max()) + 1))
        np.add.at(votes, (np.arange(len(donated))[:, None], donated.astype(np.int64)), weight)
        return first_largest(votes).astype(np.float64)

    def _is_category(self) -> Flags:
        n_columns = self.donors_.shape[1]
        return np.zeros(n_columns, dtype=bool) if self.categories_ is None else self.categories_.mask


def _nearest(distance: Floats, k: int) -> Integers:
    """The k nearest donors of each row; ties by donor order."""
    n_rows, n_donors = distance.shape
    if k >= n_donors:
        return np.broadcast_to(np.arange(n_donors), distance.shape)
    last = np.partition(distance, k - 1, axis=1)[:, k - 1 : k]
    below, tied = distance < last, distance == last
    left = k - below.sum(axis=1, keepdims=True)
    return np.nonzero(below | (tied & (np.cumsum(tied, axis=1) <= left)))[1].reshape(n_rows, k)


def _inverse_distance(distance: Floats) -> Floats:
    """1 / distance; where a row has donors at distance 0, only these have weight."""
    same = distance == 0
    inverse = 1 / np.where(same, 1.0, distance)
    return np.where(same.any(axis=1)[:, None], same.astype(np.float64), inverse)


transformers.add(
    "ImputeNeighbors",
    ImputeNeighbors,
    "nearest-neighbor (KNN) imputation of numeric and categorical columns",
    family="missing values",
)
