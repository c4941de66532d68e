"""Work off the units of a design: hand them to workers, keep what comes back, tell how far it is."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gnomon.experiments.design import Design, Unit
from gnomon.experiments.keeping import Failed, Keeper
from gnomon.experiments.progress import Pace, Progress
from gnomon.experiments.record import versions
from gnomon.experiments.store import Finished, Store
from gnomon.experiments.work import work
from gnomon.experiments.workers import Promise, Shared, Workers

# Seconds: a unit that comes after so long a time is waited for until it is kept, and told of at once; those
# that come faster are told of when the next comes, so that the disk holds up no work.
_PAUSE = 0.05


@dataclass
class Queue:
    """The units that wait, and those that are settled.

    waiting: by key, in the order in which they are to be worked. resumed: units the store held before.

    >>> unit = Unit("k1", "iris", "SVC", 0, 5)
    >>> queue = Queue({"k1": unit}, resumed=3, pace=Pace([unit], 1), tell=print)
    >>> queue.settle(Failed("k1", "it took too long"))
    4 of 4 units, 1 failed
    """

    waiting: dict[str, Unit]
    resumed: int
    pace: Pace
    tell: Callable[[Progress], None] | None = None
    failed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._total = self.resumed + len(self.waiting)

    def progress(self) -> None:
        """Tell how far the run is, if someone wants to know."""
        if self.tell is None:
            return
        seconds, is_rough = self.pace.left()
        done, following = self._total - len(self.waiting), next(iter(self.waiting.values()), None)
        self.tell(Progress(done, self._total, self.resumed, following, len(self.failed), seconds, is_rough))

    def settle(self, unit: Finished | Failed) -> None:
        """Take a unit off that is part of the store now."""
        if isinstance(unit, Failed):
            self.failed[unit.key] = unit.error
        seconds = unit.seconds if isinstance(unit, Finished) else None
        self.pace.settled(self.waiting.pop(unit.key), seconds)
        self.progress()


def work_off(design: Design, queue: Queue, store: Store, workers: Workers) -> None:
    """Have every unit that waits worked and kept; one that fails is kept as that, and the rest goes on."""
    keeper = Keeper(store)
    try:
        before = time.monotonic()
        for unit in _worked(design, list(queue.waiting.values()), workers):
            keeper.put(unit)
            if time.monotonic() - before > _PAUSE:
                keeper.settle()
            before = time.monotonic()
            _settle(queue, keeper)
        keeper.settle()
        _settle(queue, keeper)
    finally:
        keeper.close()


def _settle(queue: Queue, keeper: Keeper) -> None:
    for unit in keeper.kept():
        queue.settle(unit)


def _worked(design: Design, units: list[Unit], workers: Workers) -> Iterator[Finished | Failed]:
    """The units as they are worked."""
    shared = {
        name: workers.share((task, design.splits[name]))
        for name, task in design.tasks.items()
        if any(unit.task == name for unit in units)
    }
    unit_of: dict[int, Unit] = {}
    made_with = versions(design.learners.values())
    for promise in workers.as_completed(_promises(design, units, workers, shared, unit_of)):
        unit = unit_of.pop(id(promise))
        try:
            predictions, seconds = promise.result()
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
    """One promise after another, made when there is a worker for it; each is entered with its unit."""
    for unit in units:
        promise = workers.submit(work, shared[unit.task], *design.learners_of(unit), unit)
        unit_of[id(promise)] = unit
        yield promise


def _in_words(unit: Unit, error: Exception) -> str:
    said, named = str(error) or type(error).__name__, f"{unit.learner} failed on {unit.task}"
    return said if said.startswith(named) else f"{named}: {said}"
