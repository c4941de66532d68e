"""Large data: provisional results from some of the rows, and an estimate of the running time of all rows.

A learner whose time grows like n² or worse looks harmless in a small pilot run. So the pilots of each learner
grow fourfold for as long as they are cheap, and the power law seconds(n) = a n^b of the two largest is
extrapolated.
"""

import time
from dataclasses import dataclass, replace
from math import floor, isnan, log10
from pathlib import Path
from typing import Any

from gnomon import threads
from gnomon.assessment.fold_assignment import draw, strata
from gnomon.assessment.splits import k_fold
from gnomon.cli.advice import option
from gnomon.cli.output import print_provisional
from gnomon.cli.terminal import note
from gnomon.cli.worker_options import is_large
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.design import Design
from gnomon.experiments.forecast import Cost, forecast_runtime
from gnomon.experiments.progress import in_words
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from gnomon.seeds import generator

MINUTES = 10.0
PILOT_ROWS, PILOT_CELLS, PILOT_FOLDS = 2000, 200_000, 3

# Growth factor of the pilots, and the seconds of each: a fraction of the estimated time, within limits.
_GROWTH = 4
_SHARE, _MIN_SECONDS, _MAX_SECONDS = 0.05, 2.0, 10.0
_TRIES = 2


@dataclass(frozen=True)
class Limit:
    """Maximum minutes of one learner, or None; whether learners were named; workers of the run."""

    minutes: float | None
    are_named: bool
    workers: Any = 1

    @property
    def max_minutes(self) -> float:
        """The maximum, by default 10 minutes."""
        return MINUTES if self.minutes is None else self.minutes

    def minutes_of(self, cost: Cost) -> float:
        """Wall time; 0 where a pilot failed, which the run will report."""
        return 0.0 if isnan(cost.seconds) else cost.seconds / min(self.count, cost.units) / 60

    @property
    def count(self) -> int:
        """Number of parallel workers; unknown for a cluster, and taken as the number of local cores."""
        is_number = isinstance(self.workers, int) and self.workers > 0
        return self.workers if is_number else threads.cores()


@dataclass(frozen=True)
class Piloted:
    """The design to run, and its estimated seconds, if they were estimated."""

    design: Design
    seconds: float | None = None


