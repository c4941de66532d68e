"""The names of columns that were fitted on."""

from typing import Any


def column_names(owner: Any, n_columns: int) -> list[str]:
    """The names of the columns that an estimator was fitted on; x0, x1, ... where they have none.

    >>> column_names(object(), 2)
    ['x0', 'x1']
    """
    given = getattr(owner, "feature_names_in_", None)
    return [f"x{place}" for place in range(n_columns)] if given is None else [str(name) for name in given]
