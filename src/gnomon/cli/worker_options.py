"""Workers and resource limits of a run, as typed."""

import re
from collections.abc import Iterable
from typing import Any

from gnomon import threads
from gnomon.cli.advice import option
from gnomon.data.task import Task
from gnomon.errors import ParameterError

LARGE_ROWS, LARGE_CELLS = 20_000, 2_000_000

_POWERS = ("", "K", "M", "G", "T")


def working_options(
    workers: int | None,
    dask: str | None,
    unit_seconds: float | None,
    unit_memory: str | None,
    *,
    deterministic: bool = False,
) -> dict[str, Any]:
    """The options of `run` for workers, limits per unit and their vector level; workers may be None.

    >>> working_options(2, None, None, "2GB")
    {'workers': 2, 'unit_seconds': None, 'unit_memory': 2000000000, 'deterministic': False}
    >>> working_options(None, "local", 60, None)["workers"]
    'dask'
    """
    if dask is not None and workers is not None:
        raise ParameterError(
            f"{option('workers')} {workers} and {option('dask')} {dask} both select the workers; "
            "give one of them"
        )
    where = workers if dask is None else "dask" if dask == "local" else dask
    memory = None if unit_memory is None else bytes_of(unit_memory)
    limits = {"unit_seconds": unit_seconds, "unit_memory": memory}
    return {"workers": where, **limits, "deterministic": deterministic}


def settled(working: dict[str, Any], tasks: Iterable[Task]) -> dict[str, Any]:
    """The same, with one worker per core for large data, and this process for small data.

    >>> from gnomon import load
    >>> settled(working_options(None, None, None, None), [load("iris")])["workers"]
    1
    """
    if working["workers"] is not None:
        return working
    return working | {"workers": threads.cores() if any(map(is_large, tasks)) else 1}


def is_large(task: Task) -> bool:
    """Whether a run of it needs several processes, and provisional results first."""
    return task.n_rows >= LARGE_ROWS or task.n_rows * task.table.n_columns >= LARGE_CELLS


def bytes_of(text: str) -> int:
    """A size of memory in bytes.

    >>> bytes_of("1.5GB"), bytes_of("512 MiB"), bytes_of("1000")
    (1500000000, 536870912, 1000)
    """
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) *([KMGT]?)(I?)B?", text.strip().upper())
    if match is None:
        raise ParameterError(f"{option('unit-memory')} {text}: give a size such as 500MB or 2GB")
    number, power, is_binary = match.groups()
    return round(float(number) * (1024 if is_binary else 1000) ** _POWERS.index(power))
