"""`gnomon check`: methodology checks of data or of a results file, and the documentation of each check."""

import sys
import warnings
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from gnomon.assessment.splits import k_fold
from gnomon.cli.advice import option
from gnomon.cli.fixes import how_to_fix
from gnomon.cli.source import open_task
from gnomon.cli.terminal import clear, print_document
from gnomon.data.task import Task
from gnomon.errors import DataWarning, ParameterError
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.explaining import page_of
from gnomon.experiments.checks.finding import Finding, MethodologyReport
from gnomon.experiments.results import Results
from gnomon.experiments.stored_findings import Dismissal, dismissal, joined, with_dismissals
from gnomon.features.automatic.default_preparation import left_out_of, prepared
from gnomon.learners.baseline import Baseline

_SQLITE = b"SQLite format 3\x00"
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_WIDTH = 100
_LEFT_OUT = "`gnomon compare` and `gnomon fit` leave it out; other software would use it."


@dataclass(frozen=True)
class CheckRequest:
    """The options as typed."""

    data: str | None
    target: str | None
    positive: str | None
    time: str | None
    results: Path | None
    folds: int | None
    measure: str | None
    only: list[str] | None
    cost: bool
    seed: int
    reading: dict[str, Any]
    dismiss: tuple[str, str] | None = None


def carry_out(request: CheckRequest, *, as_json: bool) -> int:
    """Run the checks and print their findings; 1 if any is an error, else 0."""
    if request.data is None:
        raise ParameterError("no data to check: give a file, a bundled data set, or a results file")
    with warnings.catch_warnings():
        # The checks report the same, and more.
        warnings.simplefilter("ignore", DataWarning)
        report = _report(request, request.data)
    if as_json:
        print_document(as_document(report))
    else:
        _print(report)
    return int(any(finding.severity == "error" for finding in report.active))


def explain(code: str, *, as_json: bool) -> None:
    """Print the documentation of a check."""
    if as_json:
        print_document({"code": code.upper(), "page": page_of(code)})
    else:
        sys.stdout.write(page_of(code))


def as_document(report: MethodologyReport) -> dict[str, Any]:
    """The report, to be printed as JSON."""
    return {
        "findings": [_finding_document(each) for each in report.findings],
        "made": report.made,
        "left_out": report.left_out,
        "sample": report.sample,
    }


def _report(request: CheckRequest, data: str) -> MethodologyReport:
    """The findings of the checks; a results file stores them, and which are dismissed."""
    report = _checked(request, data)
    path = data if _is_results(data) else request.results
    stored = None if path is None else Results.read(path)
    if stored is not None and request.results is not None:
        stored.store_findings(report)
    if stored is not None and request.only is None:
        report = joined(report, stored.findings)
    dismissed = [] if stored is None else stored.dismissals()
    if request.dismiss is not None:
        dismissed.append(_dismissed(request.dismiss, report))
        if stored is not None:
            stored.dismiss(dismissed[-1].code, dismissed[-1].reason, dismissed[-1].where)
    return with_dismissals(report, dismissed)


def _dismissed(typed: tuple[str, str], report: MethodologyReport) -> Dismissal:
    """The dismissal of CODE, or of CODE:COLUMN for one column (task, learner) that a finding names."""
    code, _, place = typed[0].partition(":")
    result = dismissal(code, typed[1], place)
    if not any(result.covers(finding) for finding in report.findings):
        codes = ", ".join(report.codes) or "none"
        raise ParameterError(
            f"{option('dismiss')} {typed[0]}: there is no such finding; the findings are: {codes}"
        )
    return result


def _checked(request: CheckRequest, data: str) -> MethodologyReport:
    options: dict[str, Any] = {"only": request.only, "cost": request.cost, "random_state": request.seed}
    if _is_results(data):
        if request.target is not None:
            raise ParameterError(
                f"{data} is a results file, which has no target column; omit {option('target')}"
            )
        return check_methodology(results=Results.read(data), measure=request.measure, **options)
    reading = request.reading | ({} if request.time is None else {"time": request.time})
    task, _ = open_task(data, request.target, request.positive, reading)
    if request.results is not None:
        return check_methodology(
            task, results=Results.read(request.results), measure=request.measure, **options
        )
    plan = None if request.folds is None else k_fold(request.folds, random_state=request.seed)
    report = check_methodology(task, plan=plan, measure=request.measure, **options)
    return _with_preparation(report, task)


def _with_preparation(report: MethodologyReport, task: Task) -> MethodologyReport:
    """Identifiers that the automatic preprocessing of `gnomon compare` leaves out are reported as such."""
    dropped = left_out_of(prepared(Baseline(), task))
    findings = [
        replace(each, message=f"{each.message} {_LEFT_OUT}")
        if each.code == "GN006" and each.column in dropped
        else each
        for each in report.findings
    ]
    return replace(report, findings=tuple(findings))


def _is_results(data: str) -> bool:
    path = Path(data)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _print(report: MethodologyReport) -> None:
    console = Console()
    for finding in report.findings:
        style = "dim" if finding.dismissed else _STYLES[finding.severity]
        heading = Text(f"{finding.code} {finding.state}", style=style)
        console.print(heading.append(clear(f": {finding.title} ({finding.where})"), style="bold"))
        text = replace(finding, how_to_fix=how_to_fix(finding)).sentence
        console.print(Text(clear(text)), width=min(console.width, _WIDTH))
        console.print()
    console.print(Text(" ".join(filter(None, [report.summary, report.sample]))))
    if report.left_out:
        console.print(Text(f"not run: {', '.join(report.left_out)}", style="dim"))
    if report.findings:
        console.print(
            Text(f"documentation of a check: gnomon check --explain {report.findings[0].code}", style="dim")
        )


def _finding_document(finding: Finding) -> dict[str, Any]:
    plain = asdict(finding)
    if finding.cost is not None:
        names = ("measure", "careless", "careful", "gain", "lower", "upper")
        plain["cost"] = {**dict(zip(names, finding.cost.figures)), "how": finding.cost.how}
    return plain
