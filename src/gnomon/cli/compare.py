"""`gnomon compare`: from data to a leaderboard, a results file and a report."""

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.assessment.splits import k_fold, repeated
from gnomon.cli.learners import chosen, imputed
from gnomon.cli.live import watched
from gnomon.cli.output import as_document, print_leaderboard
from gnomon.cli.source import open_task
from gnomon.errors import GnomonWarning, StoreError
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.run import Progress, run
from gnomon.report.html import write_report


@dataclass(frozen=True)
class Request:
    """What was asked for, as typed."""

    data: str
    target: str | None
    learners: str | None
    measure: str | None
    folds: int
    repeats: int
    out: Path | None
    working: dict[str, Any]
    seed: int
    positive: str | None
    reading: dict[str, Any]


def carry_out(request: Request, *, quiet: bool, as_json: bool) -> int:
    """Run the comparison, print what was found and return the exit code."""
    with warnings.catch_warnings():
        warnings.showwarning = _note
        design, loading = design_of(request)
        folder = _folder(request.out or Path("results") / next(iter(design.tasks)))
        store = folder / "results.gnomon"
        results = _run(design, store, request.working, is_shown=not (quiet or as_json))
        if results is None:
            return 130
        report = write_report(results, folder / "report.html", loading=loading)
    if as_json:
        sys.stdout.write(as_document(results, store, report))
        return 0
    if not quiet:
        print_leaderboard(results)
    sys.stdout.write(f"results  {store}\nreport   {report}\n")
    return 0


def design_of(request: Request) -> tuple[Design, str]:
    """The design that was asked for, and the Python expression that makes its task."""
    task, loading = open_task(request.data, request.target, request.positive, request.reading)
    learners, notes = imputed(chosen(request.learners, task), task)
    plan = repeated(k_fold(request.folds), times=request.repeats, random_state=request.seed)
    design = Design(task, learners, plan, measures=request.measure, random_state=request.seed, notes=notes)
    return design, loading


def _run(design: Design, store: Path, working: dict[str, Any], *, is_shown: bool) -> Results | None:
    """The results, or nothing if Ctrl-C came first."""
    reached = Progress(0, 0, 0)

    def keep(progress: Progress) -> None:
        nonlocal reached
        reached = progress

    try:
        with watched(is_shown) as show:

            def on_progress(progress: Progress) -> None:
                keep(progress)
                show(progress)

            return run(design, store, progress=on_progress, **working)
    except KeyboardInterrupt:
        sys.stderr.write(
            f"gnomon: stopped; {reached.done} of {reached.total} units are kept in {store}. "
            "Give the same command again to go on from there.\n"
        )
        return None


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {path} cannot be made: {error.strerror}; give another by --out"
        ) from error
    return path


def _note(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Gnomon's warnings as one line; those of others with the name of their kind."""
    label = "note" if issubclass(category, GnomonWarning) else category.__name__
    sys.stderr.write(f"gnomon: {label}: {' '.join(str(message).split())}\n")
