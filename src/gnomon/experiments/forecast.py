"""What a design will cost: seconds, memory and units, foretold from one small unit of each learner.

A pilot works one unit of every learner on some of the rows, at two sizes where there are many. Between these
the time grows as a power of the rows, seconds(n) = a n^b, and is carried on to all rows by the same law.
"""

import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass, replace
from math import ceil, isnan, log, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.assessment.dealing import draw, strata
from gnomon.data.task import Task
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.work import work
from gnomon.seeds import generator

if TYPE_CHECKING:
    import pandas as pd

# Powers that a measured pair of times may show; outside it is the noise of short runs.
LEAST_POWER, MOST_POWER = 0.0, 3.0


@dataclass(frozen=True)
class Cost:
    """The foretold cost of one learner on one task.

    seconds: of all its units together. memory: bytes that a unit takes besides the data. power: b of the law
    above; 0 where the pilot had all rows. problem: why the pilot failed, if it did.
    """

    task: str
    learner: str
    units: int
    settings: int
    seconds: float
    memory: float
    power: float
    problem: str = ""


@dataclass(frozen=True)
class Forecast:
    """The foretold cost of a design.

    >>> found = Forecast((Cost("iris", "kNN", 2, 6, 8.0, 1e6, 0.0),), workers=2)
    >>> print(found)
    2 units, about 4 s with 2 workers, 1 MB a worker besides the data
    """

    costs: tuple[Cost, ...]
    workers: int

    @property
    def units(self) -> int:
        """How many there are."""
        return sum(each.units for each in self.costs)

    @property
    def seconds(self) -> float:
        """By the clock, if the workers share the units evenly."""
        total = sum(each.seconds for each in self.costs if not isnan(each.seconds))
        return total / min(self.workers, max(self.units, 1))

    @property
    def memory(self) -> float:
        """Bytes that the largest unit takes besides the data."""
        return max((each.memory for each in self.costs if not isnan(each.memory)), default=0.0)

    def frame(self) -> "pd.DataFrame":
        """A line a learner and task, the costliest first."""
        import pandas as pd

        ranked = sorted(self.costs, key=lambda each: -each.seconds if not isnan(each.seconds) else -np.inf)
        return pd.DataFrame([vars(each) for each in ranked])

    def __str__(self) -> str:
        failed = [
            f"{each.learner} on {each.task} fails: {each.problem}" for each in self.costs if each.problem
        ]
        plural = "s" * (self.workers > 1)
        told = (
            f"{self.units} units, about {_clock(self.seconds)} with {self.workers} worker{plural}, "
            f"{self.memory / 1e6:.0f} MB a worker besides the data"
        )
        return "\n".join([told, *failed])


def forecast_runtime(design: Design, *, workers: int = 1, rows: int = 500) -> Forecast:
    """Foretell what a design will cost, by a pilot of one small unit a learner and task.

    rows: how many the pilot works on at most; more rows foretell better and take longer. Memory is what
    Python and NumPy ask for; what kernels need for themselves comes on top.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.KNeighborsClassifier()], gn.k_fold(5))
    >>> found = forecast_runtime(design)
    >>> found.units, found.seconds > 0, found.frame()["problem"].tolist()
    (2, True, ['', ''])
    """
    for name, value, least in (("workers", workers, 1), ("rows", rows, 10)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ParameterError(f"forecast({name}={value!r}): give a whole number of at least {least}")
    n_units = Counter((unit.task, unit.learner) for unit in design.units())
    costs = [_cost(design, *place, times, rows) for place, times in n_units.items()]
    return Forecast(tuple(costs), workers)


def _cost(design: Design, task: str, learner: str, n_units: int, rows: int) -> Cost:
    whole = design.tasks[task]
    n_settings = len(design.paths[learner])
    try:
        memory, pilots = _pilots(design, whole, learner, rows)
    except GnomonError as error:
        return Cost(task, learner, n_units, n_settings, nan, nan, nan, str(error))
    n_rows, seconds = pilots[-1]
    power = 0.0
    if len(pilots) > 1:
        power = log(seconds / pilots[0][1]) / log(n_rows / pilots[0][0])
        power = min(max(power, LEAST_POWER), MOST_POWER)
    growth = whole.n_rows / n_rows
    total = n_units * seconds * growth**power
    return Cost(task, learner, n_units, n_settings, total, memory * growth ** max(power, 1.0), power)


def _pilots(design: Design, task: Task, learner: str, rows: int) -> tuple[float, list[tuple[int, float]]]:
    """Bytes that the larger pilot takes, and rows and seconds of each."""
    sizes = [task.n_rows] if task.n_rows <= rows else [rows // 2, rows]
    try:
        pilots = [_Pilot.of(design, _smaller(task, size), learner) for size in sizes]
    except GnomonError:
        # Cuts made for these rows and no others, or too few rows of a class for the folds.
        pilots = [_Pilot.of(design, task, learner)]
    memory = pilots[-1].memory()
    return memory, [(each.task.n_rows, each.seconds()) for each in pilots]


@dataclass(frozen=True)
class _Pilot:
    """One unit of one learner on a task of its own."""

    task: Task
    design: Design
    unit: Unit

    @classmethod
    def of(cls, design: Design, task: Task, learner: str) -> "_Pilot":
        choice = design.choices[learner]
        alone = replace(design, tasks=[task], learners={learner: choice})
        return cls(task, alone, alone.units()[0])

    def get(self) -> tuple[Task, Any]:
        """The data, as workers are given them."""
        return self.task, self.design.splits[self.unit.task]

    def seconds(self) -> float:
        began = time.perf_counter()
        work(self, *self.design.learners_of(self.unit), self.unit)
        return time.perf_counter() - began

    def memory(self) -> float:
        """The peak of what is asked for; this first call also warms the imports up."""
        tracemalloc.start()
        try:
            self.seconds()
            return float(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()


def _smaller(task: Task, rows: int) -> Task:
    """So many of the rows, drawn by stratum; the task itself where it has no more."""
    if task.n_rows <= rows:
        return task
    return task.rows(draw(task.n_rows, rows, strata(task, None), generator(0)))


def _clock(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.2g} s"
    return f"{ceil(seconds / 60)} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
