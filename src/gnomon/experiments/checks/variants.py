"""The careful way, as a change of the task: copies kept together, a column dropped, rows in order of time.

Each is a function of a task cut to some rows and the numbers of these rows, which gives a task and the plan
to cut it by (None for the same folds as the careless way).
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from gnomon.arrays import Array, Integers
from gnomon.data.task import Task

Careful = Callable[[Task, Integers], tuple[Task, Any]]


def together(code: Array) -> Careful:
    """Rows of one code kept on one side of every split.

    >>> import numpy as np
    >>> task = Task([[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1])
    >>> together(np.array([7, 7, 8, 8]))(task.rows([0, 2]), np.array([0, 2]))[0].group
    array([7, 8])
    """
    return lambda part, rows: (changed(part, group=code[rows]), None)


def without(names: Sequence[str]) -> Careful:
    """The task without some of its columns.

    >>> import numpy as np
    >>> task = Task({"a": [1.0, 2.0], "b": [3.0, 4.0]}, ["x", "y"])
    >>> without(["b"])(task, np.arange(2))[0].feature_names
    ['a']
    """
    return lambda part, rows: (changed(part, table=part.table.drop(names)), None)


def in_order(place: Array, plan: Any) -> Careful:
    """Rows cut by a plan that follows this order in time.

    >>> import numpy as np
    >>> in_order(np.array([1, 0]), None)(Task([[1.0], [2.0]], [0, 1]), np.arange(2))[0].time
    array([1, 0])
    """
    return lambda part, rows: (changed(part, time=place[rows]), plan)


def changed(task: Task, **changes: Any) -> Task:
    """The task with some of its parts changed, which must fit the rest.

    >>> import numpy as np
    >>> changed(Task([[1.0], [2.0]], [0, 1], group=[1, 2]), group=None).group is None
    True
    """
    made = object.__new__(Task)
    made.__dict__.update({each.name: getattr(task, each.name) for each in fields(task)}, **changes)
    return made
