"""Data sources: a file, standard input, or a bundled data set by its name."""

import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnomon import registry
from gnomon.cli.advice import option
from gnomon.data.files.dialect import sniff
from gnomon.data.read import MISSING, READ_OPTIONS, file_stem, format_of, read_table
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ColumnRoleWarning, DataError, DataWarning, ParameterError

STANDARD_INPUT = "-"

# Default names of columns without a header.
_DEFAULT_NAME = re.compile(r"x\d+")


def reading_options(
    *,
    group: str | None,
    drop: list[str] | None,
    missing: list[str] | None,
    kind: list[str] | None,
    header: bool | None = None,
    time: str | None = None,
    strict: bool = False,
) -> dict[str, Any]:
    """The options about the columns of a file, as parameters of `Task.read`.

    >>> reading_options(group=None, drop=["id"], missing=None, kind=["zip=categorical"])
    {'drop': ['id'], 'kinds': {'zip': 'categorical'}}
    """
    for each in kind or ():
        if "=" not in each:
            raise ParameterError(f"{option('kind')} {each!r}: write COLUMN=KIND, such as zip=categorical")
    kinds = {name: type_ for name, _, type_ in (each.rpartition("=") for each in kind or ())}
    missing_values = (*MISSING, *missing) if missing else None
    options = {
        "group": group,
        "time": time,
        "drop": drop,
        "missing": missing_values,
        "kinds": kinds,
        "strict": strict,
    }
    typed = {name: value for name, value in options.items() if value}
    return typed if header is None else typed | {"header": header}


def open_task(
    data: str, target: str | None, positive: str | None, reading: dict[str, Any]
) -> tuple[Task, str]:
    """The task, and the Python expression that makes it."""
    if is_file(data):
        if target is None:
            raise ParameterError(
                f"{_named(data)} has no target column; name the column to predict by {option('target')}; "
                f"`gnomon data show {data}` shows the columns"
            )
        options = {"target": target, **({} if positive is None else {"positive": positive}), **reading}
        expression = ", ".join([repr(data), *(f"{name}={value!r}" for name, value in options.items())])
        return _task(data, options), f"gn.Task.read({expression}, lenient=True)"
    bundled = registry.sets[data]
    if reading:
        first = next(iter(reading))
        raise ParameterError(
            f"--{'kind' if first == 'kinds' else first} applies to files; {data!r} is a bundled data set"
        )
    if target is not None:
        raise ParameterError(f"the bundled data set {data!r} has its own target; omit {option('target')}")
    opened = bundled.thing()
    if not isinstance(opened, Task):
        raise DataError(
            f"the bundled data set {data!r} is a table without a target; `gnomon data show {data}` shows it"
        )
    if positive is None:
        return opened, f"gn.load({data!r})"
    task = Task(opened.table, opened.y, kind=opened.kind, positive=positive, name=opened.name)
    return task, f"gn.load({data!r})  # with positive={positive!r}"


def open_any(data: str, **options: Any) -> Table | Task:
    """The table of a file, or the task or table of a bundled data set; options are those of `read_table`."""
    if is_file(data):
        with as_path(data) as path:
            return _table(path, options)
    opened: Table | Task = registry.sets[data].thing()
    return opened


def open_rows(data: str, **options: Any) -> Table:
    """The columns of a file, or of a bundled data set without its target."""
    opened = open_any(data, **options)
    return opened.table if isinstance(opened, Task) else opened


@contextmanager
def as_path(data: str) -> Iterator[Path]:
    """The path of a file; standard input is copied to a temporary one."""
    if data != STANDARD_INPUT:
        yield Path(data)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "stdin.csv")
        path.write_bytes(sys.stdin.buffer.read())
        yield path


def is_file(data: str) -> bool:
    """Whether this names a file: an existing one, or one that looks like a path; or standard input."""
    path = Path(data)
    return data == STANDARD_INPUT or _exists(path) or bool(path.suffix) or len(path.parts) > 1


def _task(data: str, options: dict[str, Any]) -> Task:
    """The task of a file; rows without a target and empty columns are dropped."""
    with as_path(data) as path, warnings.catch_warnings():
        # The automatic preprocessing handles such columns, and reports it.
        warnings.simplefilter("ignore", ColumnRoleWarning)
        reading = {name: value for name, value in options.items() if name in READ_OPTIONS}
        roles = {name: value for name, value in options.items() if name not in READ_OPTIONS}
        table = _table(path, reading)
        try:
            return Task.of(table, name=file_stem(path), lenient=True, **roles)
        except DataError as error:
            raise error.within(_named(data)) from None


def _table(path: Path, reading: dict[str, Any]) -> Table:
    """The table of a file; a warning reports that it seems to have no header line."""
    table = read_table(path, lenient=True, **reading)
    if "header" not in reading and _has_no_header(path, table):
        text = (
            f"{path.name}: the first line contains numbers, so it is read as a row, not as a header; "
            f"the columns are named {table.names[0]} to {table.names[-1]} ({option('header')} "
            "reads it as the header)"
        )
        warnings.warn(text, DataWarning, stacklevel=2)
    return table


def _has_no_header(path: Path, table: Table) -> bool:
    """Whether the columns of a text file have default names."""
    if not all(_DEFAULT_NAME.fullmatch(name) for name in table.names) or format_of(path) != "csv":
        return False
    return not sniff(path).has_header


def _named(data: str) -> str:
    return "standard input" if data == STANDARD_INPUT else data


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
