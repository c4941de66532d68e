"""Large data: a provisional answer from some of the rows, and a forecast of what the whole will take.

A learner whose time grows like n² or worse looks harmless on a small pilot. So the pilots of each learner
grow fourfold for as long as they are cheap, and the law seconds(n) = a n^b of the two largest is carried on.
"""

import time
from dataclasses import dataclass, replace
from math import floor, isnan, log10
from pathlib import Path
from typing import Any

from gnomon import threads
from gnomon.assessment.dealing import draw, strata
from gnomon.assessment.splits import k_fold
from gnomon.cli.output import print_provisional
from gnomon.cli.terminal import note
from gnomon.cli.working import is_large
from gnomon.data.task import Task
from gnomon.errors import DesignError, GnomonError
from gnomon.experiments.design import Design
from gnomon.experiments.forecast import Cost, forecast_runtime
from gnomon.experiments.progress import in_words
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from gnomon.seeds import generator

MINUTES = 10.0
LEFT_OUT = "Left out, as foretold to take too long"
PILOT_ROWS, PILOT_CELLS, PILOT_FOLDS = 2000, 200_000, 3

# By how much each pilot is larger than the last, and its seconds: a share of what is foretold, within limits.
_GROWTH = 4
_SHARE, _LEAST_SECONDS, _MOST_SECONDS = 0.05, 2.0, 10.0
_TRIES = 2


@dataclass(frozen=True)
class Limit:
    """The most minutes that a learner may take, if given; whether learners were named; workers of the run."""

    minutes: float | None
    are_named: bool
    workers: Any = 1

    @property
    def most(self) -> float:
        """The most minutes, given or not."""
        return MINUTES if self.minutes is None else self.minutes

    def minutes_of(self, cost: Cost) -> float:
        """By the clock; 0 where a pilot failed, which the run will tell of."""
        return 0.0 if isnan(cost.seconds) else cost.seconds / min(self.count, cost.units) / 60

    @property
    def count(self) -> int:
        """How many units are worked at once; of a cluster it is not known, and taken for the cores here."""
        is_number = isinstance(self.workers, int) and self.workers > 0
        return self.workers if is_number else threads.cores()


@dataclass(frozen=True)
class Piloted:
    """The design to run, and the seconds that it should take, if they were foretold."""

    design: Design
    seconds: float | None = None


def piloted(design: Design, store: Path | None, limit: Limit, *, is_shown: bool) -> Piloted:
    """The design, its cheap learners first, less those that would take too long; small data stay as they are.

    What is left out is said, with its forecast and how to allow it, and noted in the design.
    """
    (task,) = design.tasks.values()
    todo = waiting(design, store)
    if not todo or not is_large(task):
        return Piloted(design)
    if is_shown:
        _show_provisional(design, task)
    with threads.limited(max(1, threads.cores() // limit.count)):
        costs = {learner: _foretold_surely(design, task, learner, limit) for learner in todo}
    found = _affordable(design, costs, limit)
    if is_shown and found.seconds is not None:
        note(f"all of it should take about {_words(found.seconds)}")
    return found


def provisional(design: Design, task: Task) -> Any:
    """Results of every learner, as it is, on few rows and folds."""
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
        # Few rows may hold too little of a class or of a group; the whole run goes on.
        note(f"note: no provisional table, as some of the rows are not enough: {error}")


def _affordable(design: Design, costs: dict[str, Cost], limit: Limit) -> Piloted:
    """The design without what would take too long, the cheap learners first."""
    minutes = {learner: limit.minutes_of(cost) for learner, cost in costs.items()}
    too_long = _too_long(minutes, limit)
    kept = [learner for learner in design.learners if learner not in too_long]
    if not kept:
        raise DesignError(f"every learner would take too long: {_listed(too_long)}; allow it by --minutes")
    # The sort keeps the order of learners that take about the same time.
    kept.sort(key=lambda learner: _decade(minutes.get(learner, 0.0)))
    notes = [f"{LEFT_OUT}: {_listed(too_long)}."] if too_long else []
    chosen = {learner: design.choices[learner] for learner in kept}
    tasks = list(design.tasks.values())
    less = replace(design, tasks=tasks, learners=chosen, notes=[*design.notes, *notes])
    return Piloted(less, _wall(costs, kept, limit))


def foretold(design: Design, task: Task, learner: str) -> Cost:
    """What a learner will cost, by pilots that grow for as long as they are cheap."""
    alone = replace(design, tasks=[task], learners={learner: design.choices[learner]})
    rows = PILOT_ROWS
    while True:
        began = time.perf_counter()
        (cost,) = forecast_runtime(alone, rows=rows).costs
        following = (time.perf_counter() - began) * _GROWTH ** max(cost.power, 1.0)
        cost = _at_least_linear(cost, task.n_rows / rows)
        worth = min(max(_SHARE * cost.seconds, _LEAST_SECONDS), _MOST_SECONDS)
        if cost.problem or rows * _GROWTH >= task.n_rows or following > worth:
            return cost
        rows *= _GROWTH


def _at_least_linear(cost: Cost, growth: float) -> Cost:
    """Every row is read, so that time grows like n at least, though overhead may rule in small pilots."""
    if not cost.power < 1:
        return cost
    return replace(cost, seconds=cost.seconds * growth ** (1 - cost.power), power=1.0)


def _foretold_surely(design: Design, task: Task, learner: str, limit: Limit) -> Cost:
    """The same; a learner is called too slow only after several tries, as the machine may be busy."""
    cost = foretold(design, task, learner)
    for _ in range(_TRIES):
        if limit.minutes_of(cost) <= limit.most:
            break
        cost = min(cost, foretold(design, task, learner), key=lambda each: each.seconds)
    return cost


def waiting(design: Design, store: Path | None) -> list[str]:
    """Learners with units that the results file does not hold yet."""
    held: set[str] = set()
    if store is not None and store.exists():
        with Store(store, read_only=True) as kept:
            held = {key for (key,) in kept.ask("SELECT key FROM unit")}
    return list(dict.fromkeys(unit.learner for unit in design.units() if unit.key not in held))


def _too_long(minutes: dict[str, float], limit: Limit) -> dict[str, float]:
    """Learners to leave out, with their minutes; learners that were named stay, and that is said."""
    most = limit.most
    long = {learner: each for learner, each in minutes.items() if each > most}
    if not long:
        return {}
    if limit.are_named and limit.minutes is None:
        note(
            f"note: {_listed(long)}; take such out of --learners, or give --minutes {most:g} to leave it out"
        )
        return {}
    enough = max(long.values()) * 1.5
    note(f"note: left out, as foretold to take over {most:g} min: {_listed(long)}; "
         f"--minutes {enough:.0f} allows it, --learners names others")  # fmt: skip
    return long


def _wall(costs: dict[str, Cost], kept: list[str], limit: Limit) -> float:
    known = [cost for learner, cost in costs.items() if learner in kept and not isnan(cost.seconds)]
    longest = max((cost.seconds / cost.units for cost in known), default=0.0)
    return max(sum(cost.seconds for cost in known) / limit.count, longest)


def _listed(minutes: dict[str, float]) -> str:
    return ", ".join(f"{learner} about {_words(60 * each)}" for learner, each in minutes.items())


def _words(seconds: float) -> str:
    return in_words(seconds) if seconds >= 1 else "a second"


def _decade(minutes: float) -> int:
    """Powers of ten: times measured twice differ, and the order is to stay."""
    return floor(log10(max(minutes, 1e-3)))
