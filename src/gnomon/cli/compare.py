"""`gnomon compare`: from data to a leaderboard, a results file and a report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gnomon.cli.advice import option
from gnomon.cli.defaults import folds_and_repeats, folds_for, halving_for, plan_for
from gnomon.cli.grids import with_grids
from gnomon.cli.learners import chosen
from gnomon.cli.live import warnings_as_notes, watched
from gnomon.cli.output import as_document, print_leaderboard, print_warnings
from gnomon.cli.pilot import Limit, pending, piloted
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_plain
from gnomon.cli.worker_options import settled
from gnomon.data.task import Task
from gnomon.errors import StoreError
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.run import Progress, run
from gnomon.report.findings import made_on
from gnomon.report.html import write_report

_FILE = "results.gnomon"
# So long a run is followed by refits for the report that a reader waits for, too.
_SILENT_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class Request:
    """The options as typed."""

    data: str
    target: str | None = None
    positive: str | None = None
    reading: dict[str, Any] = field(default_factory=dict)
    learners: str | None = None
    measure: str | None = None
    margin: float | None = None
    folds: int | None = None
    repeats: int | None = None
    inner: int | None = None
    halving: bool | None = None
    grid: list[str] = field(default_factory=list)
    out: Path | None = None
    minutes: float | None = None
    working: dict[str, Any] = field(default_factory=lambda: {"workers": None})
    seed: int = 0
    refits: bool = True


def carry_out(request: Request, *, quiet: bool, as_json: bool) -> int:
    """Run the comparison, print the leaderboard and return the exit code."""
    with warnings_as_notes():
        design, loading = design_of(request)
        folder = _folder(request, next(iter(design.tasks)))
        working = settled(request.working, design.tasks.values())
        limit = Limit(request.minutes, are_named=request.learners is not None, workers=working["workers"])
        pilot = piloted(design, _store(folder), limit, is_shown=not (quiet or as_json))
        options: dict[str, Any] = {"loading": loading, "quiet": quiet, "as_json": as_json}
        options["refits"] = request.refits
        # Skipped learners are already reported.
        options["notes"] = design.notes
        return run_and_print(pilot.design, folder, working, estimated=pilot.seconds, **options)


def carry_out_quietly(request: Request, task: Task) -> Results:
    """Compare learners on a task that is already loaded, showing only progress; nothing is stored on disk."""
    design = _design(request, task)
    working = settled(request.working, [task])
    limit = Limit(request.minutes, are_named=request.learners is not None, workers=working["workers"])
    pilot = piloted(design, None, limit, is_shown=True)
    with watched(True, pilot.seconds) as show:
        return run(pilot.design, progress=show, **working)


def at_hand(request: Request, task: Task) -> Results | None:
    """The results of the same comparison, where it was finished into its usual folder; else None."""
    store, design = _folder(request, task.name) / _FILE, _design(request, task)
    try:
        results = Results.read(store) if store.exists() else None
    except StoreError:
        results = None
    if results is None:
        return None
    worked = {unit.key for unit in results.record.units}
    expected = {unit.key for unit in design.units() if unit.learner not in results.record.skipped}
    if worked != expected or set(pending(design, store)) & set(results.learners):
        return None
    note(f"no learner given: using the best learner of {store}")
    return results


def design_of(request: Request) -> tuple[Design, str]:
    """The requested design, and the Python expression that loads its task."""
    task, loading = open_task(request.data, request.target, request.positive, request.reading)
    return _design(request, task), loading


def run_and_print(
    design: Design,
    folder: Path,
    working: dict[str, Any],
    *,
    notes: Sequence[str] | None = None,
    loading: str | None = None,
    estimated: float | None = None,
    refits: bool = True,
    quiet: bool,
    as_json: bool,
) -> int:
    """Run a design, write its report to the folder, print the leaderboard, and return the exit code.

    notes: those to print, if not all of the design.
    """
    with warnings_as_notes():
        store = _store(folder)
        working = settled(working, design.tasks.values())
        shown = None if quiet or as_json else design.notes if notes is None else notes
        results = _run(design, store, working, notes=shown, estimated=estimated)
        if results is None:
            return 130
        with results.held_open():
            checks = made_on(results, design)
            if refits and not (quiet or as_json) and _seconds(results) > _SILENT_SECONDS:
                note(f"computing feature importance and the learning curve; {option('no-refits')} skips them")
            report = write_report(
                results, folder / "report.html", loading=loading, design=design, checks=checks, refits=refits
            )
            _print(results, checks, store, report, quiet=quiet, as_json=as_json)
    return 0


def _print(
    results: Results, checks: MethodologyReport, store: Path, report: Path, *, quiet: bool, as_json: bool
) -> None:
    if as_json:
        print_document(as_document(results, checks, store, report))
        return
    if not quiet:
        print_leaderboard(results)
        print_warnings(checks)
    print_plain(f"results  {store}\nreport   {report}")


def _seconds(results: Results) -> float:
    """What training and predicting took in all; the report's refits take up to as long."""
    return sum(results.seconds(task, learner) for task in results.tasks for learner in results.learners)


def _folder(request: Request, task: str) -> Path:
    return request.out or Path("results") / task


def _design(request: Request, task: Task) -> Design:
    learners, is_nested = chosen(request.learners, task), request.inner is not None
    folds, repeats, few = folds_and_repeats(task, request.folds, request.repeats, is_nested=is_nested)
    plan = plan_for(task, folds, repeats, request.seed)
    inner = None if request.inner is None else folds_for(task, request.inner)
    halving, fewer = halving_for(task, request.halving, is_nested=is_nested)
    return Design(
        task,
        with_grids(learners, request.grid, is_nested=is_nested),
        plan,
        inner=inner,
        halving=halving,
        measures=request.measure,
        margin=request.margin,
        random_state=request.seed,
        notes=[*few, *fewer],
    )


def _run(
    design: Design,
    store: Path,
    working: dict[str, Any],
    *,
    notes: Sequence[str] | None,
    estimated: float | None,
) -> Results | None:
    """The results, or None after Ctrl-C. notes: printed with the progress; None for neither."""
    reached = Progress(0, 0, 0)
    try:
        with watched(notes is not None, estimated) as show:

            def on_progress(progress: Progress) -> None:
                nonlocal reached
                if notes is not None and reached.total == 0:
                    print_notes(notes, design)
                reached = progress
                show(progress)

            return run(design, store, progress=on_progress, **working)
    except KeyboardInterrupt:
        note(
            f"stopped; {reached.done} of {reached.total} units are stored in {store}. "
            "Repeat the command to resume."
        )
        return None


def print_notes(notes: Sequence[str], design: Design) -> None:
    """Print the notes, and how columns are preprocessed, a line each."""
    for each in (*notes, *design.preparation_notes):
        note(f"note: {each}")


def _store(folder: Path) -> Path:
    """The results file in a folder, which is created."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {folder} cannot be created: {error.strerror}; give another by {option('out')}"
        ) from error
    return folder / _FILE
