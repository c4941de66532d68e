"""Rows of a table as codes into the levels of a network's nodes; -1 where a value is missing."""

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

# More different values than this are surely measurements, not levels.
_MOST_LEVELS = 1000


def codes_of(data: Any, levels: Mapping[str, Sequence[Any]], *, partial: bool = True) -> Codes:
    """One column of codes for each node, in the order of the levels.

    data: a Table, a Task (see `unpacked`), any data frame, a dict of columns, a list of dicts, or an array
    with the columns in the order of the nodes. partial: whether a node may have no column, which then counts
    as missing.

    >>> codes_of({"B": ["yes", None]}, {"A": (0, 1), "B": ("no", "yes")})
    array([[-1,  1],
           [-1, -1]], dtype=int32)
    """
    columns = columns_of(data, list(levels))
    found = list(columns)
    n_rows = len(columns[found[0]]) if found else 0
    codes = np.full((n_rows, len(levels)), -1, dtype=np.int32)
    for place, (name, known) in enumerate(levels.items()):
        if name in columns:
            codes[:, place] = _coded(name, columns[name], known)
        elif not partial:
            raise DataError(f"the data have no column for the node {name!r}; add it, or give its levels")
    return codes


def levels_of(data: Any, names: Sequence[str], given: Mapping[str, Sequence[Any]] | None = None) -> Levels:
    """The levels of each named column, as a categorical declares them or else sorted, unless they are given.

    >>> levels_of({"A": [1, 0, 1]}, ["A", "B"], {"B": ["low", "high"]})
    {'A': (0, 1), 'B': ('low', 'high')}
    """
    columns, given = columns_of(data, names), dict(given or {})
    found: Levels = {}
    for name in names:
        if name in given:
            found[name] = tuple(given[name])
        elif name in columns:
            found[name] = _levels(name, columns[name])
        else:
            raise DataError(
                f"the data have no column for the node {name!r}; add it, or give its levels if it is hidden"
            )
    return found


def code_of(name: str, level: Any, known: Sequence[Any]) -> int:
    """The place of one level; a number matches the same number as text, as in tables.

    >>> code_of("A", 1, ("0", "1"))
    1
    """
    level = _plain(level)
    if level is None or level != level:
        raise DataError(f"{name!r} is given as {level!r}, which is no level; leave {name!r} out if unknown")
    same = [place for place, each in enumerate(known) if each == level]
    alike = [place for place, each in enumerate(known) if str(each) == str(level)]
    if not same and not alike:
        raise DataError(f"{name!r} has no level {level!r}; its levels are {tuple(known)[:12]}")
    return (same or alike)[0]


def unpacked(data: Any) -> Any:
    """Tables and Tasks as data frames, a Task's target as the column `class` (or `target`, of numbers).

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
    """The columns of these names that the data have, each an array or a pandas Series.

    >>> columns_of([{"A": 1, "B": 2}, {"A": 3}], ["A", "C"])
    {'A': array([1, 3], dtype=object)}
    """
    data = unpacked(data)
    if isinstance(data, Mapping):
        columns = {str(name): _one_dimension(name, values) for name, values in data.items()}
    elif isinstance(data, list | tuple) and data and all(isinstance(row, Mapping) for row in data):
        heads = dict.fromkeys(str(name) for row in data for name in row)
        columns = {name: _objects([row.get(name) for row in data]) for name in heads}
    else:
        columns = _of_frame_or_array(data, names)
    chosen = {name: columns[name] for name in names if name in columns}
    if not chosen:
        raise DataError(
            f"no column is called like a node; the columns are {list(columns)[:12]}, "
            f"the nodes {list(names)[:12]}"
        )
    lengths = {name: len(column) for name, column in chosen.items()}
    if len(set(lengths.values())) > 1:
        raise DataError(f"the columns differ in length: {lengths}; give columns of one length")
    return chosen


def _of_frame_or_array(data: Any, names: Sequence[str]) -> dict[str, Any]:
    import narwhals as nw

    frame = nw.from_native(data, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, nw.DataFrame):
        native = frame.to_pandas()
        return {str(name): native.iloc[:, place] for place, name in enumerate(native.columns)}
    array = np.asarray(data)
    if array.ndim != 2 or array.shape[1] != len(names):
        raise DataError(
            f"the data have shape {array.shape}; an array needs one column for each of the {len(names)} "
            "nodes, in their order; or give a data frame or a dict with columns by name"
        )
    return {name: array[:, place] for place, name in enumerate(names)}


def _one_dimension(name: Any, values: Any) -> Any:
    if _is_categorical(values) or isinstance(values, np.ndarray):
        return values
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise DataError(f"column {name!r} is {values!r}; give a list of values, as in [{values!r}]")
    return _objects(list(values))


def _objects(values: list[Any]) -> Array:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _distinct(values: Any) -> tuple[Array, list[Any]]:
    """Codes into the distinct values, and those; -1 where missing."""
    import pandas

    if _is_categorical(values):
        return np.asarray(values.cat.codes), [_plain(level) for level in values.cat.categories]
    array = np.asarray(values)
    if array.dtype.kind in "iu" and array.size and int(array.max()) - int(array.min()) < _MOST_LEVELS:
        return _distinct_numbers(array)
    if array.dtype.kind not in "biufO":
        array = array.astype(object)
    codes, distinct = pandas.factorize(array, use_na_sentinel=True)
    return codes, [_plain(value) for value in distinct]


def _distinct_numbers(array: Array) -> tuple[Array, list[Any]]:
    """The same for whole numbers that lie close together, by counting them."""
    wide = array if array.dtype.kind == "u" else array.astype(np.int64)
    places = (wide - wide.min()).astype(np.int64)
    seen = np.bincount(places) > 0
    low = int(array.min())
    return (np.cumsum(seen) - 1)[places], [low + place for place in np.flatnonzero(seen).tolist()]


def _is_categorical(values: Any) -> bool:
    """Whether the values declare their levels, as a pandas categorical does."""
    return hasattr(values, "cat")


def _levels(name: str, values: Any) -> tuple[Any, ...]:
    found = _distinct(values)[1]
    if not found:
        raise DataError(f"column {name!r} has no value at all; give its levels, or leave the node out")
    if len(found) > _MOST_LEVELS:
        raise DataError(
            f"column {name!r} has {len(found)} different values; cut it into a few bins before you learn"
        )
    return tuple(found if _is_categorical(values) else sorted_levels(found))


def _coded(name: str, values: Any, known: Sequence[Any]) -> Array:
    codes, distinct = _distinct(values)
    rank = {level: code for code, level in enumerate(known)}
    text = {str(level): code for code, level in enumerate(known)}
    new = np.array([rank.get(value, text.get(str(value), -1)) for value in distinct] + [-1], dtype=np.int32)
    strange = np.flatnonzero(new[:-1] < 0)
    strange = strange[np.isin(strange, codes)] if strange.size else strange
    if strange.size:
        row = int(np.flatnonzero(codes == strange[0])[0])
        raise DataError(
            f"column {name!r} holds {distinct[strange[0]]!r} at row {row}, which is not among its levels "
            f"{tuple(known)[:12]}; correct it, or set it missing (None) to leave it open"
        )
    return np.asarray(new[codes])


def _plain(value: Any) -> Any:
    """A value as Python has it, whole numbers as int."""
    value = value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, float) and value.is_integer() else value
