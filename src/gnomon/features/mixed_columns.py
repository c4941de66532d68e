"""Tables of numbers and categories, with missing values, at the door of an imputer and out of it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.utils.validation import _check_feature_names, _check_n_features

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.features.category_columns import codes_of, levels_of, table_columns
from gnomon.sharing.categories import Categories
from gnomon.sharing.moments import too_large
from gnomon.sharing.prepared import take

LARGEST = 1e150


def coded_mixed(owner: Any, X: Any, check_numbers: Callable[..., Any], chosen: Any, *, reset: bool) -> Floats:
    """Numbers as they are, categories as codes of their levels, NaN where a value is missing.

    chosen: "from_dtype", or names, numbers or flags of the columns that are categories. Those found on the
    first look are the owner's `categories_`, which is None for numbers alone.

    >>> from sklearn.base import BaseEstimator
    >>> frame = pd.DataFrame({"age": [30.0, None], "town": ["Ulm", "Bonn"]})
    >>> coded_mixed(BaseEstimator(), frame, None, "from_dtype", reset=True)
    array([[30.,  1.],
           [nan,  0.]])
    """
    if reset:
        owner.categories_ = _categories(X, chosen)
    if getattr(owner, "categories_", None) is None:
        return _of_moderate_size(check_numbers(X, reset=reset))
    X = X if hasattr(X, "shape") else np.asarray(X, dtype=object)
    _check_feature_names(owner, X, reset=reset)
    _check_n_features(owner, X, reset=reset)
    columns = zip(*table_columns(X), owner.categories_.levels, strict=True)
    coded = np.column_stack([_numbers(*each) if each[2] is None else codes_of(*each[1:]) for each in columns])
    if np.isinf(coded).any():
        row, column = np.argwhere(np.isinf(coded))[0]
        raise DataError(
            f"column {column}, row {row} is infinite; replace it by a number, or by a missing value"
        )
    return _of_moderate_size(coded)


def filled_table(X: Any, filled: Floats, missing: Flags, categories: Categories, designated: str) -> Any:
    """The table in its own form, in which values that were missing are those of `filled`.

    filled: the coded table without NaN; a code of -1 stands for the designated value.

    >>> frame = pd.DataFrame({"town": ["Ulm", None]})
    >>> categories = Categories(("town",), (np.array(["Ulm"], dtype=object),))
    >>> lost = np.array([[False], [True]])
    >>> filled_table(frame, np.array([[0.0], [-1.0]]), lost, categories, "nowhere")["town"].tolist()
    ['Ulm', 'nowhere']
    """
    names, given = table_columns(X if hasattr(X, "shape") else np.asarray(X, dtype=object))
    columns = {}
    for name, values, lost, numbers, levels in zip(names, given, missing.T, filled.T, categories.levels):
        columns[name] = numbers if levels is None else _words(values, lost, numbers, levels, designated)
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return np.column_stack([np.asarray(column, dtype=object) for column in columns.values()])
    native = nw.from_dict(columns, backend=frame.implementation).to_native()
    if hasattr(X, "index"):
        native.index = X.index
    return native


def _categories(X: Any, chosen: Any) -> Categories | None:
    is_frame = isinstance(nw.from_native(X, eager_only=True, pass_through=True), nw.DataFrame)
    by_type = isinstance(chosen, str) and chosen == "from_dtype"
    if by_type and not is_frame:
        return None
    if scipy.sparse.issparse(X):
        raise ParameterError(f"categorical_features={chosen!r}: sparse columns cannot be categories")
    table = X if hasattr(X, "shape") else np.asarray(X, dtype=object)
    # Which columns are categories can be told from no rows at all.
    mask = Categories.of(take(table, np.arange(0)), chosen).mask | (_booleans(X) if by_type else False)
    if not mask.any():
        return None
    names, columns = table_columns(table)
    levels = [levels_of(*each) if is_category else None for *each, is_category in zip(names, columns, mask)]
    return Categories(names, tuple(levels))


def _of_moderate_size(table: Floats) -> Floats:
    """The table, refused if sums and ranges of its numbers may be infinite."""
    if np.nanmax(np.abs(table), initial=0.0) > LARGEST:
        raise DataError(too_large(np.nan_to_num(table)))
    return table


def _booleans(X: Any) -> Flags:
    """Columns that are true or false, whose centre is the mode."""
    frame = nw.from_native(X, eager_only=True)
    return np.array([isinstance(kind, nw.Boolean) for kind in frame.schema.values()], dtype=bool)


def _numbers(name: Any, values: Array, levels: None) -> Floats:
    if values.dtype.kind in "mM":
        raise DataError(f"column {name!r} holds dates or times; make numbers of them, or name it a category")
    missing = pd.isna(values)
    numbers = np.full(len(values), np.nan)
    try:
        numbers[~missing] = values[~missing].astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(
            f"could not convert column {name!r} to numbers ({problem}); name it in categorical_features"
        ) from None
    return numbers


def _words(given: Array, missing: Flags, codes: Floats, levels: Array, designated: str) -> Array:
    words = np.array(given, dtype=object)
    for row in np.flatnonzero(missing):
        code = int(codes[row])
        words[row] = designated if code < 0 else levels[code]
    is_boolean = all(isinstance(word, bool | np.bool_) for word in words)
    return words.astype(bool) if is_boolean else words
