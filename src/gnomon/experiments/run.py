"""Run a design: compute the units that are not stored yet, and return the results."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from gnomon.errors import DesignError, GnomonWarning
from gnomon.experiments.backends.warning_capture import shown_once
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.identity import digest
from gnomon.experiments.processor import LEVEL, LEVELS, lowest
from gnomon.experiments.progress import Pace, Progress
from gnomon.experiments.queue import Queue, run_units
from gnomon.experiments.record import record_of
from gnomon.experiments.results import Results
from gnomon.experiments.store import Store
from gnomon.experiments.vault import refuse_sealed
from gnomon.experiments.workers import open_workers

__all__ = ["Progress", "run", "run_known"]


def run(
    design: Design,
    store: str | Path | None = None,
    workers: Any = 1,
    progress: Callable[[Progress], None] | None = None,
    *,
    unit_seconds: float | None = None,
    unit_memory: int | None = None,
    deterministic: bool = False,
) -> Results:
    """Run a design and return its results.

    store: path of the results file; units in it are not computed again, so the same call resumes an
    interrupted run. None keeps the results in memory. workers: number of processes (-1: one per core), "dask"
    for a local Dask cluster, the address of a running cluster, or a Dask client; the results do not depend on
    it. progress: called at the start and after each unit.

    unit_seconds, unit_memory: maximum time, and memory in bytes beyond the data, per unit. A unit that fails,
    exceeds a limit, or crashes its process is stored as failed with the error, and the others continue; the
    next run tries it again. With workers=1 and no limits units run in this process, which a crash ends.

    deterministic: compute all units at one vector level, the lowest of the workers and of the units stored
    already, so that processors with wider vectors do not change the last digits; in separate processes.
    Without it, `results.version_note` tells whether units differ in this respect.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load
    >>> results = run(Design(load("diabetes"), [Ridge(), Ridge(alpha=10)], k_fold(5)))
    >>> results.leaderboard()["learner"].tolist()
    ['Ridge', 'Ridge(alpha=10)']
    """
    limits: dict[str, Any] = {"unit_seconds": unit_seconds, "unit_memory": unit_memory}
    return run_known(design, set(), store, workers, progress, deterministic=deterministic, **limits)


def run_known(
    design: Design,
    known: set[str],
    store: str | Path | None,
    workers: Any,
    progress: Callable[[Progress], None] | None = None,
    *,
    deterministic: bool = False,
    **limits: Any,
) -> Results:
    """Like `run`, but with the unit keys of an earlier format where they are known.

    known: keys of an earlier format; those of other designs are ignored. limits: unit_seconds, unit_memory.

    >>> from gnomon import Design, GaussianNB, k_fold, load
    >>> design = Design(load("iris"), GaussianNB(), k_fold(3))
    >>> run_known(design, {"of another"}, None, 1).record.units == design.units()
    True
    """
    record = record_of(design)
    opened = Store(store)
    try:
        record = replace(record, units=design.units(known | opened.keys()))
        # Identical learners under two names are one unit.
        units = {unit.key: unit for unit in record.units}
        refuse_sealed(design.tasks, opened)
        plain = record.plain()
        opened.put_design(digest(plain), plain)
        limits["max_level"] = _lowest_stored(opened, units) if deterministic else None
        failed = _run(design, units, opened, workers, progress, limits)
        _warn_of_failures(failed, len(units))
    except BaseException:
        opened.close()
        raise
    if opened.path is None:
        return Results(record, opened, design)
    opened.close()
    return Results(record, opened.path, design)


def _run(
    design: Design,
    units: dict[str, Unit],
    opened: Store,
    workers: Any,
    progress: Callable[[Progress], None] | None,
    limits: dict[str, Any],
) -> dict[str, str]:
    """Run the missing units; return the failed units with their errors."""
    taken = {key: seconds for key, seconds in opened.ask("SELECT key, seconds FROM unit") if key in units}
    waiting = {key: unit for key, unit in units.items() if key not in taken}
    if not waiting:
        Queue(waiting, len(taken), Pace([], 1), progress).progress()
        return {}
    with shown_once(), open_workers(workers, **limits) as pool:
        if pool.count > 1:
            waiting = _large_first(design, waiting)
        pace = Pace(waiting.values(), pool.count)
        for key, seconds in taken.items():
            pace.took(units[key].task, units[key].learner, seconds)
        queue = Queue(waiting, len(taken), pace, progress)
        queue.progress()
        run_units(design, queue, opened, pool)
    return queue.failed


def _lowest_stored(opened: Store, units: dict[str, Unit]) -> str:
    """The lowest vector level at which a stored unit of the design was computed; the highest if none is."""
    stored = [opened.versions(key).get(LEVEL, LEVELS[-1]) for key in units if key in opened]
    return lowest([LEVELS[-1], *(level for level in stored if level in LEVELS)])


def _large_first(design: Design, waiting: dict[str, Unit]) -> dict[str, Unit]:
    """Units of large tasks first, so that no worker is idle for long at the end."""
    cells = {name: task.n_rows * task.table.n_columns for name, task in design.tasks.items()}
    return dict(sorted(waiting.items(), key=lambda item: -cells[item[1].task]))


def _warn_of_failures(failed: dict[str, str], total: int) -> None:
    if not failed:
        return
    first = next(iter(failed.values()))
    if len(failed) == total:
        raise DesignError(f"every unit failed; the first of {total} errors is: {first}")
    warnings.warn(
        f"{len(failed)} of {total} units failed and are excluded; the first error is: {first.rstrip('.')}. "
        "Running the same design again retries them",
        GnomonWarning,
        stacklevel=3,
    )
