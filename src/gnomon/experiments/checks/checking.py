"""The door: make all checks that what is given allows, and report what they find."""

from collections.abc import Sequence
from typing import Any

from gnomon.assessment.comparison import Comparison
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import checks
from gnomon.experiments.checks.finding import Finding, MethodologyReport, by_gravity
from gnomon.experiments.checks.near_copies import queries_of
from gnomon.experiments.checks.probe import Probe
from gnomon.experiments.checks.subject import Subject, subject_of
from gnomon.experiments.design import Design


def check_methodology(
    task: Any = None,
    design: Design | None = None,
    results: Any = None,
    *,
    plan: Any = None,
    measure: Any = None,
    comparisons: Sequence[Comparison] = (),
    before: Task | None = None,
    only: Sequence[str] | None = None,
    without: Sequence[str] = (),
    cost: bool = True,
    learner: Any = None,
    cost_rows: int = 1000,
    sample: int = 20_000,
    level: float = 0.95,
    random_state: int = 0,
) -> MethodologyReport:
    """Look for the ways in which an analysis can fool its author.

    task: a Task or several. design: what was or will be run. results: Results, or Predictions, one or
    several. plan: how the task is cut; if neither plan, design nor results say, ten folds are assumed, or
    rolling ones where the task has a time. measure: what is reported. comparisons: made one by one, outside
    of results. before: the task before its columns were chosen. only, without: codes of checks.
    cost: whether faults are priced, by scores the careless and the careful way; learner: who is scored (the
    best of the results, the first of the design, or a small forest); cost_rows: the most rows for that.
    sample: the most rows by which columns are judged.

    >>> import gnomon as gn
    >>> report = check_methodology(gn.load("iris"), cost=False)
    >>> report.codes
    ()
    """
    probe = Probe(cost, learner, cost_rows, level=level, random_state=random_state)
    subject = subject_of(
        task,
        design,
        results,
        plan=plan,
        measure=measure,
        comparisons=comparisons,
        before=before,
        probe=probe,
        sample=sample,
    )
    asked = [checks[code.upper()].name for code in (checks if only is None else only)]
    left = {checks[code.upper()].name for code in without}
    lacking = {code: _lacking(subject, code) for code in asked if code not in left}
    findings: list[Finding] = []
    for code in [code for code, lacks in lacking.items() if not lacks]:
        try:
            findings += _findings(subject, code)
        except GnomonError as error:
            lacking[code] = str(error)
    left_out = {code: lacks for code, lacks in lacking.items() if lacks}
    made = tuple(code for code in lacking if code not in left_out)
    return MethodologyReport(tuple(sorted(findings, key=by_gravity)), made, left_out, _sampled(subject))


def _lacking(subject: Subject, code: str) -> str:
    return "; ".join(filter(None, (subject.lacks(part) for part in checks[code].facts["needs"])))


def _findings(subject: Subject, code: str) -> list[Finding]:
    entry = checks[code]
    told = {"why": entry.facts["why"], "way_out": entry.facts["way_out"]}
    return [
        Finding(code, entry.title, seen.severity, seen.where, seen.found, cost=seen.cost, **told)
        for seen in entry.thing(subject)
    ]


def _sampled(subject: Subject) -> str:
    large = {name: task.n_rows for name, task in subject.tasks.items() if task.n_rows > subject.sample}
    if not large:
        return ""
    return (
        f"Of {', '.join(map(repr, large))} columns were judged by {subject.sample:,} rows drawn at random "
        "(sample=), groups and times by fewer, and near copies sought for "
        f"{queries_of(max(large.values())):,}."
    )
