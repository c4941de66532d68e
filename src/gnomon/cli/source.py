"""Where data come from: a file, standard input, or a bundled set by its name."""

import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnomon import registry
from gnomon.data.files.dialect import sniff
from gnomon.data.read import MISSING, READ_OPTIONS, file_stem, format_of, read_table
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, DataWarning, ParameterError

STANDARD_INPUT = "-"

# Columns like names and dates: the automatic preparation sees to them, and says so.
SUSPECTS = "column .* (holds dates|has almost no value twice)"

# Names by place, of columns without a header.
_PLACE = re.compile(r"x\d+")


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
    """What was said of the columns of a file, as options of `Task.read`.

    >>> reading_options(group=None, drop=["id"], missing=None, kind=["zip=categorical"])
    {'drop': ['id'], 'kinds': {'zip': 'categorical'}}
    """
    for each in kind or ():
        if "=" not in each:
            raise ParameterError(f"--kind {each!r}: write COLUMN=KIND, such as zip=categorical")
    kinds = {name: given for name, _, given in (each.rpartition("=") for each in kind or ())}
    words = (*MISSING, *missing) if missing else None
    options = {"group": group, "time": time, "drop": drop, "missing": words, "kinds": kinds, "strict": strict}
    given = {name: value for name, value in options.items() if value}
    return given if header is None else given | {"header": header}


def open_task(
    data: str, target: str | None, positive: str | None, reading: dict[str, Any]
) -> tuple[Task, str]:
    """The task, and the Python expression that makes it."""
    if is_file(data):
        if target is None:
            raise ParameterError(
                f"which column of {_named(data)} is to be predicted? name it by --target; "
                f"`gnomon data show {data}` shows the columns"
            )
        options = {"target": target, **({} if positive is None else {"positive": positive}), **reading}
        expression = ", ".join([repr(data), *(f"{name}={value!r}" for name, value in options.items())])
        return _task(data, options), f"gn.Task.read({expression}, lenient=True)"
    bundled = registry.sets[data]
    if reading:
        first = next(iter(reading))
        raise ParameterError(
            f"--{'kind' if first == 'kinds' else first} is for files; {data!r} is a bundled set"
        )
    if target is not None:
        raise ParameterError(f"the bundled set {data!r} has its own target; leave --target out")
    found = bundled.thing()
    if not isinstance(found, Task):
        raise DataError(
            f"the bundled set {data!r} is a table without a target; `gnomon data show {data}` shows it"
        )
    if positive is None:
        return found, f"gn.load({data!r})"
    task = Task(found.table, found.y, kind=found.kind, positive=positive, name=found.name)
    return task, f"gn.load({data!r})  # with positive={positive!r}"


def open_any(data: str, **options: Any) -> Table | Task:
    """The table of a file, or whatever a bundled set is; options are those of `read_table`."""
    if is_file(data):
        with as_path(data) as path:
            return _table(path, options)
    found: Table | Task = registry.sets[data].thing()
    return found


def open_rows(data: str, **options: Any) -> Table:
    """The columns of a file, or of a bundled set without its target."""
    found = open_any(data, **options)
    return found.table if isinstance(found, Task) else found


@contextmanager
def as_path(data: str) -> Iterator[Path]:
    """The path of a file; what stands on standard input is kept in one for as long as it is needed."""
    if data != STANDARD_INPUT:
        yield Path(data)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "stdin.csv")
        path.write_bytes(sys.stdin.buffer.read())
        yield path


def is_file(data: str) -> bool:
    """Whether this names a file: one that is there, or at least looks like one; or standard input."""
    path = Path(data)
    return data == STANDARD_INPUT or _exists(path) or bool(path.suffix) or len(path.parts) > 1


def _task(data: str, options: dict[str, Any]) -> Task:
    """The task of a file as it comes: rows without a target, and columns without a value, are left out."""
    with as_path(data) as path, warnings.catch_warnings():
        warnings.filterwarnings("ignore", SUSPECTS, DataWarning)
        reading = {name: value for name, value in options.items() if name in READ_OPTIONS}
        asked = {name: value for name, value in options.items() if name not in READ_OPTIONS}
        table = _table(path, reading)
        try:
            return Task.of(table, name=file_stem(path), lenient=True, **asked)
        except DataError as error:
            raise DataError(f"{_named(data)}: {error}") from None


def _table(path: Path, reading: dict[str, Any]) -> Table:
    """The table of a file; that it seems to have no header line is said."""
    table = read_table(path, lenient=True, **reading)
    if "header" not in reading and _has_no_header(path, table):
        text = (
            f"{path.name}: the first line holds numbers, so it is taken for a row, not for a header; "
            f"the columns are called {table.names[0]} to {table.names[-1]} (--header takes it for one)"
        )
        warnings.warn(text, DataWarning, stacklevel=2)
    return table


def _has_no_header(path: Path, table: Table) -> bool:
    """Whether the columns of a text file got their names from their places."""
    if not all(_PLACE.fullmatch(name) for name in table.names) or format_of(path) != "csv":
        return False
    return not sniff(path).has_header


def _named(data: str) -> str:
    return "standard input" if data == STANDARD_INPUT else data


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
