"""Ordinal encoding of categories for other libraries, with the codes of the training data.

Other libraries reject some column names (`[`, `<`, JSON characters) and encode categories in different ways:
numeric arrays without names avoid both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from gnomon.arrays import Floats
from gnomon.errors import DataError


def learn_levels(X: Any) -> dict[int, list[str]]:
    """The levels of each categorical column, by column index.

    >>> import pandas as pd
    >>> learn_levels(pd.DataFrame({"age": [31.0, 45.0], "town": ["Ulm", "Bonn"]}))
    {1: ['Bonn', 'Ulm']}
    """
    if not hasattr(X, "iloc"):
        return {}
    levels = {}
    for index in range(X.shape[1]):
        column = X.iloc[:, index]
        if _is_category(column):
            levels[index] = _levels_of(column)
    return levels


def as_numbers(X: Any, levels: dict[int, list[str]]) -> Any:
    """Encode a table as numbers; missing and unseen levels are NaN.

    >>> import pandas as pd
    >>> as_numbers(pd.DataFrame({"town": ["Ulm", "Rome", None]}), {0: ["Bonn", "Ulm"]})
    array([[ 1.],
           [nan],
           [nan]])
    """
    if scipy.sparse.issparse(X):
        rows: Any = X
        return scipy.sparse.csr_matrix(rows)  # The libraries do not support sparse arrays.
    if not hasattr(X, "iloc"):
        return np.asarray(X, dtype=np.float64)
    table = np.empty(X.shape)
    for index in range(X.shape[1]):
        column = X.iloc[:, index]
        table[:, index] = _codes(column, levels[index]) if index in levels else _numbers(column)
    return table


def _is_category(column: Any) -> bool:
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        return not kind.ordered
    return pd.api.types.is_object_dtype(kind) or pd.api.types.is_string_dtype(kind)


def _levels_of(column: Any) -> list[str]:
    """The sorted levels that occur, as strings."""
    import pandas as pd

    levels = pd.unique(column.dropna()) if not hasattr(column, "cat") else _present(column)
    return sorted({str(level) for level in levels})


def _present(column: Any) -> Any:
    codes = column.cat.codes.to_numpy()
    return column.cat.categories[np.unique(codes[codes >= 0])]


def _codes(column: Any, levels: list[str]) -> Floats:
    import pandas as pd

    values = column.array if isinstance(column.dtype, pd.CategoricalDtype) else pd.Categorical(column)
    code_of = {level: float(code) for code, level in enumerate(levels)}
    # The last element is for code -1, a missing value.
    codes = np.array([*(code_of.get(str(level), np.nan) for level in values.categories), np.nan])
    encoded: Floats = codes[values.codes]
    return encoded


def _numbers(column: Any) -> Floats:
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        codes = column.cat.codes.to_numpy()
        ranks: Floats = np.where(codes < 0, np.nan, codes)
        return ranks
    if column.dtype.kind in "mM":
        raise DataError(
            f"column {column.name!r} holds dates, which the learner does not support; "
            "gnomon.preprocessing.prepared_estimator extracts date features"
        )
    numbers: Floats = pd.to_numeric(column).to_numpy(dtype=np.float64, na_value=np.nan)
    return numbers
