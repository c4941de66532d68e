"""Mixed tables of numbers and categories with missing values: the input and output of imputers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.data.frames import is_frame
from gnomon.errors import DataError
from gnomon.sharing.categories import Categories, categorical_mask, table_columns
from gnomon.sharing.mixed_table import check_mixed, frame_or_array
from gnomon.sharing.moments import too_large

LARGEST = 1e150


def coded_mixed(owner: Any, X: Any, check_numbers: Callable[..., Any], chosen: Any, *, reset: bool) -> Floats:
    """Numbers unchanged, categories as codes of their levels, NaN where missing.

    chosen: "from_dtype", or names, indices or a mask of the categorical columns. With reset=True the levels
    are stored as the owner's `categories_`, None if all columns are numeric.

    >>> import pandas
    >>> from gnomon import ImputeByKind
    >>> frame = pandas.DataFrame({"age": [30.0, None], "town": ["Ulm", "Bonn"]})
    >>> coded_mixed(ImputeByKind(), frame, None, "from_dtype", reset=True)
    array([[30.,  1.],
           [nan,  0.]])
    """
    if isinstance(chosen, str) and chosen == "from_dtype" and is_frame(X):
        # Boolean columns are imputed by their mode, so they count as categories.
        chosen = categorical_mask(frame_or_array(X), chosen, booleans=True)
    coded: Floats = check_mixed(owner, X, check_numbers, chosen, reset=reset)
    if np.nanmax(np.abs(coded), initial=0.0) > LARGEST:
        raise DataError(too_large(np.nan_to_num(coded)))
    return coded


def filled_table(X: Any, filled: Floats, missing: Flags, categories: Categories, constant: str) -> Any:
    """The table in its original type, with missing values replaced by those of `filled`.

    filled: the coded table without NaN; the code -1 stands for the constant.

    >>> import pandas
    >>> frame = pandas.DataFrame({"town": ["Ulm", None]})
    >>> categories = Categories(("town",), (np.array(["Ulm"], dtype=object),))
    >>> missing = np.array([[False], [True]])
    >>> filled_table(frame, np.array([[0.0], [-1.0]]), missing, categories, "nowhere")["town"].tolist()
    ['Ulm', 'nowhere']
    """
    table = frame_or_array(X)
    columns = {}
    for index, (name, values) in enumerate(zip(*table_columns(table), strict=True)):
        levels, is_missing = categories.levels[index], missing[:, index]
        numbers = filled[:, index]
        columns[name] = (
            numbers if levels is None else _filled_categories(values, is_missing, numbers, levels, constant)
        )
    if not is_frame(table):
        return np.column_stack([np.asarray(column, dtype=object) for column in columns.values()])
    frame = nw.from_native(table, eager_only=True)
    incomplete = [name for name, is_missing in zip(columns, missing.T) if is_missing.any()]
    return frame.with_columns(*(_like(frame[name], columns[name]) for name in incomplete)).to_native()


def _like(column: Any, values: Array) -> Any:
    """The values as a column of the same type, where that can represent them."""
    series = nw.new_series(column.name, values, backend=column.implementation)
    kind = column.dtype
    fits = isinstance(kind, nw.Categorical) or (
        isinstance(kind, nw.Enum) and set(values) <= set(kind.categories)
    )
    return series.cast(kind) if fits else series


def _filled_categories(values: Array, missing: Flags, codes: Floats, levels: Array, constant: str) -> Array:
    filled = np.array(values, dtype=object)
    for row in np.flatnonzero(missing):
        code = int(codes[row])
        filled[row] = constant if code < 0 else levels[code]
    is_boolean = all(isinstance(value, bool | np.bool_) for value in filled)
    return filled.astype(bool) if is_boolean else filled
