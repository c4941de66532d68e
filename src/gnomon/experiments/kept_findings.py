"""The findings of the method checks in a results file, and those that somebody dismissed, with the reason.

A check of the data can be made where the data are, which is while they are compared; a report may be written
anywhere, from the file alone. So what was found is kept beside the predictions, one entry a design.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from gnomon.assessment.intervals import Estimate
from gnomon.errors import ParameterError
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.finding import Finding, MethodologyReport, by_gravity
from gnomon.experiments.store import Store, now

FIRST_VERSION = 4


@dataclass(frozen=True)
class Dismissal:
    """A finding that somebody holds not to matter, and why.

    code: of the check. place: a task, column or learner that the finding names; empty for all of it.

    >>> found = Finding("GN006", "", "warning", "task 't', column 'nr'", "", "", "")
    >>> Dismissal("GN006", "nr", "dropped later", "").covers(found)
    True
    """

    code: str
    place: str
    reason: str
    at: str

    def covers(self, finding: Finding) -> bool:
        """Whether it speaks of this finding."""
        is_there = not self.place or self.place == finding.where or repr(self.place) in finding.where
        return self.code == finding.code and is_there


def dismissal(code: str, reason: str, place: str = "") -> Dismissal:
    """A dismissal made now; ParameterError where no such check is or no reason is given.

    >>> dismissal("gn006", "the number is dropped by the preparation").code
    'GN006'
    """
    from gnomon.experiments.checks import checks

    if not reason.strip():
        raise ParameterError(f"{code} is dismissed without a reason; say why it does not matter here")
    return Dismissal(checks[code.upper()].name, place, reason.strip(), now())


def with_dismissals(report: MethodologyReport, dismissals: Sequence[Dismissal]) -> MethodologyReport:
    """The report with the reasons for which findings were dismissed; the latest counts.

    >>> found = Finding("GN006", "", "warning", "task 't'", "", "", "")
    >>> with_dismissals(MethodologyReport((found,), ("GN006",), {}), [dismissal("GN006", "dropped")]).is_clean
    True
    """
    told = [
        replace(each, dismissed=next((one.reason for one in reversed(dismissals) if one.covers(each)), ""))
        for each in report.findings
    ]
    return replace(report, findings=tuple(sorted(told, key=by_gravity)))


def joined(fresh: MethodologyReport, kept: MethodologyReport) -> MethodologyReport:
    """What was made anew, and what was kept of the checks that could not be.

    >>> kept = MethodologyReport((), ("GN001", "GN006"), {})
    >>> joined(MethodologyReport((), ("GN006",), {"GN001": "the data"}), kept).made
    ('GN001', 'GN006')
    """
    taken = [code for code in kept.made if code not in fresh.made]
    findings = [*fresh.findings, *(each for each in kept.findings if each.code in taken)]
    left_out = {code: why for code, why in {**kept.left_out, **fresh.left_out}.items() if code not in taken}
    made = tuple(sorted({*fresh.made, *taken}))
    return MethodologyReport(
        tuple(sorted(findings, key=by_gravity)),
        made,
        {code: why for code, why in left_out.items() if code not in made},
        fresh.sample or (kept.sample if taken else ""),
    )


def put_findings(store: Store, design: str, report: MethodologyReport) -> None:
    """Keep what was found of a design; checks that were not made now keep what was found before."""
    whole = joined(report, findings_of(store, design))
    text = json.dumps(_plain(whole))
    with store.writing() as connection:
        row = (design, text, _digest(text), now())
        connection.execute("INSERT OR REPLACE INTO finding VALUES (?, ?, ?, ?)", row)


def findings_of(store: Store, design: str) -> MethodologyReport:
    """What was found of a design, without dismissals; an empty report where nothing was kept."""
    if store.version < FIRST_VERSION:
        return MethodologyReport((), (), {})
    rows = store.ask("SELECT report, digest FROM finding WHERE key = ?", design)
    if not rows or not is_intact(*rows[0]):
        return MethodologyReport((), (), {})
    return _report(json.loads(rows[0][0]))


def put_dismissal(store: Store, dismissed: Dismissal) -> None:
    """Record a dismissal; a later one of the same place takes its place."""
    with store.writing() as connection:
        row = (dismissed.code, dismissed.place, dismissed.reason, dismissed.at)
        connection.execute("INSERT OR REPLACE INTO dismissal VALUES (?, ?, ?, ?)", row)


def dismissals_of(store: Store) -> list[Dismissal]:
    """All that was dismissed, the latest last."""
    if store.version < FIRST_VERSION:
        return []
    return [
        Dismissal(*row) for row in store.ask("SELECT code, place, reason, at FROM dismissal ORDER BY rowid")
    ]


def is_intact(text: str, digest: str) -> bool:
    """Whether kept findings are what was put there.

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
    plain = {name: getattr(finding, name) for name in finding.__dataclass_fields__ if name != "cost"}
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
    return Finding(**{**plain, "cost": cost})
