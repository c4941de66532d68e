"""Where data come from: a file, or a bundled set by its name."""

from pathlib import Path
from typing import Any

from gnomon import registry
from gnomon.data.read import MISSING, read_table
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError


def reading_options(
    *, group: str | None, drop: list[str] | None, missing: list[str] | None, kind: list[str] | None
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
    options = {"group": group, "drop": drop, "missing": words, "kinds": kinds}
    return {name: value for name, value in options.items() if value}


def open_task(
    data: str, target: str | None, positive: str | None, reading: dict[str, Any]
) -> tuple[Task, str]:
    """The task, and the Python expression that makes it."""
    if _is_file(data):
        if target is None:
            raise ParameterError(f"which column of {data} is to be predicted? name it by --target")
        options = {"target": target, **({} if positive is None else {"positive": positive}), **reading}
        expression = ", ".join([repr(data), *(f"{name}={value!r}" for name, value in options.items())])
        return Task.read(data, **options), f"gn.Task.read({expression})"
    bundled = registry.sets[data]
    if reading:
        raise ParameterError(f"--{next(iter(reading)).rstrip('s')} is for files; {data!r} is a bundled set")
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


def open_any(data: str) -> Table | Task:
    """The table of a file, or whatever a bundled set is."""
    if _is_file(data):
        return read_table(data)
    found: Table | Task = registry.sets[data].thing()
    return found


def _is_file(data: str) -> bool:
    """Whether this names a file: one that is there, or at least looks like one."""
    path = Path(data)
    return path.exists() or bool(path.suffix) or len(path.parts) > 1
