"""New data brought to the columns of a model: by name, in its order, of its kinds, with its levels."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse

from gnomon.data.column import Column, coded, column_of
from gnomon.data.files.delimited import read_delimited
from gnomon.data.frames import columns_of_frame, is_frame, names_of_frame
from gnomon.data.read import MISSING, format_of, read_table
from gnomon.data.table import Header, Table, check_names
from gnomon.data.task import Task
from gnomon.errors import DataError

_DIALECT = ("delimiter", "encoding", "quote", "decimal", "header")


@dataclass(frozen=True)
class Matched:
    """New rows as the model knows its columns.

    ignored: columns of the data that the model does not take. unseen: by column, how often each level that
    training never met is there; such a level has a code after those of training.
    """

    table: Table
    ignored: tuple[str, ...] = ()
    unseen: Mapping[str, Mapping[Any, int]] | None = None


def match(headers: Sequence[Header], data: Any) -> Matched:
    """The columns that a model takes, out of a table, data frame, file, task, dict or array.

    >>> match([Header("age", "quantitative")], {"town": ["Oslo"], "age": [31]})
    Matched(table=Table of 1 rows and 1 columns: age (quantitative), ignored=('town',), unseen={})
    """
    if isinstance(data, Task):
        data = data.table
    if isinstance(data, str | Path):
        data = _read(Path(data), headers)
    if isinstance(data, Table) and data.headers == tuple(headers):
        return Matched(data, (), {})
    if not isinstance(data, Table | Mapping) and not is_frame(data):
        data = _array(data, headers)
        if isinstance(data, Table):
            return Matched(data, (), {})
    names = _names(data)
    _refuse_missing(names, headers)
    known = {header.name for header in headers}
    found, unseen = [], {}
    for header, column in zip(headers, _columns(data, headers), strict=True):
        matched, strangers = _as_trained(header, column)
        found.append(matched)
        if strangers:
            unseen[header.name] = strangers
    return Matched(Table.from_columns(found), tuple(name for name in names if name not in known), unseen)


def _read(path: Path, headers: Sequence[Header]) -> Table:
    """A file, in which words of categories stay words and marks of missing numbers are found in few rows too.

    A column may be empty, as new rows are often few.
    """
    kinds = {header.name: header.kind for header in headers if header.kind != "boolean"}
    if not path.is_file() or format_of(path) != "csv":
        return read_table(path)
    dialect: dict[str, Any] = dict.fromkeys(_DIALECT)
    try:
        return read_delimited(path, kinds=kinds, levels={}, missing=MISSING, **dialect)
    except (OSError, EOFError, DataError):
        # The same file with nothing asked of it: its own faults are told first, then what it lacks.
        _refuse_missing(read_table(path).names, headers)
        raise


def _array(data: Any, headers: Sequence[Header]) -> Any:
    """An array's columns are the model's, in order: a Table if all are numbers, else columns by name."""
    is_array = scipy.sparse.issparse(data) or isinstance(data, np.ndarray)
    array: Any = data if is_array else np.asarray(data, dtype=object)
    if array.ndim != 2 or array.shape[1] != len(headers):
        raise DataError(
            f"the model takes {len(headers)} columns ({listed([h.name for h in headers])}), but the array "
            f"has the shape {array.shape}; give rows by columns, or a data frame, whose columns are found by "
            "name"
        )
    if array.shape[0] == 0:
        raise DataError("there are no rows to predict; give at least one")
    is_sparse = not isinstance(array, np.ndarray)
    if all(header.kind == "quantitative" for header in headers) and (is_sparse or array.dtype.kind in "fiu"):
        numbers = array.tocsr() if is_sparse else np.ascontiguousarray(array)
        return Table(tuple(headers), numbers.astype(np.float64), np.empty((array.shape[0], 0), np.int32))
    if is_sparse:
        raise DataError("the model takes categories, which a sparse matrix cannot hold; give a data frame")
    return {header.name: array[:, place] for place, header in enumerate(headers)}


def _names(data: Any) -> list[str]:
    if isinstance(data, Table):
        return list(data.names)
    names = [str(name) for name in data] if isinstance(data, Mapping) else names_of_frame(data)
    check_names(names)
    return names


def _refuse_missing(names: Sequence[str], headers: Sequence[Header]) -> None:
    missing = [header.name for header in headers if header.name not in set(names)]
    if not missing:
        return
    near = [_near(name, names) for name in missing[:5]]
    hints = [f"is {found!r} meant for {name!r}?" for name, found in zip(missing, near) if found]
    what = "the column" if len(missing) == 1 else f"{len(missing)} columns"
    way_out = " ".join([*hints, "add or rename, or fill with missing values if the model takes those"])
    raise DataError(
        f"the data lack {what} {listed(missing)}, which the model takes; {way_out} (the data have "
        f"{listed(list(names))})"
    )


def _near(name: str, names: Sequence[str]) -> str | None:
    same = [each for each in names if each.strip().lower() == name.strip().lower()]
    return next(iter(same or difflib.get_close_matches(name, names, n=1, cutoff=0.8)), None)


def _columns(data: Any, headers: Sequence[Header]) -> list[Column]:
    """The columns asked for, as the data have them; words stay words where the model has levels."""
    names = [header.name for header in headers]
    # Booleans are left to the reader, who knows true and yes from other words.
    kinds = {header.name: header.kind for header in headers if header.kind != "boolean"}
    if isinstance(data, Table):
        return [data.column(name) for name in names]
    if isinstance(data, Mapping):
        values = {str(name): each for name, each in data.items()}
        columns = [column_of(name, values[name], kinds.get(name)) for name in names]
    else:
        frame: Any = nw.from_native(data)
        own = {str(name): name for name in frame.collect_schema().names()}
        part = frame.select([own[name] for name in names])
        columns = columns_of_frame(part.to_native(), kinds, {})
    if len(columns[0].values) == 0:
        raise DataError("there are no rows to predict; give at least one")
    return columns


def _as_trained(header: Header, column: Column) -> tuple[Column, dict[Any, int]]:
    """The column with the model's kind and levels, and how often each level beyond those is there."""
    if header.kind == "quantitative":
        if column.kind == "quantitative":
            return column, {}
        return column_of(header.name, column.labels, "quantitative"), {}
    if column.kind == header.kind and column.levels == header.levels:
        return column, {}
    if column.kind == "quantitative":
        column = column_of(header.name, column.labels, "categorical")
    places = {level: code for code, level in enumerate(header.levels)}
    words = {str(level): code for level, code in places.items()}
    lower = {word.lower(): code for word, code in words.items()} if header.kind == "boolean" else {}
    new: list[Any] = []
    codes = np.full(len(column.levels) + 1, -1, dtype=np.int32)
    times = np.bincount(column.values[column.values >= 0], minlength=len(column.levels))
    for place, level in enumerate(column.levels):
        code = places.get(level, words.get(str(level), lower.get(str(level).lower())))
        if code is None and times[place]:
            new.append(level)
            code = len(places) + len(new) - 1
        codes[place] = -1 if code is None else code
    counts = {level: int(times[column.levels.index(level)]) for level in new}
    return coded(header.name, header.kind, codes[column.values], (*header.levels, *new)), counts


def listed(names: Sequence[str], most: int = 8) -> str:
    """Some of the names, and how many more there are.

    >>> listed(["a", "b", "c"], most=2)
    "'a', 'b' and 1 more"
    """
    shown = ", ".join(repr(name[:60]) for name in names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")
