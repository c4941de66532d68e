"""Ordinal encoding: each column as one numeric column, as decision trees use it."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Floats, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task

MAX_DISTINCT = 0.5
MIN_RANK_CORRELATION = 0.999


def ordinal_encoded(task: Task, names: Sequence[str], rows: Integers) -> Floats:
    """Ordinal-encoded columns: numbers unchanged, levels as codes, missing values below all others.

    >>> task = Task({"age": [31.0, None, 52.0], "town": ["Ulm", "Bonn", None]}, ["a", "b", "b"])
    >>> ordinal_encoded(task, ["age", "town"], np.arange(3)).tolist()
    [[31.0, 1.0], [9.0, 0.0], [52.0, -2.0]]
    """
    encoded = np.empty((len(rows), len(names)))
    for index, name in enumerate(names):
        encoded[:, index] = _encoded(task.table.column(name), rows)
    return encoded


def are_equivalent(first: Column, second: Column, rows: Integers) -> bool:
    """Whether two columns are equivalent: relabeled levels, or a monotone transformation such as a log.

    >>> columns = {"pay": [1.0, 2.0, 4.0], "log": [0.0, 1.0, 2.0], "age": [5.0, 3.0, 4.0]}
    >>> table = Task(columns, [0, 1, 0]).table
    >>> are_equivalent(table.column("pay"), table.column("log"), np.arange(3))
    True
    >>> are_equivalent(table.column("pay"), table.column("age"), np.arange(3))
    False
    """
    a, b = (_encoded(column, rows) for column in (first, second))
    kinds = {first.kind, second.kind}
    n_first, n_second = len(np.unique(a)), len(np.unique(b))
    if min(n_first, n_second) < 2:
        return False
    if kinds != {"quantitative"} or max(n_first, n_second) <= MAX_DISTINCT * len(rows):
        n_pairs = len(np.unique(np.column_stack([a, b]), axis=0))
        return n_pairs == n_first == n_second and n_pairs <= MAX_DISTINCT * len(rows)
    correlation = np.corrcoef(rankdata(a), rankdata(b))[0, 1]
    return bool(abs(correlation) >= MIN_RANK_CORRELATION)


def _encoded(column: Column, rows: Integers) -> Floats:
    values = column.values[rows].astype(np.float64)
    is_present = np.isfinite(values) & ~column.missing[rows]
    if not is_present.any():
        return np.zeros(len(rows))
    lowest, highest = values[is_present].min(), values[is_present].max()
    with np.errstate(over="ignore"):
        below = np.maximum(lowest - (highest - lowest) - 1.0, np.finfo(np.float64).min)
    return np.where(is_present, values, below)
