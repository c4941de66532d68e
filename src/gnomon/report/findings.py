"""The method checks that a report carries: made on what is at hand, and sorted for the page."""

from contextlib import suppress
from dataclasses import dataclass, replace

from gnomon.errors import GnomonError, StoreError
from gnomon.experiments.checks import checks
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.finding import Finding, MethodologyReport
from gnomon.experiments.design import Design
from gnomon.experiments.kept_findings import joined, with_dismissals
from gnomon.experiments.results import Results
from gnomon.features.automatic.default_preparation import left_out_of


@dataclass(frozen=True)
class Check:
    """A check of the list: its code, what it looks for, and what came of it."""

    code: str
    title: str
    outcome: str


def made_on(results: Results, design: Design | None = None, measure: str | None = None) -> MethodologyReport:
    """The checks that results allow, and with a design those of its data and learners as well.

    With a design, what is found is kept in the results file. Without, what was kept of the checks that need
    the data is taken from there. measure: what is reported, where it is not the first of the design.

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
        # A file that cannot be written to can be reported on all the same.
        with suppress(StoreError):
            results.keep_findings(report)
    return with_dismissals(joined(report, results.findings), results.dismissals())


def listed_checks(report: MethodologyReport) -> list[Check]:
    """Every check there is, with what it found or why it was not made.

    >>> listed_checks(MethodologyReport((), ("GN001",), {}))[0].outcome
    'nothing found'
    """
    return [Check(code, checks[code].title, _outcome(report, code)) for code in checks]


def gravest(report: MethodologyReport) -> tuple[Finding, ...]:
    """The findings that cast doubt on the numbers: errors and warnings that nobody dismissed.

    >>> gravest(MethodologyReport((), (), {}))
    ()
    """
    return tuple(each for each in report.standing if each.severity != "note")


def doubts(report: MethodologyReport) -> str:
    """What a reader must know before relying on the numbers; nothing where no more than notes were found.

    >>> doubts(MethodologyReport((), (), {}))
    ''
    """
    grave = gravest(report)
    if not grave:
        return ""
    more = f", and {len(grave) - 1} more" if len(grave) > 1 else ""
    return f"the checks found {grave[0].title} ({grave[0].code}){more}."


def _without_unused(report: MethodologyReport, design: Design) -> MethodologyReport:
    """The same without names and numbers of rows that no learner sees, as its preparation leaves them out."""
    places = {
        f"task {task!r}, column {column!r}"
        for task in design.tasks
        for column in set.intersection(
            *(left_out_of(design.prepared(task, each)[0]) for each in design.learners)
        )
    }
    seen = [each for each in report.findings if each.code != "GN006" or each.where not in places]
    return replace(report, findings=tuple(seen))


def _outcome(report: MethodologyReport, code: str) -> str:
    found = report.of(code)
    if found:
        n_dismissed = sum(bool(each.dismissed) for each in found)
        dismissed = f" ({n_dismissed} dismissed)" if n_dismissed else ""
        return f"{len(found)} finding{'s' if len(found) > 1 else ''}{dismissed}"
    if code in report.made:
        return "nothing found"
    return f"not made; needs {report.left_out[code]}" if code in report.left_out else "not asked for"
