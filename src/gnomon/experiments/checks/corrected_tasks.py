"""Corrections of a task: duplicates in one group, a column dropped, rows ordered by time.

Each is a function of a task restricted to some rows and the indices of these rows; it returns the corrected
task and its resampling plan (None for the same folds as without the correction).
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from gnomon.arrays import Array, Integers
from gnomon.data.task import Task

Careful = Callable[[Task, Integers], tuple[Task, Any]]


def grouped_by(code: Array) -> Careful:
    """Rows of one code form a group, which no split divides.

    >>> import numpy as np
    >>> task = Task([[1.0], [2.0], [3.0], [4.0]], [0, 1, 0, 1])
    >>> grouped_by(np.array([7, 7, 8, 8]))(task.rows([0, 2]), np.array([0, 2]))[0].group
    array([7, 8])
    """
    return lambda part, rows: (task_with(part, group=code[rows]), None)


def without(names: Sequence[str]) -> Careful:
    """The task without some of its columns.

    >>> import numpy as np
    >>> task = Task({"a": [1.0, 2.0], "b": [3.0, 4.0]}, ["x", "y"])
    >>> without(["b"])(task, np.arange(2))[0].feature_names
    ['a']
    """
    return lambda part, rows: (task_with(part, table=part.table.drop(names)), None)


def ordered_by_time(time: Array, plan: Any) -> Careful:
    """Rows with a time, split by a plan that respects it.

    >>> import numpy as np
    >>> ordered_by_time(np.array([1, 0]), None)(Task([[1.0], [2.0]], [0, 1]), np.arange(2))[0].time
    array([1, 0])
    """
    return lambda part, rows: (task_with(part, time=time[rows]), plan)


def task_with(task: Task, **changes: Any) -> Task:
    """A copy of the task with some parts replaced.

    >>> import numpy as np
    >>> task_with(Task([[1.0], [2.0]], [0, 1], group=[1, 2]), group=None).group is None
    True
    """
    made = object.__new__(Task)
    made.__dict__.update({each.name: getattr(task, each.name) for each in fields(task)}, **changes)
    return made
