"""`gnomon fit`: a learner fitted on all rows, with a performance estimate from held-out rows."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import decimals, interval, shown
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.resample import grid_search, resample
from gnomon.assessment.splits import hold_out
from gnomon.cli.advice import option
from gnomon.cli.compare import Request, at_hand, carry_out_quietly
from gnomon.cli.defaults import folds_for
from gnomon.cli.learners import failures_named, one_of, with_seed
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.models import ModelToSave, trained, write
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_plain, print_wrapped
from gnomon.data.task import Task
from gnomon.errors import DataError, ParameterError
from gnomon.experiments.default_measure import default_measure
from gnomon.experiments.identity import readable
from gnomon.experiments.rebuild import design_from
from gnomon.experiments.results import Results
from gnomon.features.automatic.default_preparation import preparation_notes, without_preparation
from gnomon.report.titles import in_a_sentence, method_title, split_title

BEST = "best"
# Number of rows above which one hold-out is enough, and ten folds take long.
_MANY = 100_000


@dataclass(frozen=True)
class FitRequest:
    """The options as typed."""

    data: str
    target: str | None
    positive: str | None
    reading: dict[str, Any]
    learner: str
    results: Path | None
    out: Path
    onnx: Path | None
    measure: str | None
    folds: int | None
    workers: int | None
    seed: int


@dataclass(frozen=True)
class Pick:
    """The learner to fit, by name; its estimates by measure; and notes."""

    name: str
    learner: Any
    estimates: dict[str, Any]
    notes: tuple[str, ...]


def carry_out(request: FitRequest, *, as_json: bool) -> None:
    """Select the learner, fit it on all rows, save it with its card, and print its estimated performance."""
    with warnings_as_notes():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        pick = _best(request, task) if request.learner == BEST else _named(request, task)
        with failures_named(pick.name, task):
            model, read = trained(with_seed(pick.learner, request.seed, task), task)
        # Refuse what cannot be exported as ONNX before anything is written.
        onnx = None if request.onnx is None else _exported(model, request.onnx, read)
        path = write(ModelToSave(model, read, task, pick.estimates, pick.notes, request.target), request.out)
    if as_json:
        print_document(_document(pick, task, path, onnx))
        return
    print_plain(f"{pick.name}, fitted on {task.n_rows:,} rows of {task.name}")
    for measure, estimate in pick.estimates.items():
        print_plain(_in_words(measure, estimate))
    for each in pick.notes:
        print_wrapped(f"note  {each}")
    print_plain(f"model  {path}" + (f"\nonnx   {onnx}" if onnx is not None else ""))


def _in_words(measure: str, estimate: Estimate) -> str:
    """The estimate as in the leaderboard: the name of the measure, the value and its interval."""
    places, level = decimals([estimate]), f"{100 * estimate.level:g} %"
    title = in_a_sentence(split_title(find_measure(measure).title)[0])
    return (
        f"{title} {shown(estimate.value, places)} ({level} interval {interval(estimate, places)}, "
        f"{method_title(estimate.method)})"
    )


def _named(request: FitRequest, task: Task) -> Pick:
    """The named learner, evaluated by cross-validation or a hold-out."""
    if request.results is not None:
        raise ParameterError(
            f"{option('results')} selects the best learner; omit either {option('learner')} or "
            f"{option('results')}"
        )
    learners = one_of(request.learner, task)
    ((name, learner),) = learners.items()
    notes = preparation_notes(learners, task)
    if request.folds == 0:
        return Pick(name, learner, {}, (*notes, "Its performance was not estimated."))
    splits = _plan(request, task).split(task)
    default = default_measure(task, learners.values(), splits)
    measure = request.measure or default.name
    why = [default.why] if default.why and request.measure is None else []
    with failures_named(name, task):
        estimate = resample(task, with_seed(learner, request.seed, task), splits).estimate(measure)
    return Pick(name, learner, {measure: estimate}, (*why, *notes))


def _plan(request: FitRequest, task: Task) -> Any:
    if request.folds is None and task.n_rows > _MANY and task.time is None:
        return hold_out(0.2, random_state=request.seed)
    return folds_for(task, 10 if request.folds is None else request.folds, request.seed)


def _best(request: FitRequest, task: Task) -> Pick:
    """The first of a leaderboard, of stored results or of a comparison run now."""
    results = _results(request, task)
    records = [each for each in results.record.tasks if each.fingerprint == task.fingerprint]
    if not records:
        raise DataError(
            f"{request.results} has no results for {request.data} as read here; "
            "give the same options as in the run"
        )
    record = records[0]
    measure = request.measure or results.measure(record.name)
    standings = results.standings(measure, task=record.name)
    first = standings[0]
    design = design_from(results.record, {record.name: task})
    learner = design.learners[first.learner]
    notes = list(preparation_notes({first.learner: without_preparation(learner)}, task))
    if results.record.is_nested:
        chosen = grid_search(task, list(design.paths[first.learner]), design.inner, measure, rule=design.rule)
        learner = chosen.learner
        notes.append(f"Its hyperparameters were selected on all rows: {readable(learner)}.")
    if len(standings) > 1:
        notes.append(
            f"It was selected as the best of {len(standings)} learners on the rows of its estimate, which is "
            "therefore slightly optimistic."
        )
    return Pick(first.learner, learner, {measure: first.estimate}, tuple(notes))


def _results(request: FitRequest, task: Task) -> Results:
    if request.results is not None:
        return Results.read(request.results)
    comparison = Request(
        data=request.data,
        target=request.target,
        positive=request.positive,
        reading=request.reading,
        measure=request.measure,
        working={"workers": request.workers, "unit_seconds": None, "unit_memory": None},
        seed=request.seed,
    )
    known = at_hand(comparison, task) if request.folds is None else None
    if known is not None:
        return known
    note("no learner given: comparing the default learners first")
    return carry_out_quietly(replace(comparison, folds=request.folds or None, repeats=1), task)


def _exported(model: Any, path: Path, task: Task) -> Path:
    from gnomon.models.onnx.export import export_onnx

    return export_onnx(model, path, task=task)


def _document(pick: Pick, task: Task, path: Path, onnx: Path | None) -> dict[str, Any]:
    return {
        "learner": pick.name,
        "task": task.name,
        "rows": task.n_rows,
        "estimates": {
            name: {"value": each.value, "lower": each.lower, "upper": each.upper, "level": each.level,
                   "method": each.method}
            for name, each in pick.estimates.items()
        },
        "notes": pick.notes,
        "model": path,
        "onnx": onnx,
    }  # fmt: skip
