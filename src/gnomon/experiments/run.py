"""Run a design: work off the units that the store does not hold yet, then hand back the results."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from gnomon.errors import DesignError, GnomonWarning
from gnomon.experiments.backends.heard import told_once
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.identity import digest
from gnomon.experiments.progress import Pace, Progress
from gnomon.experiments.queue import Queue, work_off
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
) -> Results:
    """Work off a design and hand back its results.

    store: the results file; what it already holds is not worked again, so the same call resumes a run that
    was stopped. None keeps the results in memory. workers: how many processes (-1: one a core), "dask" for a
    Dask cluster started here, the address of one that runs, or its client; the numbers are the same.
    progress: called at the start and after each unit.

    unit_seconds, unit_memory: the most time, and bytes beyond the data, that a unit may take. A unit that
    fails, takes more, or ends its process is kept as failed with the reason, and the rest goes on; the next
    run tries it again. With workers=1 and no limit units are worked in this process, which one can end.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load
    >>> results = run(Design(load("diabetes"), [Ridge(), Ridge(alpha=10)], k_fold(5)))
    >>> results.leaderboard()["learner"].tolist()
    ['Ridge', 'Ridge(alpha=10)']
    """
    return run_known(
        design, set(), store, workers, progress, unit_seconds=unit_seconds, unit_memory=unit_memory
    )


def run_known(
    design: Design,
    known: set[str],
    store: str | Path | None,
    workers: Any,
    progress: Callable[[Progress], None] | None = None,
    *,
    unit_seconds: float | None = None,
    unit_memory: int | None = None,
) -> Results:
    """Do what `run` does, under the keys that others know units by, where these are of an earlier format.

    known: their keys; others than those of this design are of no effect.

    >>> from gnomon import Design, GaussianNB, k_fold, load
    >>> design = Design(load("iris"), GaussianNB(), k_fold(3))
    >>> run_known(design, {"of another"}, None, 1).record.units == design.units()
    True
    """
    record = record_of(design)
    kept = Store(store)
    try:
        record = replace(record, units=design.units(known | kept.keys()))
        # Learners that are the same under two names are one unit.
        units = {unit.key: unit for unit in record.units}
        refuse_sealed(design.tasks, kept)
        plain = record.plain()
        kept.put_design(digest(plain), plain)
        failed = _run(design, units, kept, workers, progress, unit_seconds, unit_memory)
        _tell_failures(failed, len(units))
    except BaseException:
        kept.close()
        raise
    if kept.path is None:
        return Results(record, kept, design)
    kept.close()
    return Results(record, kept.path, design)


def _run(
    design: Design,
    units: dict[str, Unit],
    kept: Store,
    workers: Any,
    progress: Callable[[Progress], None] | None,
    unit_seconds: float | None,
    unit_memory: int | None,
) -> dict[str, str]:
    """Work off what is missing; the units that failed, with their reasons."""
    taken = {key: seconds for key, seconds in kept.ask("SELECT key, seconds FROM unit") if key in units}
    waiting = {key: unit for key, unit in units.items() if key not in taken}
    if not waiting:
        Queue(waiting, len(taken), Pace([], 1), progress).progress()
        return {}
    with told_once(), open_workers(workers, unit_seconds=unit_seconds, unit_memory=unit_memory) as pool:
        if pool.count > 1:
            waiting = _large_first(design, waiting)
        pace = Pace(waiting.values(), pool.count)
        for key, seconds in taken.items():
            pace.took(units[key].task, units[key].learner, seconds)
        queue = Queue(waiting, len(taken), pace, progress)
        queue.progress()
        work_off(design, queue, kept, pool)
    return queue.failed


def _large_first(design: Design, waiting: dict[str, Unit]) -> dict[str, Unit]:
    """Units of large tasks before those of small ones, which at the end leave no worker idle for long."""
    cells = {name: task.n_rows * task.table.n_columns for name, task in design.tasks.items()}
    return dict(sorted(waiting.items(), key=lambda item: -cells[item[1].task]))


def _tell_failures(failed: dict[str, str], total: int) -> None:
    if not failed:
        return
    first = next(iter(failed.values()))
    if len(failed) == total:
        raise DesignError(f"no unit could be finished; the first of {total} said: {first}")
    warnings.warn(
        f"{len(failed)} of {total} units failed and are left out; the first said: {first.rstrip('.')}. "
        "The same run tries them again",
        GnomonWarning,
        stacklevel=3,
    )
