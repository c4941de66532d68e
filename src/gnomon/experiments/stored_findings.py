"""Findings of methodology checks stored in a results file, and the user's dismissals with their reasons.

Checks of the data require the data, which are available during a run; a report can be written later from the
file alone. So findings are stored with the predictions, one entry per design.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.json_schema import Named, check_form
from gnomon.errors import DataError, ParameterError, StoreError
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import SEVERITIES, Finding, MethodologyReport, by_severity
from gnomon.experiments.store import Store, now

FIRST_VERSION = 4

# Names of fields of a finding in a results file, where they differ.
_STORED_AS = {"message": "found", "how_to_fix": "way_out"}
_FIELD_OF = {stored: field for field, stored in _STORED_AS.items()}


_NUMBER = (int, float)
_ESTIMATE = {
    **dict.fromkeys(("value", "lower", "upper", "level"), _NUMBER),
    **dict.fromkeys(("method", "why", "evidence"), str),
    "parts": Named(_NUMBER),
}
_COST = {
    **dict.fromkeys(("measure", "how"), str),
    **dict.fromkeys(("careless", "careful"), _ESTIMATE),
    **dict.fromkeys(("gain", "lower", "upper", "level"), _NUMBER),
}
_FINDING = {
    **dict.fromkeys(("code", "title", "severity", "where", "found", "why", "way_out", "dismissed"), str),
    "cost": (_COST, type(None)),
    **dict.fromkeys(("task?", "column?", "learner?"), str),
}
_REPORT = {"findings": [_FINDING], "made": [str], "left_out": Named(str), "sample": str}
_DISMISSAL = {"code": str, "place": str, "reason": str, "at": str}


@dataclass(frozen=True)
class Dismissal:
    """A dismissal of findings by the user, with the reason.

    code: of the check. where: the task, column or learner of the finding; empty for all findings of the
    check. at: time of the dismissal.

    >>> finding = Finding("GN006", "", "warning", "task 't', column 'nr'", "", "", "", column="nr")
    >>> Dismissal("GN006", "nr", "dropped later", "").covers(finding)
    True
    """

    code: str
    where: str
    reason: str
    at: str

    def covers(self, finding: Finding) -> bool:
        """Whether it applies to this finding."""
        places = ("", finding.where, finding.task, finding.column, finding.learner)
        return self.code == finding.code and self.where in places


def dismissal(code: str, reason: str, where: str = "") -> Dismissal:
    """A new dismissal; ParameterError for an unknown check or an empty reason.

    >>> dismissal("gn006", "the number is dropped by the preparation").code
    'GN006'
    """
    from gnomon.experiments.checks import checks

    if not reason.strip():
        raise ParameterError(f"{code} is dismissed without a reason; state why it does not matter here")
    return Dismissal(checks[code.upper()].name, where, reason.strip(), now())


def with_dismissals(report: MethodologyReport, dismissals: Sequence[Dismissal]) -> MethodologyReport:
    """The report with dismissed findings marked by the latest applicable reason.

    >>> finding = Finding("GN006", "", "warning", "task 't'", "", "", "")
    >>> report = MethodologyReport((finding,), ("GN006",), {})
    >>> with_dismissals(report, [dismissal("GN006", "dropped")]).is_clean
    True
    """
    findings = [
        replace(each, dismissed=next((one.reason for one in reversed(dismissals) if one.covers(each)), ""))
        for each in report.findings
    ]
    return replace(report, findings=tuple(sorted(findings, key=by_severity)))


def joined(new: MethodologyReport, stored: MethodologyReport) -> MethodologyReport:
    """A new report, completed by stored results of the checks that could not be run again.

    >>> stored = MethodologyReport((), ("GN001", "GN006"), {})
    >>> joined(MethodologyReport((), ("GN006",), {"GN001": "the data"}), stored).made
    ('GN001', 'GN006')
    """
    taken = [code for code in stored.made if code not in new.made]
    findings = [*new.findings, *(each for each in stored.findings if each.code in taken)]
    left_out = {code: why for code, why in {**stored.left_out, **new.left_out}.items() if code not in taken}
    made = tuple(sorted({*new.made, *taken}))
    return MethodologyReport(
        tuple(sorted(findings, key=by_severity)),
        made,
        {code: why for code, why in left_out.items() if code not in made},
        new.sample or (stored.sample if taken else ""),
    )


def put_findings(store: Store, design: str, report: MethodologyReport) -> None:
    """Store the findings of a design; earlier findings of checks that were not run now are retained."""
    whole = joined(report, findings_of(store, design))
    text = json.dumps(_plain(whole))
    with store.writing() as connection:
        row = (design, text, _digest(text), now())
        connection.execute("INSERT OR REPLACE INTO finding VALUES (?, ?, ?, ?)", row)


def findings_of(store: Store, design: str) -> MethodologyReport:
    """The stored findings of a design, without dismissals; an empty report if there are none."""
    if store.version < FIRST_VERSION:
        return MethodologyReport((), (), {})
    rows = store.ask("SELECT report, digest FROM finding WHERE key = ?", design)
    if not rows or not is_intact(*rows[0]):
        return MethodologyReport((), (), {})
    return _report(_checked(store, rows[0][0]))


def put_dismissal(store: Store, dismissed: Dismissal) -> None:
    """Store a dismissal, which replaces an earlier one of the same check and location."""
    with store.writing() as connection:
        row = (dismissed.code, dismissed.where, dismissed.reason, dismissed.at)
        connection.execute("INSERT OR REPLACE INTO dismissal VALUES (?, ?, ?, ?)", row)


def dismissals_of(store: Store) -> list[Dismissal]:
    """All dismissals, the latest last."""
    if store.version < FIRST_VERSION:
        return []
    rows = store.ask(f"SELECT {', '.join(_DISMISSAL)} FROM dismissal ORDER BY rowid")
    for row in rows:
        _check(store, "dismissals", dict(zip(_DISMISSAL, row)), _DISMISSAL)
    return [Dismissal(*row) for row in rows]


def _checked(store: Store, text: str) -> Any:
    """The report of findings in a JSON text of the right form."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(store, "findings", error) from None
    _check(store, "findings", plain, _REPORT)
    for each in plain["findings"]:
        if each["severity"] not in SEVERITIES:
            unknown = DataError(f"the severity {each['severity'][:40]!r} is unknown")
            raise _damaged(store, "findings", unknown)
    return plain


