"""The columns of a table as one number each, as trees read them: none becomes many, whatever it holds."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Floats, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task

REPEATED = 0.5
ALIKE = 0.999


def plain_columns(task: Task, names: Sequence[str], rows: Integers) -> Floats:
    """Numbers as they are, levels as codes, and missing values as a number below all others.

    >>> task = Task({"age": [31.0, None, 52.0], "town": ["Ulm", "Bonn", None]}, ["a", "b", "b"])
    >>> plain_columns(task, ["age", "town"], np.arange(3)).tolist()
    [[31.0, 1.0], [9.0, 0.0], [52.0, -2.0]]
    """
    made = np.empty((len(rows), len(names)))
    for place, name in enumerate(names):
        made[:, place] = _plain(task.table.column(name), rows)
    return made


def carry_the_same(first: Column, second: Column, rows: Integers) -> bool:
    """Whether two columns are re-expressions of each other: other names of the levels, another unit, a log.

    >>> columns = {"pay": [1.0, 2.0, 4.0], "log": [0.0, 1.0, 2.0], "age": [5.0, 3.0, 4.0]}
    >>> table = Task(columns, [0, 1, 0]).table
    >>> carry_the_same(table.column("pay"), table.column("log"), np.arange(3))
    True
    >>> carry_the_same(table.column("pay"), table.column("age"), np.arange(3))
    False
    """
    a, b = (_plain(column, rows) for column in (first, second))
    kinds = {first.kind, second.kind}
    n_first, n_second = len(np.unique(a)), len(np.unique(b))
    if min(n_first, n_second) < 2:
        return False
    if kinds != {"quantitative"} or max(n_first, n_second) <= REPEATED * len(rows):
        n_pairs = len(np.unique(np.column_stack([a, b]), axis=0))
        return n_pairs == n_first == n_second and n_pairs <= REPEATED * len(rows)
    correlation = np.corrcoef(rankdata(a), rankdata(b))[0, 1]
    return bool(abs(correlation) >= ALIKE)


def _plain(column: Column, rows: Integers) -> Floats:
    values = column.values[rows].astype(np.float64)
    is_there = np.isfinite(values) & ~column.missing[rows]
    if not is_there.any():
        return np.zeros(len(rows))
    least, greatest = values[is_there].min(), values[is_there].max()
    with np.errstate(over="ignore"):
        below = np.maximum(least - (greatest - least) - 1.0, np.finfo(np.float64).min)
    return np.where(is_there, values, below)
