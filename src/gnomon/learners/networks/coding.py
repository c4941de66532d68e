"""Encoding of rows as integer codes of the levels of a network's nodes; -1 for missing values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gnomon.arrays import Array
from gnomon.data.column import sorted_levels
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError

Codes = NDArray[np.int32]
Levels = dict[str, tuple[Any, ...]]

# A column of more distinct values is taken for a measurement, not a categorical variable.
_MAX_LEVELS = 1000


def codes_of(data: Any, levels: Mapping[str, Sequence[Any]], *, partial: bool = True) -> Codes:
    """Encode data as integers: one column of codes per node, in the order of the levels.

    data: a Table, a Task (see `unpacked`), any data frame, a dict of columns, a list of dicts, or an array
    with the columns in the order of the nodes. partial: whether a node may lack a column; it is then missing.

    >>> codes_of({"B": ["yes", None]}, {"A": (0, 1), "B": ("no", "yes")})
    array([[-1,  1],
           [-1, -1]], dtype=int32)
    """
    columns = columns_of(data, list(levels))
    n_rows = len(next(iter(columns.values()), ()))
    codes = np.full((n_rows, len(levels)), -1, dtype=np.int32)
    for index, (name, known) in enumerate(levels.items()):
        if name in columns:
            codes[:, index] = _encoded(name, columns[name], known)
        elif not partial:
            raise DataError(f"the data have no column for the node {name!r}; add it, or pass its levels")
    return codes


def levels_of(data: Any, names: Sequence[str], declared: Mapping[str, Sequence[Any]] | None = None) -> Levels:
    """The levels of each named column: as declared, else of its categorical dtype, else the sorted values.

    >>> levels_of({"A": [1, 0, 1]}, ["A", "B"], {"B": ["low", "high"]})
    {'A': (0, 1), 'B': ('low', 'high')}
    """
    columns, declared = columns_of(data, names), dict(declared or {})
    levels: Levels = {}
    for name in names:
        if name in declared:
            levels[name] = tuple(declared[name])
        elif name in columns:
            levels[name] = _levels(name, columns[name])
        else:
            raise DataError(
                f"the data have no column for the node {name!r}; add it, or pass its levels if it is hidden"
            )
    return levels


def code_of(name: str, level: Any, known: Sequence[Any]) -> int:
    """The code of one level; a number matches the same number as text.

    >>> code_of("A", 1, ("0", "1"))
    1
    """
    level = _plain(level)
    if level is None or level != level:
        raise DataError(f"{name!r} is {level!r}, which is not a level; leave {name!r} out if unknown")
    same = [index for index, each in enumerate(known) if each == level]
    alike = [index for index, each in enumerate(known) if str(each) == str(level)]
    if not same and not alike:
        raise DataError(f"{name!r} has no level {level!r}; its levels are {tuple(known)[:12]}")
    return (same or alike)[0]


def unpacked(data: Any) -> Any:
    """Convert Tables and Tasks to data frames; a Task's target is the column `class` (`target` if numeric).

    >>> unpacked(Task({"size": [1, 2, 1, 2]}, ["a", "b", "a", "b"]))["class"].tolist()
    ['a', 'b', 'a', 'b']
    """
    if not isinstance(data, Table | Task):
        return data
    if isinstance(data, Table):
        return data.to_pandas()
    import pandas

    frame = data.table.to_pandas()
    if data.y is None:
        return frame
    name = "target" if data.classes is None else "class"
    while name in frame:
        name += "_"
    return frame.assign(
        **{name: data.y if data.classes is None else pandas.Categorical(data.y, data.classes)}
    )


def columns_of(data: Any, names: Sequence[str]) -> dict[str, Any]:
    """The columns of the data with these names, each an array or a pandas Series.

    >>> columns_of([{"A": 1, "B": 2}, {"A": 3}], ["A", "C"])
    {'A': array([1, 3], dtype=object)}
    """
    data = unpacked(data)
    if isinstance(data, Mapping):
        columns = {str(name): _one_dimension(name, values) for name, values in data.items()}
    elif isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        names_of_rows = dict.fromkeys(str(name) for row in data for name in row)
        columns = {name: _objects([row.get(name) for row in data]) for name in names_of_rows}
    else:
        columns = _of_frame_or_array(data, names)
    chosen = {name: columns[name] for name in names if name in columns}
    if not chosen:
        raise DataError(
            f"no column has the name of a node; the columns are {list(columns)[:12]}, "
            f"the nodes {list(names)[:12]}; rename the columns"
        )
    lengths = {name: len(column) for name, column in chosen.items()}
    if len(set(lengths.values())) > 1:
        raise DataError(f"the columns differ in length: {lengths}; pass columns of equal length")
    return chosen


def _of_frame_or_array(data: Any, names: Sequence[str]) -> dict[str, Any]:
    import narwhals as nw

    frame = nw.from_native(data, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, nw.DataFrame):
        native = frame.to_pandas()
        return {str(name): native.iloc[:, index] for index, name in enumerate(native.columns)}
    array = np.asarray(data)
    if array.ndim != 2 or array.shape[1] != len(names):
        raise DataError(
            f"the data have shape {array.shape}; an array needs one column for each of the {len(names)} "
            "nodes, in their order; or pass a data frame or a dict with named columns"
        )
    return {name: array[:, index] for index, name in enumerate(names)}


def _one_dimension(name: Any, values: Any) -> Any:
    if _is_categorical(values) or isinstance(values, np.ndarray):
        return values
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise DataError(f"column {name!r} is {values!r}; pass a list of values, as in [{values!r}]")
    return _objects(list(values))


def _objects(values: list[Any]) -> Array:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _distinct(values: Any) -> tuple[Array, list[Any]]:
    """Codes of the distinct values (-1 if missing), and the distinct values."""
    import pandas

    if _is_categorical(values):
        return np.asarray(values.cat.codes), [_plain(level) for level in values.cat.categories]
    array = np.asarray(values)
    if array.dtype.kind in "iu" and array.size and int(array.max()) - int(array.min()) < _MAX_LEVELS:
        return _distinct_numbers(array)
    if array.dtype.kind not in "biufO":
        array = array.astype(object)
    codes, distinct = pandas.factorize(array, use_na_sentinel=True)
    return codes, [_plain(value) for value in distinct]


def _distinct_numbers(array: Array) -> tuple[Array, list[Any]]:
    """The same for integers of a small range, by counting."""
    wide = array if array.dtype.kind == "u" else array.astype(np.int64)
    offsets = (wide - wide.min()).astype(np.int64)
    is_present = np.bincount(offsets) > 0
    low = int(array.min())
    return (np.cumsum(is_present) - 1)[offsets], [
        low + index for index in np.flatnonzero(is_present).tolist()
    ]


def _is_categorical(values: Any) -> bool:
    """Whether the values are a pandas categorical, which declares its levels."""
    return hasattr(values, "cat")


def _levels(name: str, values: Any) -> tuple[Any, ...]:
    distinct = _distinct(values)[1]
    if not distinct:
        raise DataError(f"column {name!r} has no observed value; pass its levels, or leave the node out")
    if len(distinct) > _MAX_LEVELS:
        raise DataError(f"column {name!r} has {len(distinct)} distinct values; discretize it into a few bins")
    return tuple(distinct if _is_categorical(values) else sorted_levels(distinct))


def _encoded(name: str, values: Any, known: Sequence[Any]) -> Array:
    codes, distinct = _distinct(values)
    rank = {level: code for code, level in enumerate(known)}
    text = {str(level): code for code, level in enumerate(known)}
    code_of_distinct = np.array(
        [rank.get(value, text.get(str(value), -1)) for value in distinct] + [-1], dtype=np.int32
    )
    unknown = np.flatnonzero(code_of_distinct[:-1] < 0)
    unknown = unknown[np.isin(unknown, codes)] if unknown.size else unknown
    if unknown.size:
        row = int(np.flatnonzero(codes == unknown[0])[0])
        raise DataError(
            f"column {name!r} holds {distinct[unknown[0]]!r} at row {row}, which is not among its levels "
            f"{tuple(known)[:12]}; correct it, or set it to None (missing)"
        )
    return np.asarray(code_of_distinct[codes])


def _plain(value: Any) -> Any:
    """A value as a Python object, integral floats as int."""
    value = value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, float) and value.is_integer() else value
