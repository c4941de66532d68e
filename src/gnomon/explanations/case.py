"""The case (row) to explain: in the form that the model accepts, and as shown to the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.data.column import column_of
from gnomon.data.frames import is_frame
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic.prepare_table import PrepareTable
from gnomon.features.automatic.raw_columns import names_of, raw_columns
from gnomon.sharing.prepared import take
from gnomon.sharing.train import features_for

MAX_BACKGROUND = 100


@dataclass(frozen=True, eq=False)
class Case:
    """A case (row) to explain.

    X: one row, in the form that the model accepts. names, values: its features as shown. background:
    background data in the form of X, or None.

    >>> Case(np.array([[1.0]]), ["age"], [1.0], np.array([[3.0], [5.0]])).means
    array([4.])
    """

    X: Any
    names: list[str]
    values: list[Any]
    background: Any = None

    @property
    def means(self) -> Floats | None:
        """The mean of each feature over the background data; None without them."""
        return None if self.background is None else np.asarray(dense(self.background)).mean(axis=0)


def case_of(model: Any, row: Any, task: Task | None, background: Any, random_state: seeds.Seed) -> Case:
    """Convert a row to a Case: a row index of the task, a dict, a Series, or one row of a table or array.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> case_of(gn.GaussianNB().fit(task.X, task.y), 3, task, None, 0).values
    [4.6, 3.1, 1.5, 0.2]
    """
    if task is not None:
        features = _features(model, task)
        if background is None:
            some = seeds.generator(random_state).permutation(task.n_rows)[:MAX_BACKGROUND]
            background = take(features, np.sort(some))
    X, background = (_in_order(model, rows) for rows in (_one_row(model, row, task), background))
    if X.shape[0] != 1:
        raise ParameterError(
            f"row has {X.shape[0]} rows; explain one case at a time, as X[:1] or X.iloc[[0]]"
        )
    names = _names(model, X, task)
    shown = X.iloc[0].tolist() if isinstance(X, pd.DataFrame) else _first(X)
    if len(names) != len(shown):
        raise DataError(f"the case has {len(shown)} values, but the model was fitted on {len(names)} columns")
    if background is not None and (np.ndim(background) != 2 or background.shape[1] != len(names)):
        raise ParameterError(
            f"background has shape {np.shape(background)}; pass rows with {len(names)} columns"
        )
    if background is not None and background.shape[0] == 0:
        raise ParameterError("background has no rows; pass at least one")
    return Case(X, names, shown, background)


def dense(X: Any) -> Any:
    """Convert sparse rows to a dense array.

    >>> dense(scipy.sparse.csr_array([[1.0]]))
    array([[1.]])
    """
    return X.toarray() if hasattr(X, "toarray") else X


def _in_order(model: Any, rows: Any) -> Any:
    """The columns of a table that the model was fitted on, in that order."""
    if isinstance(rows, Table):
        rows = rows.to_pandas()
    if not is_frame(rows):
        return rows
    frame = rows if isinstance(rows, pd.DataFrame) else _as_pandas(rows)
    fitted = getattr(model, "feature_names_in_", None)
    index = {str(name): number for number, name in enumerate(frame.columns)}
    if fitted is None or len(index) < frame.shape[1]:
        return frame
    missing = [str(name) for name in fitted if str(name) not in index]
    if missing:
        raise DataError(f"column {missing[0]!r}, which the model was fitted on, is missing; add it")
    return frame.iloc[:, [index[str(name)] for name in fitted]]


def _as_pandas(frame: Any) -> pd.DataFrame:
    names = names_of(frame)
    return pd.DataFrame(dict(zip(names, raw_columns(frame, names, names))))


def _one_row(model: Any, row: Any, task: Task | None) -> Any:
    if isinstance(row, int | np.integer) and not isinstance(row, bool):
        if task is None:
            raise ParameterError(f"row={row} is a row index; pass its task, too")
        if not -task.n_rows <= row < task.n_rows:
            raise ParameterError(f"row={row}: the task has rows 0 to {task.n_rows - 1}")
        return take(_features(model, task), np.array([row % task.n_rows]))
    if isinstance(row, Mapping):
        row = pd.DataFrame({str(name): [value] for name, value in row.items()})
    elif isinstance(row, pd.Series):
        row = row.to_frame().T.infer_objects()
    elif isinstance(row, Table):
        row = row.to_pandas()
    if is_frame(row):
        return _as_fitted(model, row, task)
    if scipy.sparse.issparse(row):
        return row
    array = row if isinstance(row, np.ndarray) else _array(row)
    return array.reshape(1, -1) if array.ndim == 1 else array


def _array(row: Sequence[Any]) -> Any:
    array = np.asarray(row)
    return np.asarray(row, dtype=object) if array.dtype.kind in "US" else array


def _as_fitted(model: Any, row: Any, task: Task | None) -> Any:
    """Convert a row with column names to the form of the task's features."""
    reads_names = isinstance(model, Pipeline) and isinstance(model.steps[0][1], PrepareTable)
    if task is None or reads_names:
        return row
    table, cells = task.table, dict(zip(names_of(row), _cells(row)))
    for name in table.names:
        if name not in cells:
            raise DataError(f"the case has no value for column {name!r}; pass one, or None if missing")
    columns = [
        column_of(
            name, np.array(cells[name], dtype=object), table.kinds[name], _levels(table, name, cells[name])
        )
        for name in table.names
    ]
    part = object.__new__(Task)
    part.__dict__.update({**vars(task), "table": Table.from_columns(columns)})
    for cached in ("X", "_encoding", "fingerprint"):
        part.__dict__.pop(cached, None)
    return _features(model, part)


def _levels(table: Table, name: str, cells: list[Any]) -> tuple[Any, ...] | None:
    """The levels of a column, with unseen levels of a category added."""
    levels = table.levels(name)
    if table.kinds[name] != "categorical":
        return levels or None
    known = {str(level) for level in levels}
    return (*levels, *(cell for cell in cells if cell is not None and str(cell) not in known))


def _cells(row: Any) -> list[list[Any]]:
    import narwhals as nw

    return [
        [None if pd.isna(each) else each for each in column.to_list()]
        for column in nw.from_native(row).iter_columns()
    ]


def _features(model: Any, task: Task) -> Any:
    """The task's features in the form that this model was fitted on."""
    features = features_for(model, task)
    if isinstance(features, Table):
        return features
    fitted = getattr(model, "n_features_in_", None)
    if fitted is not None and features.shape[1] != fitted and not get_tags(model).input_tags.categorical:
        raise DataError(
            f"the model was fitted on {fitted} columns, but task {task.name!r} has {features.shape[1]}; pass "
            "the task that it was fitted on"
        )
    return features


def _names(model: Any, X: Any, task: Task | None) -> list[str]:
    if isinstance(X, pd.DataFrame):
        return [str(name) for name in X.columns]
    fitted = getattr(model, "feature_names_in_", None)
    if fitted is not None:
        return [str(name) for name in fitted]
    if task is not None and len(task.feature_names) == X.shape[1]:
        return list(task.feature_names)
    return [f"x{index}" for index in range(X.shape[1])]


def _first(X: Any) -> list[Any]:
    values: list[Any] = np.asarray(dense(X))[0].tolist()
    return values
