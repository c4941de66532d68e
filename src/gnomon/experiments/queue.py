"""Queue of units: schedule them on workers, store the results and report progress."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gnomon.experiments.background_writer import BackgroundWriter, Failed
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.progress import Pace, Progress
from gnomon.experiments.store import Finished, Store
from gnomon.experiments.work import work
from gnomon.experiments.workers import Promise, Shared, Workers

# Seconds: units that arrive more slowly are flushed to disk and reported at once; faster ones are reported
# with the next, so that the disk does not delay the work.
_PAUSE = 0.05


@dataclass
class Queue:
    """The waiting units and the progress of a run.

    waiting: by key, in the order of execution. resumed: number of units stored by earlier runs. report:
    called with the progress.

    >>> unit = Unit("k1", "iris", "SVC", 0, 5)
    >>> queue = Queue({"k1": unit}, resumed=3, pace=Pace([unit], 1), report=print)
    >>> queue.finish(Failed("k1", "it took too long"))
    4 of 4 units, 1 failed
    """

    waiting: dict[str, Unit]
    resumed: int
    pace: Pace
    report: Callable[[Progress], None] | None = None
    failed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._total = self.resumed + len(self.waiting)

    def progress(self) -> None:
        """Report the progress of the run."""
        if self.report is None:
            return
        seconds, is_rough = self.pace.left()
        done, following = self._total - len(self.waiting), next(iter(self.waiting.values()), None)
        self.report(Progress(done, self._total, self.resumed, following, len(self.failed), seconds, is_rough))

    def finish(self, unit: Finished | Failed) -> None:
        """Remove a unit that was written to the store."""
        if isinstance(unit, Failed):
            self.failed[unit.key] = unit.error
        seconds = unit.seconds if isinstance(unit, Finished) else None
        self.pace.finished(self.waiting.pop(unit.key), seconds)
        self.progress()


def run_units(design: Design, queue: Queue, store: Store, workers: Workers) -> None:
    """Run and store every waiting unit; a failure is stored as such, and the other units continue."""
    writer = BackgroundWriter(store)
    try:
        before = time.monotonic()
        for unit in _results(design, list(queue.waiting.values()), workers):
            writer.put(unit)
            if time.monotonic() - before > _PAUSE:
                writer.flush()
            before = time.monotonic()
            _finish_written(queue, writer)
        writer.flush()
        _finish_written(queue, writer)
    finally:
        writer.close()


def _finish_written(queue: Queue, writer: BackgroundWriter) -> None:
    for unit in writer.take_written():
        queue.finish(unit)


def _results(design: Design, units: list[Unit], workers: Workers) -> Iterator[Finished | Failed]:
    """The units in the order of completion."""
    shared = {
        name: workers.share((task, design.splits[name]))
        for name, task in design.tasks.items()
        if any(unit.task == name for unit in units)
    }
    unit_of: dict[int, Unit] = {}
    for promise in workers.as_completed(_promises(design, units, workers, shared, unit_of)):
        unit = unit_of.pop(id(promise))
        try:
            predictions, seconds, made_with = promise.result()
        except Exception as error:
            yield Failed(unit.key, _in_words(unit, error))
        else:
            yield Finished(unit.key, predictions, seconds, made_with)


def _promises(
    design: Design,
    units: Iterable[Unit],
    workers: Workers,
    shared: dict[str, Shared],
    unit_of: dict[int, Unit],
) -> Iterator[Promise]:
    """One promise per unit, submitted when a worker is available and registered in `unit_of`."""
    for unit in units:
        promise = workers.submit(work, shared[unit.task], *design.learners_of(unit), unit)
        unit_of[id(promise)] = unit
        yield promise


def _in_words(unit: Unit, error: Exception) -> str:
    message, prefix = str(error) or type(error).__name__, f"{unit.learner} failed on {unit.task}"
    return message if message.startswith(prefix) else f"{prefix}: {message}"
