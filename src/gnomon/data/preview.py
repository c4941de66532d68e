"""HTML previews of tables and tasks for notebooks: a summary and the first rows."""

from collections import Counter
from typing import Any

import numpy as np

from gnomon import notebook
from gnomon.data.column import Column
from gnomon.data.table import Table
from gnomon.data.task import ROLES, Task

MAX_ROWS = 5
_NAMED = 8


def table_block(table: Table) -> str:
    """A table: its size, the kinds of its columns, and its first rows.

    >>> table_block(Table.of({"<b>": [1.0, 2.0]})).count("&lt;b&gt;")
    1
    """
    return notebook.block(f"Table of {_size(table)}", _first_rows(table, []))


def task_block(task: Task) -> str:
    """A task: its kind, target and roles, and its first rows.

    >>> from gnomon import load
    >>> "setosa (50), versicolor (50), virginica (50)" in task_block(load("iris"))
    True
    """
    known = {
        "target": _target(task),
        "positive class": task.positive,
        "missing values": "yes" if task.table.has_missing else None,
        "costs": None if task.costs is None else "specified",
        **{role: _role(role, getattr(task, role)) for role in ROLES},
    }
    extra = [] if task.y is None else [("target", task.kind, task.y[:MAX_ROWS])]
    title = f"Task {task.name!r}: {task.kind}, {_size(task.table, 'feature')}"
    return notebook.block(title, notebook.facts(known), _first_rows(task.table, extra))


def _size(table: Table, what: str = "column") -> str:
    return f"{table.n_rows:,} rows and {table.n_columns:,} {what}{'' if table.n_columns == 1 else 's'}"


def _target(task: Task) -> str | None:
    if task.y is None:
        return None
    if task.classes is None:
        low, middle, high = (f"{each:.4g}" for each in np.quantile(task.y.astype(float), (0, 0.5, 1)))
        return f"from {low} to {high}, median {middle}"
    sizes = np.bincount(task.codes, minlength=len(task.classes))
    named = [f"{label} ({size:,})" for label, size in zip(task.classes.tolist(), sizes)]
    more = f" and {len(named) - _NAMED} more classes" if len(named) > _NAMED else ""
    return ", ".join(named[:_NAMED]) + more


def _role(role: str, values: Any) -> str | None:
    if values is None:
        return None
    if role in ("group", "stratum"):
        return f"{len(Counter(values.tolist())):,} distinct values"
    return f"from {values.min()} to {values.max()}"


def _first_rows(table: Table, extra: list[tuple[str, str, Any]]) -> str:
    """The first rows of the first columns with names and kinds; extra: more columns, on the left."""
    names = list(table.names[: notebook.MAX_COLUMNS])
    rows = min(table.n_rows, MAX_ROWS)
    top = table.rows(np.arange(rows)).select(names)
    columns = [*extra, *((name, top.kinds[name], _labels(top.column(name))) for name in names)]
    heads = [f"{notebook.brief(name, 25)}\n{kind}" for name, kind, _ in columns]
    body = [[values[row] for _, _, values in columns] for row in range(rows)]
    return notebook.table(heads, body, notebook.left_out(table.n_rows - rows, table.n_columns - len(names)))


def _labels(column: Column) -> list[Any]:
    labels: list[Any] = column.labels.tolist()
    return labels
