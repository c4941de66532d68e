"""The names of the columns that an estimator was fitted on."""

from typing import Any


def column_names(owner: Any, n_columns: int) -> list[str]:
    """The column names that an estimator was fitted on (`feature_names_in_`); x0, x1, ... without names.

    >>> column_names(object(), 2)
    ['x0', 'x1']
    """
    names = getattr(owner, "feature_names_in_", None)
    return [f"x{index}" for index in range(n_columns)] if names is None else [str(name) for name in names]
