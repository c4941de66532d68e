"""Functions run by a Dask worker: it passes calls to its child processes."""

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gnomon import native
from gnomon.errors import GnomonError
from gnomon.experiments.backends.children import Children, disk_full
from gnomon.experiments.backends.serve import packed
from gnomon.experiments.processor import environment_of, lowest
from gnomon.experiments.workers import CallLost

# The child processes of each run, and the ended runs.
_children: dict[str, Children] = {}
_ended: set[str] = set()
_lock = threading.Lock()


def work_in_child(
    run: str, message: bytes, seconds: float | None, level: str | None, names: list[str], *contents: bytes
) -> bytes:
    """The packed outcome of a call, run by a child process of this Dask worker.

    run: identifier of the run. level: vector level of the child, or None for that of the worker. names,
    contents: the shared values that the call needs, written to files.
    """
    if level is not None and lowest([level, native.level]) != level:
        # It has joined after the level of the run was chosen.
        reason = f"a Dask worker has the vector level {native.level}, and this run computes at {level}"
        return packed(CallLost(f"{reason}; run the same again"), is_error=True)
    with _lock:
        if run in _ended:
            return packed(CallLost("the workers were stopped"), is_error=True)
        try:
            if run not in _children:
                _children[run] = Children(None if level is None else environment_of(level))
            children = _children[run]
            _write_values(children.folder, names, contents)
        except OSError as error:
            return packed(CallLost(str(disk_full(error))), is_error=True)
        except GnomonError as error:
            return packed(CallLost(f"on a Dask worker {error}"), is_error=True)
    try:
        return children.ask(message, seconds)
    except CallLost as error:
        return packed(error, is_error=True)


def _write_values(folder: Path, names: Sequence[str], contents: Sequence[bytes]) -> None:
    for name, content in zip(names, contents):
        path = folder / name
        if not path.exists():
            # Renamed when complete, as a full disk may truncate it.
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(content)
            os.replace(unfinished, path)


def end_run(run: str) -> None:
    """End the child processes of a run; its later calls are rejected."""
    with _lock:
        _ended.add(run)
        children = _children.pop(run, None)
    if children is not None:
        children.end()


async def remove_silent(seconds: float, dask_scheduler: Any = None) -> None:
    """On the scheduler: remove the workers that have sent no heartbeat for so long."""
    now = time.time()
    for worker in list(dask_scheduler.workers.values()):
        if now - worker.last_seen > seconds:
            await dask_scheduler.remove_worker(worker.address, stimulus_id=f"gnomon-silent-{now}")


def vector_level() -> str:
    """The vector level of this Dask worker.

    >>> vector_level() in ("plain", "v3", "v4")
    True
    """
    return native.level


def version() -> str:
    """The version of Gnomon installed here.

    >>> import gnomon
    >>> version() == gnomon.__version__
    True
    """
    import gnomon

    return gnomon.__version__
