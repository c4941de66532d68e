"""Tree parameters given as a number, a fraction or a keyword, converted to integers."""

from __future__ import annotations

import numbers
from math import ceil, log2, sqrt
from typing import Any

import numpy as np

from gnomon.arrays import Flags
from gnomon.errors import ParameterError


def count(learner: Any, name: str, n_rows: int, minimum: int) -> int:
    """A parameter that is a number of rows (an integer) or a fraction of them (a float).

    >>> from types import SimpleNamespace
    >>> count(SimpleNamespace(min_samples_leaf=0.1), "min_samples_leaf", 55, minimum=1)
    6
    """
    value = getattr(learner, name)
    if isinstance(value, numbers.Integral):
        if value < minimum:
            raise ParameterError(
                f"{type(learner).__name__}({name}={value}): a number of rows must be at least {minimum}"
            )
        return int(value)
    if value > 1:
        raise ParameterError(
            f"{type(learner).__name__}({name}={value}): a fraction of the rows must be at most 1.0; "
            "pass an integer for a number of rows"
        )
    return max(minimum, ceil(value * n_rows))


def max_features(value: Any, n_columns: int, owner: str) -> int:
    """The number of columns considered at each split.

    >>> max_features("sqrt", 10, "tree"), max_features(0.5, 10, "tree"), max_features(None, 10, "tree")
    (3, 5, 10)
    """
    if value is None:
        return n_columns
    if isinstance(value, str) and value in ("sqrt", "log2"):
        return max(1, int(sqrt(n_columns) if value == "sqrt" else log2(n_columns)))
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and value >= 1:
        return min(int(value), n_columns)
    if isinstance(value, float | np.floating) and 0 < value <= 1:
        return max(1, int(value * n_columns))
    raise ParameterError(
        f"{owner}(max_features={value!r}): pass an integer of at least 1, a fraction up to 1.0, 'sqrt', "
        "'log2' or None"
    )


def monotone(value: Any, categorical: Flags, owner: str) -> tuple[int, ...] | None:
    """The monotonicity constraint of each column; None if there is none.

    >>> monotone([1, 0], np.array([False, False]), "tree")
    (1, 0)
    """
    if value is None:
        return None
    directions = np.asarray(value)
    if directions.shape != (len(categorical),) or not np.isin(directions, (-1, 0, 1)).all():
        raise ParameterError(
            f"{owner}(monotonic_cst={value!r}): pass 1, -1 or 0 for each of the {len(categorical)} columns"
        )
    if (categorical & (directions != 0)).any():
        column = int(np.flatnonzero(categorical & (directions != 0))[0])
        raise ParameterError(
            f"{owner}(monotonic_cst={value!r}): column {column} is categorical and cannot be constrained"
        )
    return tuple(int(each) for each in directions) if directions.any() else None
