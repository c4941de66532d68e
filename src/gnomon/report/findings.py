"""The methodology checks of a report, run on the available data and sorted for the page."""

from contextlib import suppress
from dataclasses import dataclass, replace

from gnomon.errors import GnomonError, StoreError
from gnomon.experiments.checks import checks
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.finding import Finding, MethodologyReport
from gnomon.experiments.design import Design
from gnomon.experiments.results import Results
from gnomon.experiments.stored_findings import joined, with_dismissals
from gnomon.features.automatic.default_preparation import left_out_of


@dataclass(frozen=True)
class Check:
    """A check of the list: its code, title and outcome."""

    code: str
    title: str
    outcome: str


def made_on(results: Results, design: Design | None = None, measure: str | None = None) -> MethodologyReport:
    """The checks of the results, and with a design those of its data and learners too.

    With a design, findings are stored in the results file. Without, stored findings of the checks that need
    the data are used. measure: the reported measure, if not the first of the design.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> len(made_on(gn.run(design)).made) < len(made_on(gn.run(design), design).made)
    True
    """
    try:
        report = check_methodology(design=design, results=results, measure=measure)
    except GnomonError as error:
        return MethodologyReport((), (), dict.fromkeys(checks, str(error)))
    if design is not None:
        report = _without_unused(report, design)
        # A read-only results file can still be reported on.
        with suppress(StoreError):
            results.store_findings(report)
    return with_dismissals(joined(report, results.findings), results.dismissals())


def listed_checks(report: MethodologyReport) -> list[Check]:
    """All checks, with their findings or the reason why they were not run.

    >>> listed_checks(MethodologyReport((), ("GN001",), {}))[0].outcome
    'nothing found'
    """
    return [Check(code, checks[code].title, _outcome(report, code)) for code in checks]


def severe_findings(report: MethodologyReport) -> tuple[Finding, ...]:
    """The errors and warnings that are not dismissed.

    >>> severe_findings(MethodologyReport((), (), {}))
    ()
    """
    return tuple(each for each in report.active if each.severity != "note")


def doubts(report: MethodologyReport) -> str:
    """A warning sentence on errors and warnings; empty if there are notes only.

    >>> doubts(MethodologyReport((), (), {}))
    ''
    """
    severe = severe_findings(report)
    if not severe:
        return ""
    more = f", and {len(severe) - 1} more" if len(severe) > 1 else ""
    return f"the checks found {severe[0].title} ({severe[0].code}){more}."


def _without_unused(report: MethodologyReport, design: Design) -> MethodologyReport:
    """The report without identifier columns (GN006) that the preprocessing of every learner drops."""
    dropped = {
        (task, column)
        for task in design.tasks
        for column in set.intersection(
            *(left_out_of(design.prepared(task, each)[0]) for each in design.learners)
        )
    }
    findings = [
        each for each in report.findings if each.code != "GN006" or (each.task, each.column) not in dropped
    ]
    return replace(report, findings=tuple(findings))


def _outcome(report: MethodologyReport, code: str) -> str:
    findings = report.of(code)
    if findings:
        n_dismissed = sum(bool(each.dismissed) for each in findings)
        dismissed = f" ({n_dismissed} dismissed)" if n_dismissed else ""
        return f"{len(findings)} finding{'s' if len(findings) > 1 else ''}{dismissed}"
    if code in report.made:
        return "nothing found"
    return f"not run; requires {report.left_out[code]}" if code in report.left_out else "not requested"
