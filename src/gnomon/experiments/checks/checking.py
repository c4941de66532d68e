"""Run every methodology check that the given data, design and results allow, and report the findings."""

from collections.abc import Sequence
from typing import Any

from gnomon.assessment.comparison import Comparison
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import checks
from gnomon.experiments.checks.finding import Finding, MethodologyReport, Place, by_severity
from gnomon.experiments.checks.near_duplicates import queries_of
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
    """Check an analysis for methodological pitfalls: data leakage, selection bias and invalid comparisons.

    task: a Task or several. design: the Design that was or will be run. results: Results, or Predictions, one
    or several. plan: the resampling plan; without plan, design or results, 10-fold cross-validation is
    assumed, or rolling-origin splits where the task has a time. measure: the reported measure. comparisons:
    comparisons made one at a time, outside of results. before: the task before feature selection. only,
    without: codes of the checks to run, or to skip. cost: whether to measure the optimistic bias of each
    finding; learner: the estimator for that (default: the best of the results, the first of the design, or a
    small random forest); cost_rows: maximum number of rows for that. sample: maximum number of rows used to
    assess columns. level: confidence level of the intervals.

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
    requested = [checks[code.upper()].name for code in (checks if only is None else only)]
    excluded = {checks[code.upper()].name for code in without}
    lacking = {code: _lacking(subject, code) for code in requested if code not in excluded}
    findings: list[Finding] = []
    for code in [code for code, lacks in lacking.items() if not lacks]:
        try:
            findings += _findings(subject, code)
        except GnomonError as error:
            lacking[code] = str(error)
    left_out = {code: lacks for code, lacks in lacking.items() if lacks}
    made = tuple(code for code in lacking if code not in left_out)
    return MethodologyReport(tuple(sorted(findings, key=by_severity)), made, left_out, _sampled(subject))


def _lacking(subject: Subject, code: str) -> str:
    return "; ".join(filter(None, (subject.lacks(part) for part in checks[code].facts["needs"])))


def _findings(subject: Subject, code: str) -> list[Finding]:
    entry = checks[code]
    advice = {"why": entry.facts["why"], "how_to_fix": entry.facts["how_to_fix"]}
    return [
        Finding(
            code,
            entry.title,
            each.severity,
            str(each.where),
            each.message,
            cost=each.cost,
            **advice,
            **(vars(each.where) if isinstance(each.where, Place) else {}),
        )
        for each in entry.thing(subject)
    ]


def _sampled(subject: Subject) -> str:
    large = {name: task.n_rows for name, task in subject.tasks.items() if task.n_rows > subject.sample}
    if not large:
        return ""
    return (
        f"Columns of {', '.join(map(repr, large))} were assessed on a random sample of {subject.sample:,} "
        "rows (sample=), groups and times on fewer; near-duplicates were searched for "
        f"{queries_of(max(large.values())):,} rows."
    )