def _check(store: Store, what: str, plain: Any, form: Any) -> None:
    try:
        check_form(plain, form)
    except DataError as error:
        raise _damaged(store, what, error) from None


def _damaged(store: Store, what: str, error: Exception) -> StoreError:
    return StoreError(f"{store.name}: its {what} are damaged ({error}); restore a backup of the file")


def is_intact(text: str, digest: str) -> bool:
    """Whether stored findings match their digest.

    >>> is_intact("{}", _digest("{}")), is_intact("[]", _digest("{}"))
    (True, False)
    """
    return isinstance(text, str) and _digest(text) == digest


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _plain(report: MethodologyReport) -> dict[str, Any]:
    return {
        "findings": [{**_plain_finding(each), "dismissed": ""} for each in report.findings],
        "made": list(report.made),
        "left_out": report.left_out,
        "sample": report.sample,
    }


def _plain_finding(finding: Finding) -> dict[str, Any]:
    plain = {
        _STORED_AS.get(name, name): getattr(finding, name)
        for name in finding.__dataclass_fields__
        if name != "cost"
    }
    cost = finding.cost
    if cost is None:
        return {**plain, "cost": None}
    scores = {name: _plain_estimate(getattr(cost, name)) for name in ("careless", "careful")}
    figures = {name: getattr(cost, name) for name in cost.__dataclass_fields__ if name not in scores}
    return {**plain, "cost": {**figures, **scores}}


def _plain_estimate(estimate: Estimate) -> dict[str, Any]:
    return {**asdict(replace(estimate, parts={})), "parts": {}}


def _report(plain: dict[str, Any]) -> MethodologyReport:
    return MethodologyReport(
        tuple(_finding(each) for each in plain["findings"]),
        tuple(plain["made"]),
        dict(plain["left_out"]),
        plain["sample"],
    )


def _finding(plain: dict[str, Any]) -> Finding:
    cost = plain["cost"]
    if cost is not None:
        cost = Cost(**{**cost, **{name: Estimate(**cost[name]) for name in ("careless", "careful")}})
    named = {_FIELD_OF.get(name, name): value for name, value in plain.items()}
    return Finding(**{**named, "cost": cost})
