"""Progress of a run, with an estimate of the remaining time."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gnomon.experiments.design import Unit


@dataclass(frozen=True)
class Progress:
    """Progress of a run.

    done: number of finished and failed units. resumed: units stored by earlier runs. next: the first waiting
    unit, if any. failed: number of failed units. seconds_left: estimated remaining time, from the finished
    units of the same learner and task; None if unknown. is_rough: whether a learner has no finished unit on
    some task, so that its time is taken from other tasks or other learners.

    >>> print(Progress(3, 8, 0, Unit("k1", "iris", "SVC", 0, 5), seconds_left=75.0, is_rough=False))
    3 of 8 units, 1 min 15 s left
    """

    done: int
    total: int
    resumed: int
    next: Unit | None = None
    failed: int = 0
    seconds_left: float | None = None
    is_rough: bool = True

    def __str__(self) -> str:
        """The progress in one line."""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.done} of {self.total} units{failed}{self._left()}"

    def _left(self) -> str:
        if self.seconds_left is None or self.next is None:
            return ""
        return f", {'roughly ' if self.is_rough else ''}{in_words(max(self.seconds_left, 1.0))} left"


class Pace:
    """Estimates the remaining time from the runtimes of finished units.

    units: the waiting units. workers: number of parallel workers.

    >>> unit = Unit("k1", "iris", "SVC", 0, 5)
    >>> pace = Pace([unit, Unit("k2", "iris", "SVC", 5, 10)], workers=1)
    >>> pace.finished(unit, 3.0)
    >>> pace.left()
    (3.0, False)
    """

    def __init__(self, units: Iterable[Unit], workers: int) -> None:
        self._workers = max(1, workers)
        self._taken: dict[tuple[str, str], list[float]] = defaultdict(list)
        self._waiting: dict[tuple[str, str], int] = defaultdict(int)
        for unit in units:
            self._waiting[unit.task, unit.learner] += 1

    def took(self, task: str, learner: str, seconds: float) -> None:
        """Record the runtime of a finished unit."""
        self._taken[task, learner].append(seconds)

    def finished(self, unit: Unit, seconds: float | None) -> None:
        """Remove a waiting unit; seconds is None if it failed."""
        self._waiting[unit.task, unit.learner] -= 1
        if seconds is not None:
            self.took(unit.task, unit.learner, seconds)

    def left(self) -> tuple[float | None, bool]:
        """Estimated remaining seconds, and whether the time of some learner is a rough guess."""
        if not any(self._taken.values()):
            return None, True
        waiting = {cell: count for cell, count in self._waiting.items() if count}
        each = {cell: self._expected(*cell) for cell in waiting}
        work = sum(each[cell] * count for cell, count in waiting.items())
        # A lower bound for any number of workers is the longest unit.
        seconds = max(work / self._workers, max(each.values(), default=0.0))
        return seconds, any(not self._taken.get(cell) for cell in waiting)

    def _expected(self, task: str, learner: str) -> float:
        taken = self._taken.get((task, learner))
        elsewhere = [each for (_, other), each in self._taken.items() if other == learner and each]
        known = [taken] if taken else elsewhere or [each for each in self._taken.values() if each]
        return float(np.mean([np.mean(each) for each in known]))


def in_words(seconds: float) -> str:
    """A duration in words.

    >>> in_words(12.3), in_words(75), in_words(7260)
    ('12 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
