"""Registration of data sets stored as CSV files of the package."""

from importlib.resources import as_file, files
from typing import Any

from gnomon.data.task import Task
from gnomon.registry import sets


def packaged(name: str, title: str, source: str, *, rows: int, target: str, **options: Any) -> None:
    """Register the Task in `<name>.csv` of this folder; options are those of `Task.read`."""

    def make() -> Task:
        with as_file(files("gnomon.data.sets") / f"{name}.csv") as path:
            return Task.read(path, target, name=name, **options)

    with (files("gnomon.data.sets") / f"{name}.csv").open(encoding="utf-8") as file:
        columns = len(file.readline().split(","))
    sets.add(name, make, title, source=source, rows=rows, columns=columns, task=True)
