"""Where data come from: a file, or a bundled set by its name."""

from pathlib import Path

from gnomon import registry
from gnomon.data.read import read_table
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError


def open_task(data: str, target: str | None, positive: str | None) -> tuple[Task, str]:
    """The task, and the Python expression that makes it."""
    options = "" if positive is None else f", positive={positive!r}"
    if _is_file(data):
        if target is None:
            raise ParameterError(f"which column of {data} is to be predicted? name it by --target")
        return Task.read(
            data, target=target, positive=positive
        ), f"gn.Task.read({data!r}, target={target!r}{options})"
    if target is not None:
        raise ParameterError(f"the bundled set {data!r} has its own target; leave --target out")
    found = registry.sets[data].thing()
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
