"""A table as numbers: levels of categories as codes that are the same in every table.

Other libraries read columns by name and refuse some names (`[`, `<`, marks of JSON), and each goes its own
way about levels: numbers without names have neither trouble.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Floats
from gnomon.errors import DataError


def learn_levels(X: Any) -> dict[int, list[str]]:
    """The levels of each column of categories, by its place.

    >>> import pandas as pd
    >>> learn_levels(pd.DataFrame({"age": [31.0, 45.0], "town": ["Ulm", "Bonn"]}))
    {1: ['Bonn', 'Ulm']}
    """
    if not hasattr(X, "iloc"):
        return {}
    found = {}
    for place in range(X.shape[1]):
        column = X.iloc[:, place]
        if _is_category(column):
            found[place] = _levels_of(column)
    return found


def as_numbers(X: Any, levels: dict[int, list[str]]) -> Any:
    """The table as numbers; a missing level, and one that is not known, is NaN.

    >>> import pandas as pd
    >>> as_numbers(pd.DataFrame({"town": ["Ulm", "Rome", None]}), {0: ["Bonn", "Ulm"]})
    array([[ 1.],
           [nan],
           [nan]])
    """
    if scipy.sparse.issparse(X):
        rows: Any = X
        return scipy.sparse.csr_matrix(rows)  # The libraries know no sparse arrays.
    if not hasattr(X, "iloc"):
        return np.asarray(X, dtype=np.float64)
    table = np.empty(X.shape)
    for place in range(X.shape[1]):
        column = X.iloc[:, place]
        table[:, place] = _codes(column, levels[place]) if place in levels else _numbers(column)
    return table


def _is_category(column: Any) -> bool:
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        return not kind.ordered
    return pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind)


def _levels_of(column: Any) -> list[str]:
    """The levels that occur, as words."""
    import pandas as pd

    found = pd.unique(column.dropna()) if not hasattr(column, "cat") else _present(column)
    return sorted({str(level) for level in found})


def _present(column: Any) -> Any:
    codes = column.cat.codes.to_numpy()
    return column.cat.categories[np.unique(codes[codes >= 0])]


def _codes(column: Any, levels: list[str]) -> Floats:
    import pandas as pd

    values = column.array if isinstance(column.dtype, pd.CategoricalDtype) else pd.Categorical(column)
    place = {level: float(code) for code, level in enumerate(levels)}
    # One more for the code -1, which stands for a missing value.
    known = np.array([*(place.get(str(level), np.nan) for level in values.categories), np.nan])
    found: Floats = known[values.codes]
    return found


def _numbers(column: Any) -> Floats:
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = column.cat.codes.to_numpy()
        ranks: Floats = np.where(codes < 0, np.nan, codes)
        return ranks
    if column.dtype.kind in "mM":
        raise DataError(
            f"column {column.name!r} holds dates, which the learner cannot read; "
            "gnomon.preprocessing.prepared_estimator turns them into parts of dates"
        )
    found: Floats = pd.to_numeric(column).to_numpy(dtype=np.float64, na_value=np.nan)
    return found
