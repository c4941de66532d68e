"""Run a design: work off the units that the store does not hold yet, then hand back the results."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gnomon.data.task import Task
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.record import record_of, versions
from gnomon.experiments.results import Results
from gnomon.experiments.store import Store
from gnomon.experiments.work import work
from gnomon.experiments.workers import Workers, open_workers


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    resumed: units that the store held before. next: the first unit that is not finished, if any.
    """

    done: int
    total: int
    resumed: int
    next: Unit | None = None


def run(
    design: Design,
    store: str | Path | None = None,
    workers: int | Workers = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Results:
    """Work off a design and hand back its results.

    store: the results file; what it already holds is not worked again, so the same call resumes a run that
    was stopped. None keeps the results in memory. workers: how many processes.
    progress: called at the start and after each unit.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load
    >>> results = run(Design(load("diabetes"), [Ridge(), Ridge(alpha=10)], k_fold(5)))
    >>> results.leaderboard()["learner"].tolist()
    ['Ridge', 'Ridge(alpha=10)']
    """
    record = record_of(design)
    kept = Store(store)
    try:
        kept.put_design(record.key, record.plain())
        done = kept.keys()
        # Learners that are the same under two names are one unit.
        units = {unit.key: unit for unit in record.units}
        waiting = {key: unit for key, unit in units.items() if key not in done}
        count = _counter(progress, len(units), waiting)
        _work_off(design, list(waiting.values()), kept, workers, count)
    except BaseException:
        kept.close()
        raise
    if kept.path is None:
        return Results(record, kept)
    kept.close()
    return Results(record, kept.path)


def _counter(
    progress: Callable[[Progress], None] | None, total: int, waiting: dict[str, Unit]
) -> Callable[[Unit | None], None]:
    """Say how far the run is: at the start (no unit), and after each unit."""
    resumed, left = total - len(waiting), dict(waiting)

    def count(unit: Unit | None) -> None:
        if unit is not None:
            del left[unit.key]
        if progress is not None:
            progress(Progress(total - len(left), total, resumed, next(iter(left.values()), None)))

    return count


def _work_off(
    design: Design,
    waiting: list[Unit],
    kept: Store,
    workers: int | Workers,
    count: Callable[[Unit | None], None],
) -> None:
    count(None)
    if not waiting:
        return
    with open_workers(workers) as pool:
        shared = {
            name: pool.share((_encoded(task), design.splits[name]))
            for name, task in design.tasks.items()
            if any(unit.task == name for unit in waiting)
        }
        promises = [pool.submit(work, shared[unit.task], *design.learners_of(unit), unit) for unit in waiting]
        unit_of = dict(zip(map(id, promises), waiting))
        made_with = versions()
        for promise in pool.as_completed(promises):
            unit = unit_of[id(promise)]
            predictions, seconds = promise.result()
            kept.put(unit.key, predictions, seconds=seconds, versions=made_with)
            count(unit)


def _encoded(task: Task) -> Task:
    """The task with its features as numbers at hand, so that all workers share one copy of them."""
    assert task.encoded is not None
    return task
