"""Runtime forecast: time, memory and number of units of a design, extrapolated from a pilot run.

The pilot runs one unit of every learner on a subset of the rows, of two sizes where there are many. The
runtime is extrapolated to all rows by the power law seconds(n) = a n^b.
"""

import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass, replace
from math import ceil, isnan, log, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.assessment.fold_assignment import draw, strata
from gnomon.data.task import Task
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.work import work
from gnomon.seeds import generator

if TYPE_CHECKING:
    import pandas as pd

# Range of the estimated power b; values outside are noise of short runs.
MIN_POWER, MAX_POWER = 0.0, 3.0


@dataclass(frozen=True)
class Cost:
    """The forecast runtime and memory of one learner on one task.

    units, settings: number of units, and of hyperparameter settings. seconds: total time of all units.
    memory: bytes per unit besides the data. power: exponent b of the power law; 0 if the pilot had all rows.
    problem: the error of the pilot, if it failed.
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
    """The forecast runtime and memory of a design.

    >>> forecast = Forecast((Cost("iris", "kNN", 2, 6, 8.0, 1e6, 0.0),), workers=2)
    >>> print(forecast)
    2 units, about 4 s with 2 workers, 1 MB per worker besides the data
    """

    costs: tuple[Cost, ...]
    workers: int

    @property
    def units(self) -> int:
        """The number of units."""
        return sum(each.units for each in self.costs)

    @property
    def seconds(self) -> float:
        """Wall-clock time, if the units are distributed evenly to the workers."""
        total = sum(each.seconds for each in self.costs if not isnan(each.seconds))
        return total / min(self.workers, max(self.units, 1))

    @property
    def memory(self) -> float:
        """Bytes that the largest unit needs besides the data."""
        return max((each.memory for each in self.costs if not isnan(each.memory)), default=0.0)

    def frame(self) -> "pd.DataFrame":
        """One row per learner and task, by decreasing runtime."""
        import pandas as pd

        ranked = sorted(self.costs, key=lambda each: -each.seconds if not isnan(each.seconds) else -np.inf)
        return pd.DataFrame([vars(each) for each in ranked])

    def __str__(self) -> str:
        failed = [
            f"{each.learner} on {each.task} fails: {each.problem}" for each in self.costs if each.problem
        ]
        plural = "s" * (self.workers > 1)
        summary = (
            f"{self.units} units, about {_clock(self.seconds)} with {self.workers} worker{plural}, "
            f"{self.memory / 1e6:.0f} MB per worker besides the data"
        )
        return "\n".join([summary, *failed])


def forecast_runtime(design: Design, *, workers: int = 1, rows: int = 500) -> Forecast:
    """Forecast the runtime and memory of a design by a pilot run of one small unit per learner and task.

    workers: number of parallel workers. rows: maximum number of rows in the pilot; more rows give a better
    forecast and take longer. Memory is that allocated by Python and NumPy, without native kernels.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.KNeighborsClassifier()], gn.k_fold(5))
    >>> forecast = forecast_runtime(design)
    >>> forecast.units, forecast.seconds > 0, forecast.frame()["problem"].tolist()
    (2, True, ['', ''])
    """
    for name, value, minimum in (("workers", workers, 1), ("rows", rows, 10)):
        if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
            raise ParameterError(
                f"forecast_runtime({name}={value!r}): it must be an integer of at least {minimum}"
            )
    n_units = Counter((unit.task, unit.learner) for unit in design.units())
    costs = [_cost(design, *cell, times, rows) for cell, times in n_units.items()]
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
        power = min(max(power, MIN_POWER), MAX_POWER)
    growth = whole.n_rows / n_rows
    total = n_units * seconds * growth**power
    return Cost(task, learner, n_units, n_settings, total, memory * growth ** max(power, 1.0), power)


def _pilots(design: Design, task: Task, learner: str, rows: int) -> tuple[float, list[tuple[int, float]]]:
    """Bytes needed by the larger pilot, and rows and seconds of each."""
    sizes = [task.n_rows] if task.n_rows <= rows else [rows // 2, rows]
    try:
        pilots = [_Pilot.of(design, _smaller(task, size), learner, task.n_rows) for size in sizes]
    except GnomonError:
        # Splits fixed for all rows, or too few rows of a class for the folds.
        pilots = [_Pilot.of(design, task, learner, task.n_rows)]
    memory = pilots[-1].memory()
    return memory, [(each.task.n_rows, each.seconds()) for each in pilots]


@dataclass(frozen=True)
class _Pilot:
    """A design with one learner and one, perhaps smaller, task, and its first unit.

    `of` takes the number of rows of the whole task.
    """

    task: Task
    design: Design
    unit: Unit

    @classmethod
    def of(cls, design: Design, task: Task, learner: str, n_rows: int) -> "_Pilot":
        halving = design.halving
        if halving is not None:
            # As many rungs as on all rows.
            halving = replace(halving, min_rows=max(round(halving.min_rows * task.n_rows / n_rows), 1))
        alone = replace(design, tasks=[task], learners={learner: design.choices[learner]}, halving=halving)
        return cls(task, alone, alone.units()[0])

    def get(self) -> tuple[Task, Any]:
        """The data and the splits, as for a worker."""
        return self.task, self.design.splits[self.unit.task]

    def seconds(self) -> float:
        began = time.perf_counter()
        work(self, *self.design.learners_of(self.unit), self.unit)
        return time.perf_counter() - began

    def memory(self) -> float:
        """Peak allocated memory; this first call also loads the imported modules."""
        tracemalloc.start()
        try:
            self.seconds()
            return float(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()


def _smaller(task: Task, rows: int) -> Task:
    """A stratified sample of the rows; the task itself if it has no more."""
    if task.n_rows <= rows:
        return task
    return task.rows(draw(task.n_rows, rows, strata(task, None), generator(0)))


def _clock(seconds: float) -> str:
    # From 99.5 on two digits are written as 1e+02.
    if seconds < 99.5:
        return f"{seconds:.2g} s"
    return f"{ceil(seconds / 60)} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
