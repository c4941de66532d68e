"""Every column of a table as a category: its levels as codes, missing values as a level of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features, _num_samples

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.categories import Categories
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class CodedRows(Rows):
    """Rows whose columns are codes of levels, and the levels they stand for.

    >>> data = CodedRows(np.array([[0.0], [1.0]]), categories=Categories(("town",), (np.array(["a", "b"]),)))
    >>> data.rows(np.array([1])).categories.levels
    (array(['a', 'b'], dtype='<U1'),)
    """

    categories: Categories | None = None

    def rows(self, index: Integers) -> CodedRows:
        """These rows only."""
        some = super().rows(index)
        return CodedRows(some.X, some.y, some.weight, self.categories)


def coded_categories(owner: Any, X: Any, *, reset: bool) -> Floats:
    """The rows as codes of levels, NaN where a value is missing; new levels have codes past the known ones.

    The levels found on the first look are the owner's `categories_`.

    >>> from sklearn.base import BaseEstimator
    >>> coded_categories(BaseEstimator(), [["b", 1], ["a", 1]], reset=True)
    array([[1., 0.],
           [0., 0.]])
    """
    X = _table(owner, X)
    _check_feature_names(owner, X, reset=reset)
    _check_n_features(owner, X, reset=reset)
    names, columns = table_columns(X)
    if reset:
        owner.categories_ = Categories(names, tuple(levels_of(*each) for each in zip(names, columns)))
    found = [codes_of(*each) for each in zip(columns, owner.categories_.levels, strict=True)]
    return np.column_stack(found)


def table_columns(X: Any) -> tuple[tuple[Any, ...], list[Array]]:
    """The names (or numbers) and the values of the columns of a data frame or an array.

    >>> table_columns(pd.DataFrame({"town": ["Ulm", "Bonn"]}))
    (('town',), [array(['Ulm', 'Bonn'], dtype=object)])
    """
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return tuple(range(X.shape[1])), [_hashable(column) for column in X.T]
    columns = [frame[:, place] for place in range(frame.shape[1])]
    text = [
        column.cast(nw.String) if isinstance(column.dtype, nw.Categorical | nw.Enum) else column
        for column in columns
    ]
    return tuple(frame.columns), [_hashable(np.asarray(column.to_numpy())) for column in text]


def levels_of(name: Any, values: Array) -> Array:
    """The distinct values of a column that are not missing, in order.

    >>> levels_of("size", np.array([2.0, np.nan, 1.0]))
    array([1., 2.])
    """
    found = pd.factorize(values)[1]
    try:
        return np.sort(np.asarray(found))
    except TypeError as problem:
        raise DataError(
            f"column {name!r} mixes kinds of values ({problem}); make them all text first"
        ) from problem


def codes_of(values: Array, levels: Array) -> Floats:
    """The place of each value among the levels; their number for a new one, NaN for a missing one.

    >>> codes_of(np.array(["b", None, "z"], dtype=object), np.array(["a", "b"], dtype=object))
    array([ 1., nan,  2.])
    """
    place = pd.Index(levels).get_indexer(pd.Index(values)).astype(np.float64)
    place[place < 0] = len(levels)
    place[pd.isna(values)] = np.nan
    return place


def level_words(level: Any) -> str:
    """A level as a name: its text, or its number without needless digits.

    >>> level_words(2.0), level_words("red")
    ('2', 'red')
    """
    is_number = isinstance(level, float | np.floating) and np.isfinite(level)
    return f"{level:g}" if is_number else str(level)


def _table(owner: Any, X: Any) -> Any:
    """X as a data frame or a two-dimensional array, values as they are."""
    if scipy.sparse.issparse(X):
        raise TypeError(
            f"{type(owner).__name__} reads categories, and sparse columns have none; make X dense"
        )
    if isinstance(nw.from_native(X, eager_only=True, pass_through=True), nw.DataFrame):
        if _num_samples(X) == 0 or X.shape[1] == 0:
            raise DataError(
                f"Found array with {X.shape[0]} sample(s) and {X.shape[1]} feature(s) while a minimum "
                "of 1 is required"
            )
        return X
    return check_array(_as_given(X), dtype=None, ensure_all_finite=False, input_name="X", estimator=owner)


def _as_given(X: Any) -> Any:
    """A list that mixes text and numbers stays as it is, where an array would make all of it text."""
    if isinstance(X, list | tuple):
        table = np.asarray(X, dtype=object)
        return table if any(isinstance(value, str) for value in table.ravel().tolist()) else X
    return X


def _hashable(values: Array) -> Array:
    return values.astype(object) if values.dtype.kind in "US" else values