def piloted(design: Design, store: Path | None, limit: Limit, *, is_shown: bool) -> Piloted:
    """The design, cheap learners first, without those that would take too long; unchanged for small data.

    A note lists the skipped learners with their estimated times and how to include them.
    """
    (task,) = design.tasks.values()
    todo = pending(design, store)
    if not todo or not is_large(task):
        return Piloted(design)
    if is_shown:
        _show_provisional(design, task)
    with threads.limited(max(1, threads.cores() // limit.count)):
        costs = {learner: _confirmed_cost(design, task, learner, limit) for learner in todo}
    pilot = _affordable(design, costs, limit)
    if is_shown and pilot.seconds is not None:
        note(f"estimated running time: about {_words(pilot.seconds)}")
    return pilot


def provisional(design: Design, task: Task) -> Any:
    """Results of every learner without tuning, on few rows and folds."""
    rows = min(max(PILOT_CELLS // max(task.table.n_columns, 1), 500), PILOT_ROWS, task.n_rows)
    small = task.rows(draw(task.n_rows, rows, strata(task, None), generator(design.random_state)))
    pilot = Design(
        small,
        design.learners,
        k_fold(PILOT_FOLDS, random_state=design.random_state),
        measures=design.measures,
        random_state=design.random_state,
    )
    return run(pilot)


def _show_provisional(design: Design, task: Task) -> None:
    try:
        print_provisional(provisional(design, task), task.n_rows)
    except GnomonError as error:
        # A sample may have too few rows of a class or of a group; the whole run continues.
        note(f"note: no provisional leaderboard, as a sample of the rows is too small: {error}")


def _affordable(design: Design, costs: dict[str, Cost], limit: Limit) -> Piloted:
    """The design without what would take too long, the cheap learners first."""
    minutes = {learner: limit.minutes_of(cost) for learner, cost in costs.items()}
    too_long = _too_long(minutes, limit)
    affordable = [learner for learner in design.learners if learner not in too_long]
    if not affordable:
        raise DesignError(
            f"every learner would take too long: {_listed(too_long)}; raise the limit by {option('minutes')}"
        )
    # The sort keeps the order of learners that take about the same time.
    affordable.sort(key=lambda learner: _decade(minutes.get(learner, 0.0)))
    notes = [f"Skipped for their estimated running time: {_listed(too_long)}."] if too_long else []
    chosen = {learner: design.choices[learner] for learner in affordable}
    tasks = list(design.tasks.values())
    less = replace(
        design, tasks=tasks, learners=chosen, notes=[*design.notes, *notes], skipped=list(too_long)
    )
    return Piloted(less, _wall(costs, affordable, limit))


def estimated_cost(design: Design, task: Task, learner: str) -> Cost:
    """The running time of a learner, extrapolated from pilots that grow for as long as they are cheap."""
    alone = replace(design, tasks=[task], learners={learner: design.choices[learner]})
    rows = PILOT_ROWS
    while True:
        began = time.perf_counter()
        (cost,) = forecast_runtime(alone, rows=rows).costs
        following = (time.perf_counter() - began) * _GROWTH ** max(cost.power, 1.0)
        cost = _at_least_linear(cost, task.n_rows / rows)
        worth = min(max(_SHARE * cost.seconds, _MIN_SECONDS), _MAX_SECONDS)
        if cost.problem or rows * _GROWTH >= task.n_rows or following > worth:
            return cost
        rows *= _GROWTH


def _at_least_linear(cost: Cost, growth: float) -> Cost:
    """Running time grows at least linearly, though overhead may dominate small pilots."""
    if not cost.power < 1:
        return cost
    return replace(cost, seconds=cost.seconds * growth ** (1 - cost.power), power=1.0)


def _confirmed_cost(design: Design, task: Task, learner: str, limit: Limit) -> Cost:
    """The same; a learner counts as too slow only after several tries, as the machine may be busy."""
    cost = estimated_cost(design, task, learner)
    for _ in range(_TRIES):
        if limit.minutes_of(cost) <= limit.max_minutes:
            break
        cost = min(cost, estimated_cost(design, task, learner), key=lambda each: each.seconds)
    return cost


def pending(design: Design, store: Path | None) -> list[str]:
    """Learners with units that the results file does not contain yet."""
    done: set[str] = set()
    if store is not None and store.exists():
        with Store(store, read_only=True) as opened:
            done = {key for (key,) in opened.ask("SELECT key FROM unit")}
    return list(dict.fromkeys(unit.learner for unit in design.units() if unit.key not in done))


def _too_long(minutes: dict[str, float], limit: Limit) -> dict[str, float]:
    """Learners to skip, with their minutes; learners that were named stay, with a note."""
    max_minutes = limit.max_minutes
    long = {learner: each for learner, each in minutes.items() if each > max_minutes}
    if not long:
        return {}
    if limit.are_named and limit.minutes is None:
        note(
            f"note: {_listed(long)}; remove it from {option('learners')}, or give "
            f"{option('minutes')} {max_minutes:g} to skip it"
        )
        return {}
    enough = max(long.values()) * 1.5
    note(
        f"note: skipped, estimated to take over {max_minutes:g} min: {_listed(long)}; include it by "
        f"{option('minutes')} {enough:.0f}, or name other learners by {option('learners')}"
    )
    return long


def _wall(costs: dict[str, Cost], affordable: list[str], limit: Limit) -> float:
    known = [cost for learner, cost in costs.items() if learner in affordable and not isnan(cost.seconds)]
    longest = max((cost.seconds / cost.units for cost in known), default=0.0)
    return max(sum(cost.seconds for cost in known) / limit.count, longest)


def _listed(minutes: dict[str, float]) -> str:
    return ", ".join(f"{learner} about {_words(60 * each)}" for learner, each in minutes.items())


def _words(seconds: float) -> str:
    return in_words(seconds) if seconds >= 1 else "a second"


def _decade(minutes: float) -> int:
    """Powers of ten: times measured twice differ, and the order is to stay."""
    return floor(log10(max(minutes, 1e-3)))
