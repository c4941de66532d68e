"""Matching of new data to the columns of a model: by name, with its order, kinds and levels."""

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
    """New rows with the columns of the model.

    ignored: columns of the data that the model does not use. unseen: by column, counts of levels unseen in
    training; these have codes after those of training.
    """

    table: Table
    ignored: tuple[str, ...] = ()
    unseen: Mapping[str, Mapping[Any, int]] | None = None


def match(headers: Sequence[Header], data: Any) -> Matched:
    """Select the columns of a model from a table, data frame, file, task, dict or array.

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
    columns, unseen = [], {}
    for header, column in zip(headers, _columns(data, headers), strict=True):
        matched, new_levels = _as_trained(header, column)
        columns.append(matched)
        if new_levels:
            unseen[header.name] = new_levels
    return Matched(Table.from_columns(columns), tuple(name for name in names if name not in known), unseen)


def _read(path: Path, headers: Sequence[Header]) -> Table:
    """Read a file with the model's kinds, so that categories stay text and missing values are recognized.

    A column may be empty, as there may be few new rows.
    """
    kinds = {header.name: header.kind for header in headers if header.kind != "boolean"}
    if not path.is_file() or format_of(path) != "csv":
        return read_table(path)
    dialect: dict[str, Any] = dict.fromkeys(_DIALECT)
    try:
        return read_delimited(path, kinds=kinds, levels={}, missing=MISSING, **dialect)
    except (OSError, EOFError, DataError):
        # Read again without kinds: errors of the file first, then missing columns.
        _refuse_missing(read_table(path).names, headers)
        raise


def _array(data: Any, headers: Sequence[Header]) -> Any:
    """The columns of an array are the model's, in order: a Table if all are numeric, else a dict."""
    is_array = scipy.sparse.issparse(data) or isinstance(data, np.ndarray)
    array: Any = data if is_array else np.asarray(data, dtype=object)
    if array.ndim != 2 or array.shape[1] != len(headers):
        raise DataError(
            f"the model has {len(headers)} columns ({listed([h.name for h in headers])}), but the array "
            f"has shape {array.shape}; pass rows x columns, or a data frame, whose columns are matched by "
            "name"
        )
    if array.shape[0] == 0:
        raise DataError("there are no rows to predict; pass at least one")
    is_sparse = not isinstance(array, np.ndarray)
    if all(header.kind == "quantitative" for header in headers) and (is_sparse or array.dtype.kind in "fiu"):
        numbers = array.tocsr() if is_sparse else np.ascontiguousarray(array)
        return Table(tuple(headers), numbers.astype(np.float64), np.empty((array.shape[0], 0), np.int32))
    if is_sparse:
        raise DataError(
            "the model has categorical columns, which a sparse matrix cannot hold; pass a data frame"
        )
    return {header.name: array[:, index] for index, header in enumerate(headers)}


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
    hints = [f"did you mean {name!r} by {match!r}?" for name, match in zip(missing, near) if match]
    what = "the column" if len(missing) == 1 else f"{len(missing)} columns"
    fix = " ".join([*hints, "add or rename it, or fill it with missing values if the model supports them"])
    raise DataError(
        f"the data lack {what} {listed(missing)} of the model; {fix} (the data have {listed(list(names))})"
    )


def _near(name: str, names: Sequence[str]) -> str | None:
    same = [each for each in names if each.strip().lower() == name.strip().lower()]
    return next(iter(same or difflib.get_close_matches(name, names, n=1, cutoff=0.8)), None)


def _columns(data: Any, headers: Sequence[Header]) -> list[Column]:
    """The columns of the model from the data; text stays text if the model has levels."""
    names = [header.name for header in headers]
    # Booleans are inferred by the reader, which recognizes true and yes.
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
        raise DataError("there are no rows to predict; pass at least one")
    return columns


def _as_trained(header: Header, column: Column) -> tuple[Column, dict[Any, int]]:
    """The column with the model's kind and levels, and the counts of unseen levels."""
    if header.kind == "quantitative":
        if column.kind == "quantitative":
            return column, {}
        return column_of(header.name, column.labels, "quantitative"), {}
    if column.kind == header.kind and column.levels == header.levels:
        return column, {}
    if column.kind == "quantitative":
        column = column_of(header.name, column.labels, "categorical")
    code_of = {level: code for code, level in enumerate(header.levels)}
    words = {str(level): code for level, code in code_of.items()}
    lower = {word.lower(): code for word, code in words.items()} if header.kind == "boolean" else {}
    new: list[Any] = []
    codes = np.full(len(column.levels) + 1, -1, dtype=np.int32)
    times = np.bincount(column.values[column.values >= 0], minlength=len(column.levels))
    for index, level in enumerate(column.levels):
        code = code_of.get(level, words.get(str(level), lower.get(str(level).lower())))
        if code is None and times[index]:
            new.append(level)
            code = len(code_of) + len(new) - 1
        codes[index] = -1 if code is None else code
    counts = {level: int(times[column.levels.index(level)]) for level in new}
    return coded(header.name, header.kind, codes[column.values], (*header.levels, *new)), counts


def listed(names: Sequence[str], max_shown: int = 8) -> str:
    """Join the first names, with the number of further ones.

    >>> listed(["a", "b", "c"], max_shown=2)
    "'a', 'b' and 1 more"
    """
    shown = ", ".join(repr(name[:60]) for name in names[:max_shown])
    return shown + (f" and {len(names) - max_shown} more" if len(names) > max_shown else "")
