"""Arguments of functions of data: a Task, or features and targets; targets as classes or as numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.task import Task
from gnomon.features.class_target import as_numbers, checked_target
from gnomon.sharing.labels import Labels


class Arguments(NamedTuple):
    """Arguments of a function of data; names: column names, or None."""

    X: Any
    y: Any
    weight: Any
    settings: dict[str, Any]
    names: tuple[Any, ...] | None = None


def from_task(X: Any, y: Any, weight: Any, settings: dict[str, Any]) -> Arguments:
    """The data of a Task if X is one, else the arguments; of two classes the positive one is last.

    >>> import gnomon as gn
    >>> data = from_task(gn.load("play-tennis"), None, None, {})
    >>> data.y[:3], data.names[:2]
    (array([False, False,  True]), ('Outlook', 'Temperature'))
    """
    if not isinstance(X, Task):
        return Arguments(X, y, weight, settings)
    target = "numbers" if X.kind == "regression" else "classes"
    y = X.y
    if X.kind == "classification" and X.classes is not None and len(X.classes) == 2:
        y = np.asarray(X.classes == X.positive)[X.codes]
    names = tuple(header.name for header in X.table.headers)
    return Arguments(X.X, y, X.weight if weight is None else weight, {"target": target, **settings}, names)


def target_of(y: Any, n_rows: int, kind: str) -> Labels | Floats:
    """The target as classes or as numbers; "auto" treats fractional numbers as numbers, all else as classes.

    >>> target_of([0.5, 1.25], 2, "auto"), target_of([1, 2], 2, "auto").classes
    (array([0.5 , 1.25]), array([1, 2]))
    """
    target = checked_target(y, n_rows)
    if kind == "numbers":
        return as_numbers(target, "target='numbers' requires numbers; set target='classes'")
    if kind == "classes" and not isinstance(target, Labels):
        return Labels(*np.unique(target, return_inverse=True)[::-1])
    return target
