"""`gnomon tune`: selected hyperparameters, the nested cross-validation estimate, and the fitted model."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gnomon.cli.advice import option
from gnomon.cli.defaults import folds_for
from gnomon.cli.grids import grid_for
from gnomon.cli.learners import one_of
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.models import ModelToSave, columns_left_out, trained, write
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_frame, print_plain, print_wrapped
from gnomon.cli.worker_options import settled, working_options
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.grid import default_grid
from gnomon.experiments.tune import TunedModel, tune
from gnomon.features.automatic.default_preparation import preparation_notes


@dataclass(frozen=True)
class TuneRequest:
    """The options as typed."""

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
    """Tune, print the selected hyperparameters and the table of optimism, and save the model if requested."""
    with warnings_as_notes():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        learners = one_of(request.learner, task)
        notes = preparation_notes(learners, task)
        tuned = _tuned(request, task, learners)
        path, why = None, tuned.results.record.notes
        for each in why:
            note(f"note: {each}")
        if request.out is not None:
            estimates = {tuned.account.measure: tuned.results.estimate(tuned.account.measure)}
            notes = [*why, *notes, str(tuned.account)]
            left_out = columns_left_out(tuned.model)
            model, read = trained(tuned.model, task) if left_out else (tuned.model, task)
            path = write(ModelToSave(model, read, task, estimates, notes, request.target), request.out)
    if as_json:
        print_document(_document(tuned, path))
        return
    print_plain(f"selected  {_setting(tuned)}\n")
    print_frame(_ledger(tuned), f"{task.name}: {tuned.account.measure}, estimates and their optimism")
    print_wrapped(f"{tuned.account}")
    if path is not None:
        print_plain(f"model     {path}")


def _tuned(request: TuneRequest, task: Task, learners: dict[str, Any]) -> TunedModel:
    (learner,) = learners.values()
    grid = _small_enough(grid_for(learner, request.grid), learner, _min_rows(request, task))
    workers = settled(working_options(request.workers, None, None, None), [task])["workers"]
    if request.rule not in ("best", "one standard error"):
        raise ParameterError(f"{option('rule')} {request.rule!r}: choose 'best' or 'one standard error'")
    tuned = tune(
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
    # A pipeline is named after its final estimator.
    return replace(tuned, account=replace(tuned.account, learner=next(iter(learners))))


def _min_rows(request: TuneRequest, task: Task) -> int:
    """Approximate minimum number of training rows: those of an inner fold of an outer one."""
    if task.time is not None:
        return task.n_rows // ((request.folds + 1) * (request.inner + 1))
    return int(task.n_rows * (1 - 1 / max(request.folds, 2)) * (1 - 1 / max(request.inner, 2))) - 1


def _small_enough(grid: Any, learner: Any, n_rows: int) -> Any:
    """The default grid without numbers of neighbors beyond the number of rows."""
    own = default_grid(learner) if grid == "default" else {}
    name = next((each for each in own if each.endswith("n_neighbors")), None)
    if name is None or max(own[name]) <= n_rows:
        return grid
    return own | {name: [value for value in own[name] if value <= n_rows] or [1]}


def _ledger(tuned: TunedModel) -> Any:
    return tuned.frame()[["figure", "value", "lower", "upper", "optimism"]]


def _setting(tuned: TunedModel) -> str:
    return ", ".join(f"{name.rpartition('__')[2]} = {value}" for name, value in tuned.setting.items()) or "–"


def _document(tuned: TunedModel, path: Path | None) -> dict[str, Any]:
    nested = tuned.results.estimate(tuned.account.measure)
    return {
        "setting": tuned.setting,
        "measure": tuned.account.measure,
        "nested": {
            "value": nested.value,
            "lower": nested.lower,
            "upper": nested.upper,
            "level": nested.level,
        },
        "ledger": tuned.frame(),
        "settings": tuned.selection.table,
        "model": path,
    }
