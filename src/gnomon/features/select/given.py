"""What a function of rows is given: a Task, or features and targets; targets as classes or as numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite, check_array, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import type_of_target

from gnomon.arrays import Array, Floats
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels


class Given(NamedTuple):
    """What a function of rows was given; names: of the columns, or None."""

    X: Any
    y: Any
    weight: Any
    settings: dict[str, Any]
    names: tuple[Any, ...] | None = None


def from_task(X: Any, y: Any, weight: Any, settings: dict[str, Any]) -> Given:
    """The rows of a Task if X is one, else what was given; of two classes the positive comes last.

    >>> import gnomon as gn
    >>> given = from_task(gn.load("play-tennis"), None, None, {})
    >>> given.y[:3], given.names[:2]
    (array([False, False,  True]), ('Outlook', 'Temperature'))
    """
    if not isinstance(X, Task):
        return Given(X, y, weight, settings)
    target = "numbers" if X.kind == "regression" else "classes"
    truth = X.y
    if X.kind == "classification" and X.classes is not None and len(X.classes) == 2:
        truth = np.asarray(X.classes == X.positive)[X.codes]
    names = tuple(header.name for header in X.table.headers)
    return Given(X.X, truth, X.weight if weight is None else weight, {"target": target, **settings}, names)


def target_of(y: Any, n_rows: int, kind: str) -> Labels | Floats:
    """The target as classes or as numbers; "auto" takes broken numbers for numbers, all else for classes.

    >>> target_of([0.5, 1.25], 2, "auto"), target_of([1, 2], 2, "auto").classes
    (array([0.5 , 1.25]), array([1, 2]))
    """
    y = column_or_1d(y, warn=True)
    check_consistent_length(y, np.empty(n_rows))
    if y.dtype.kind == "f":
        assert_all_finite(y, input_name="y")
    elif y.dtype.kind == "O" and (
        missing := [row for row, each in enumerate(y) if each is None or each != each]
    ):
        raise DataError(f"Input y contains NaN (row {missing[0]} has no label); drop those rows first")
    if kind == "numbers" or (kind == "auto" and y.dtype.kind == "f" and type_of_target(y) == "continuous"):
        return _numbers_of(y)
    return Labels(*np.unique(y, return_inverse=True)[::-1]) if y.dtype.kind == "f" else Labels.of(y)


def _numbers_of(y: Array) -> Floats:
    try:
        found: Floats = check_array(y, dtype=np.float64, ensure_2d=False, input_name="y")
    except ValueError as error:
        if "string" not in str(error):
            raise
        raise DataError(f"target='numbers', and y holds words ({error}); give target='classes'") from error
    return found
