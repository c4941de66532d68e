"""What a function of rows is given: a Task, or features and targets; targets as classes or as numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.task import Task
from gnomon.features.class_target import as_numbers, checked_target
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
    found = checked_target(y, n_rows)
    if kind == "numbers":
        return as_numbers(found, "target='numbers' wants some; give target='classes'")
    if kind == "classes" and not isinstance(found, Labels):
        return Labels(*np.unique(found, return_inverse=True)[::-1])
    return found
