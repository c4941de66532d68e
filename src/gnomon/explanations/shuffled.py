"""Held-out rows with some columns shuffled, in the form that a learner reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from gnomon.arrays import Integers
from gnomon.data.encode import encoded_names
from gnomon.data.table import Table
from gnomon.data.task import Task


def places_of(task: Task, X: Any, names: Sequence[str]) -> Integers:
    """The columns of what a learner reads that are made of these columns of a task's table.

    >>> import gnomon as gn
    >>> task = gn.Task({"age": [1.0, 2.0, 3.0], "town": ["a", "b", "c"]}, [0, 1, 0])
    >>> places_of(task, task.encoded, ["town"]), places_of(task, task.X, ["town"])
    (array([1, 2, 3]), array([1]))
    """
    table = task.table
    widths = np.ones(table.n_columns, dtype=np.int64)
    if not isinstance(X, Table) and X.shape[1] != table.n_columns:
        widths[:] = [len(encoded_names(each.name, each.kind, each.levels)) for each in table.headers]
    ends = np.cumsum(widths)
    places = [table.names.index(name) for name in names]
    return np.concatenate([np.arange(ends[place] - widths[place], ends[place]) for place in places])


def stacked(X: Any, changes: Sequence[tuple[Integers, Integers]]) -> Any:
    """Copies of some rows, one below the other, each with some of its columns in another order.

    changes: for each copy the places of those columns, and the order of rows to take them in.

    >>> import numpy as np
    >>> stacked(np.array([[1, 5], [2, 6]]), [(np.array([1]), np.array([1, 0]))])
    array([[1, 6],
           [2, 5]])
    """
    if isinstance(X, Table):
        return _stacked_table(X, changes)
    if isinstance(X, pd.DataFrame):
        return _stacked_frame(X, changes)
    if sparse.issparse(X):
        return sparse.vstack([_shuffled_sparse(X, *change) for change in changes], format="csr")
    found = np.concatenate([X] * len(changes))
    for number, (places, order) in enumerate(changes):
        part = found[number * len(X) : (number + 1) * len(X)]
        part[:, places] = X[order][:, places]
    return found


def _stacked_table(X: Table, changes: Sequence[tuple[Integers, Integers]]) -> Table:
    """Both blocks of a table, each with its own columns moved."""
    is_number = np.array([header.kind == "quantitative" for header in X.headers])
    within = np.where(is_number, np.cumsum(is_number), np.cumsum(~is_number)) - 1
    blocks = []
    for block, is_here in ((X.numbers, is_number), (X.codes, ~is_number)):
        moved = [(within[places[is_here[places]]], order) for places, order in changes]
        blocks.append(stacked(block, moved))
    return Table(X.headers, *blocks)


def _stacked_frame(X: pd.DataFrame, changes: Sequence[tuple[Integers, Integers]]) -> pd.DataFrame:
    n, as_they_are = len(X), np.arange(len(X))
    columns = {}
    for place, name in enumerate(X.columns):
        order = np.concatenate([order if place in places else as_they_are for places, order in changes])
        columns[name] = X.iloc[:, place].array.take(order)
    return pd.DataFrame(columns, index=pd.RangeIndex(n * len(changes)), columns=X.columns)


def _shuffled_sparse(X: Any, places: Integers, order: Integers) -> Any:
    is_moved = np.zeros(X.shape[1])
    is_moved[places] = 1.0
    moved = X @ sparse.diags_array(is_moved, format="csr")
    changed = X - moved + moved[order]
    changed.eliminate_zeros()
    return sparse.csr_array(changed)
