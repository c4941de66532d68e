"""Tables of numbers and categories, with missing values, at the door of an imputer and out of it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.data.frames import is_frame
from gnomon.errors import DataError
from gnomon.sharing.categories import Categories, chosen_columns, table_columns
from gnomon.sharing.mixed_table import as_given, check_mixed
from gnomon.sharing.moments import too_large

LARGEST = 1e150


def coded_mixed(owner: Any, X: Any, check_numbers: Callable[..., Any], chosen: Any, *, reset: bool) -> Floats:
    """Numbers as they are, categories as codes of their levels, NaN where a value is missing.

    chosen: "from_dtype", or names, numbers or flags of the columns that are categories. Those found on the
    first look are the owner's `categories_`, which is None for numbers alone.

    >>> import pandas
    >>> from gnomon.features.impute_kind import ImputeByKind
    >>> frame = pandas.DataFrame({"age": [30.0, None], "town": ["Ulm", "Bonn"]})
    >>> coded_mixed(ImputeByKind(), frame, None, "from_dtype", reset=True)
    array([[30.,  1.],
           [nan,  0.]])
    """
    if isinstance(chosen, str) and chosen == "from_dtype" and is_frame(X):
        # The center of truth values is their mode.
        chosen = chosen_columns(as_given(X), chosen, booleans=True)
    coded: Floats = check_mixed(owner, X, check_numbers, chosen, reset=reset)
    if np.nanmax(np.abs(coded), initial=0.0) > LARGEST:
        raise DataError(too_large(np.nan_to_num(coded)))
    return coded


def filled_table(X: Any, filled: Floats, missing: Flags, categories: Categories, designated: str) -> Any:
    """The table in its own form, in which values that were missing are those of `filled`.

    filled: the coded table without NaN; a code of -1 stands for the designated value.

    >>> import pandas
    >>> frame = pandas.DataFrame({"town": ["Ulm", None]})
    >>> categories = Categories(("town",), (np.array(["Ulm"], dtype=object),))
    >>> lost = np.array([[False], [True]])
    >>> filled_table(frame, np.array([[0.0], [-1.0]]), lost, categories, "nowhere")["town"].tolist()
    ['Ulm', 'nowhere']
    """
    table = as_given(X)
    columns = {}
    for place, (name, values) in enumerate(zip(*table_columns(table), strict=True)):
        levels, lost = categories.levels[place], missing[:, place]
        numbers = filled[:, place]
        columns[name] = numbers if levels is None else _words(values, lost, numbers, levels, designated)
    if not is_frame(table):
        return np.column_stack([np.asarray(column, dtype=object) for column in columns.values()])
    frame = nw.from_native(table, eager_only=True)
    holed = [name for name, lost in zip(columns, missing.T) if lost.any()]
    return frame.with_columns(*(_like(frame[name], columns[name]) for name in holed)).to_native()


def _like(column: Any, values: Array) -> Any:
    """The values as a column of the same type, where that has a place for them."""
    made = nw.new_series(column.name, values, backend=column.implementation)
    kind = column.dtype
    fits = isinstance(kind, nw.Categorical) or (
        isinstance(kind, nw.Enum) and set(values) <= set(kind.categories)
    )
    return made.cast(kind) if fits else made


def _words(given: Array, missing: Flags, codes: Floats, levels: Array, designated: str) -> Array:
    words = np.array(given, dtype=object)
    for row in np.flatnonzero(missing):
        code = int(codes[row])
        words[row] = designated if code < 0 else levels[code]
    is_boolean = all(isinstance(word, bool | np.bool_) for word in words)
    return words.astype(bool) if is_boolean else words
