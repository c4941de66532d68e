"""`gnomon tune`: settings chosen, the nested estimate of choosing so, and the model to use."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gnomon.cli.defaults import folds_for
from gnomon.cli.grids import grid_for
from gnomon.cli.learners import one_of
from gnomon.cli.live import notes_told
from gnomon.cli.models import Kept, columns_left_out, keep, trained
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_frame, say, tell
from gnomon.cli.working import settled, working_options
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.grid import default_grid
from gnomon.experiments.tune import TunedModel, tune
from gnomon.features.automatic.default_preparation import preparation_notes


@dataclass(frozen=True)
class TuneRequest:
    """What was asked for, as typed."""

    data: str
    target: str | None
    positive: str | None
    reading: dict[str, Any]
    learner: str
    grid: list[str]
    n_settings: int | None
    measure: str | None
    folds: int
    inner: int
    rule: str
    out: Path | None
    store: Path | None
    workers: int | None
    seed: int


def carry_out(request: TuneRequest, *, as_json: bool) -> None:
    """Tune, print the choice and its ledger, and keep the model if asked to."""
    with notes_told():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        learners = one_of(request.learner, task)
        notes = preparation_notes(learners, task)
        found = _tuned(request, task, learners)
        path, why = None, found.results.record.notes
        for each in why:
            note(f"note: {each}")
        if request.out is not None:
            estimates = {found.account.measure: found.results.estimate(found.account.measure)}
            notes = [*why, *notes, str(found.account)]
            left_out = columns_left_out(found.model)
            model, read = trained(found.model, task) if left_out else (found.model, task)
            path = keep(Kept(model, read, task, estimates, notes, request.target), request.out)
    if as_json:
        print_document(_document(found, path))
        return
    say(f"chosen  {_setting(found)}\n")
    print_frame(_ledger(found), f"{task.name}: {found.account.measure}, by ways that flatter and by nesting")
    tell(f"{found.account}")
    if path is not None:
        say(f"model   {path}")


def _tuned(request: TuneRequest, task: Task, learners: dict[str, Any]) -> TunedModel:
    (learner,) = learners.values()
    grid = _small_enough(grid_for(learner, request.grid), learner, _least_rows(request, task))
    workers = settled(working_options(request.workers, None, None, None), [task])["workers"]
    if request.rule not in ("best", "one standard error"):
        raise ParameterError(f"--rule {request.rule!r}: ask for 'best' or 'one standard error'")
    found = tune(
        task,
        learner,
        grid,
        outer=folds_for(task, request.folds, request.seed),
        inner=folds_for(task, request.inner, request.seed),
        measure=request.measure,
        rule=request.rule,
        n_settings=request.n_settings,
        random_state=request.seed,
        store=request.store,
        workers=workers,
    )
    # A pipeline goes by the name of the learner at its end.
    return replace(found, account=replace(found.account, learner=next(iter(learners))))


def _least_rows(request: TuneRequest, task: Task) -> int:
    """About the fewest rows that a setting is trained on: those of an inner fold of an outer one."""
    if task.time is not None:
        return task.n_rows // ((request.folds + 1) * (request.inner + 1))
    return int(task.n_rows * (1 - 1 / max(request.folds, 2)) * (1 - 1 / max(request.inner, 2))) - 1


def _small_enough(grid: Any, learner: Any, n_rows: int) -> Any:
    """The learner's own grid without numbers of neighbors that small data do not have."""
    own = default_grid(learner) if grid == "default" else {}
    name = next((each for each in own if each.endswith("n_neighbors")), None)
    if name is None or max(own[name]) <= n_rows:
        return grid
    return own | {name: [value for value in own[name] if value <= n_rows] or [1]}


def _ledger(found: TunedModel) -> Any:
    return found.frame()[["figure", "value", "lower", "upper", "optimism"]]


def _setting(found: TunedModel) -> str:
    return ", ".join(f"{name.rpartition('__')[2]} = {value}" for name, value in found.setting.items()) or "–"


def _document(found: TunedModel, path: Path | None) -> dict[str, Any]:
    nested = found.results.estimate(found.account.measure)
    return {
        "setting": found.setting,
        "measure": found.account.measure,
        "nested": {
            "value": nested.value,
            "lower": nested.lower,
            "upper": nested.upper,
            "level": nested.level,
        },
        "ledger": found.frame(),
        "settings": found.selection.table,
        "model": path,
    }
