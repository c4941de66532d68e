"""Held-out rows with permuted columns, in the form that a learner accepts."""

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


def feature_columns(task: Task, X: Any, names: Sequence[str]) -> Integers:
    """The columns of the feature matrix that are derived from these columns of a task's table.

    >>> import gnomon as gn
    >>> task = gn.Task({"age": [1.0, 2.0, 3.0], "town": ["a", "b", "c"]}, [0, 1, 0])
    >>> feature_columns(task, task.encoded, ["town"]), feature_columns(task, task.X, ["town"])
    (array([1, 2, 3]), array([1]))
    """
    table = task.table
    widths = np.ones(table.n_columns, dtype=np.int64)
    if not isinstance(X, Table) and X.shape[1] != table.n_columns:
        widths[:] = [len(encoded_names(each.name, each.kind, each.levels)) for each in table.headers]
    ends = np.cumsum(widths)
    columns = [table.names.index(name) for name in names]
    return np.concatenate([np.arange(ends[column] - widths[column], ends[column]) for column in columns])


def stacked(X: Any, changes: Sequence[tuple[Integers, Integers]]) -> Any:
    """Stacked copies of some rows, each with some columns permuted.

    changes: for each copy the indices of these columns, and the permutation of the rows.

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
    copies = np.concatenate([X] * len(changes))
    for number, (columns, order) in enumerate(changes):
        part = copies[number * len(X) : (number + 1) * len(X)]
        part[:, columns] = X[order][:, columns]
    return copies


def _stacked_table(X: Table, changes: Sequence[tuple[Integers, Integers]]) -> Table:
    """Both blocks of a table, each with its columns permuted."""
    is_number = np.array([header.kind == "quantitative" for header in X.headers])
    within = np.where(is_number, np.cumsum(is_number), np.cumsum(~is_number)) - 1
    blocks = []
    for block, is_here in ((X.numbers, is_number), (X.codes, ~is_number)):
        permuted = [(within[columns[is_here[columns]]], order) for columns, order in changes]
        blocks.append(stacked(block, permuted))
    return Table(X.headers, *blocks)


def _stacked_frame(X: pd.DataFrame, changes: Sequence[tuple[Integers, Integers]]) -> pd.DataFrame:
    n, unchanged = len(X), np.arange(len(X))
    columns = {}
    for index, name in enumerate(X.columns):
        order = np.concatenate([order if index in permuted else unchanged for permuted, order in changes])
        columns[name] = X.iloc[:, index].array.take(order)
    return pd.DataFrame(columns, index=pd.RangeIndex(n * len(changes)), columns=X.columns)


def _shuffled_sparse(X: Any, columns: Integers, order: Integers) -> Any:
    is_permuted = np.zeros(X.shape[1])
    is_permuted[columns] = 1.0
    permuted = X @ sparse.diags_array(is_permuted, format="csr")
    changed = X - permuted + permuted[order]
    changed.eliminate_zeros()
    return sparse.csr_array(changed)
