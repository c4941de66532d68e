"""How far a run is, and how much time is left, learner by learner."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gnomon.experiments.design import Unit


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    done: units that are settled: finished ones, and failed ones. resumed: units that the store held before.
    next: the first unit that is not settled, if any. failed: units that could not be finished.
    seconds_left: what the rest should take, by the finished units of the same learner on the same task; None
    when nothing is known. is_rough: some learner still has no finished unit on some task, and is taken to
    be like itself on other tasks, or like the others.

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
        """In a line."""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.done} of {self.total} units{failed}{self._left()}"

    def _left(self) -> str:
        if self.seconds_left is None or self.next is None:
            return ""
        return f", {'roughly ' if self.is_rough else ''}{in_words(max(self.seconds_left, 1.0))} left"


class Pace:
    """What units took, and what those that wait will take.

    units: all that wait. workers: how many are worked at once.

    >>> unit = Unit("k1", "iris", "SVC", 0, 5)
    >>> pace = Pace([unit, Unit("k2", "iris", "SVC", 5, 10)], workers=1)
    >>> pace.settled(unit, 3.0)
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
        """Take note of a unit that was finished before."""
        self._taken[task, learner].append(seconds)

    def settled(self, unit: Unit, seconds: float | None) -> None:
        """One unit less; seconds is None for a unit that failed."""
        self._waiting[unit.task, unit.learner] -= 1
        if seconds is not None:
            self.took(unit.task, unit.learner, seconds)

    def left(self) -> tuple[float | None, bool]:
        """Seconds that the rest will take, and whether some learner's time had to be guessed."""
        if not any(self._taken.values()):
            return None, True
        waiting = {place: count for place, count in self._waiting.items() if count}
        each = {place: self._expected(*place) for place in waiting}
        work = sum(each[place] * count for place, count in waiting.items())
        # However many workers there are, the longest unit is one worker's.
        seconds = max(work / self._workers, max(each.values(), default=0.0))
        return seconds, any(not self._taken.get(place) for place in waiting)

    def _expected(self, task: str, learner: str) -> float:
        taken = self._taken.get((task, learner))
        elsewhere = [each for (_, other), each in self._taken.items() if other == learner and each]
        found = [taken] if taken else elsewhere or [each for each in self._taken.values() if each]
        return float(np.mean([np.mean(each) for each in found]))


def in_words(seconds: float) -> str:
    """A time as one says it.

    >>> in_words(12.3), in_words(75), in_words(7260)
    ('12 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
