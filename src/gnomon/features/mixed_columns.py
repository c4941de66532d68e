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
        # The centre of truth values is their mode.
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
    names, given = table_columns(as_given(X))
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


def _words(given: Array, missing: Flags, codes: Floats, levels: Array, designated: str) -> Array:
    words = np.array(given, dtype=object)
    for row in np.flatnonzero(missing):
        code = int(codes[row])
        words[row] = designated if code < 0 else levels[code]
    is_boolean = all(isinstance(word, bool | np.bool_) for word in words)
    return words.astype(bool) if is_boolean else words
