"""Results of methodology checks: a detection, the finding made of it, and the report of all findings."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.experiments.checks.cost import Cost

SEVERITIES = ("error", "warning", "note")
WIDTH = 100


@dataclass(frozen=True)
class Place:
    """The task, and the column or learner, that a finding is about.

    >>> str(Place("sales", "sold on")), str(Place("sales", learner="SVC"))
    ("task 'sales', column 'sold on'", "task 'sales', learner 'SVC'")
    """

    task: str = ""
    column: str = ""
    learner: str = ""

    def __str__(self) -> str:
        return ", ".join(f"{name} {value!r}" for name, value in vars(self).items() if value)


@dataclass(frozen=True)
class Detection:
    """What one check detected in one task, learner or column.

    severity: "error" (the scores are invalid), "warning" (they may mislead) or "note" (for information).
    where: its place; text, for several columns or learners. message: what was detected, with names, rows and
    numbers. cost: the optimistic bias, if it was measured.

    >>> Detection("note", Place("iris"), "two rows are equal").severity
    'note'
    """

    severity: str
    where: str | Place
    message: str
    cost: Cost | None = None


@dataclass(frozen=True)
class Finding:
    """A methodological pitfall in an analysis: what and where it is, why it matters, and how to fix it.

    cost: the score as analyzed and corrected, with intervals; None if it was not measured.
    dismissed: the reason why a user dismissed the finding; empty if it was not dismissed.
    task, column, learner: of a finding about one; else empty.

    >>> print(Finding("GN006", "a column of names", "warning", "task 't'", "It is.", "It may.", "Drop it."))
    GN006 warning: a column of names (task 't')
      It is. It may. How to fix it: drop it.
    """

    code: str
    title: str
    severity: str
    where: str
    message: str
    why: str
    how_to_fix: str
    cost: Cost | None = None
    dismissed: str = ""
    task: str = ""
    column: str = ""
    learner: str = ""

    @property
    def sentence(self) -> str:
        """The message, why it matters, the measured bias and how to fix it, in one paragraph."""
        cost = f"{self.cost.sentence} " if self.cost else ""
        dismissed = f" Dismissed: {self.dismissed}" if self.dismissed else ""
        fix = f"{self.how_to_fix[:1].lower()}{self.how_to_fix[1:]}"
        return f"{self.message} {self.why} {cost}How to fix it: {fix}{dismissed}"

    @property
    def state(self) -> str:
        """The severity, with "dismissed" if the finding was dismissed."""
        return f"{self.severity}, dismissed" if self.dismissed else self.severity

    def __str__(self) -> str:
        text = textwrap.fill(self.sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
        return f"{self.code} {self.state}: {self.title} ({self.where})\n{text}"


@dataclass(frozen=True, repr=False)
class MethodologyReport:
    """The findings of `check_methodology`, by decreasing severity, and the checks that were run.

    made: codes of the checks that were run. left_out: codes of the other checks, each with what it requires
    or the error that stopped it. sample: a sentence if columns of large tasks were assessed on a sample.

    >>> print(MethodologyReport((), ("GN001",), {}))
    1 check run: nothing found.
    """

    findings: tuple[Finding, ...]
    made: tuple[str, ...]
    left_out: dict[str, str]
    sample: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether there are no findings, or all of them were dismissed."""
        return not self.active

    @property
    def active(self) -> tuple[Finding, ...]:
        """The findings that were not dismissed."""
        return tuple(finding for finding in self.findings if not finding.dismissed)

    @property
    def codes(self) -> tuple[str, ...]:
        """The distinct codes of the findings that were not dismissed, by decreasing severity."""
        return tuple(dict.fromkeys(finding.code for finding in self.active))

    def of(self, code: str) -> tuple[Finding, ...]:
        """The findings of one check."""
        return tuple(finding for finding in self.findings if finding.code == code)

    def frame(self) -> pd.DataFrame:
        """One row per finding; the columns of the bias are empty where it was not measured."""
        import pandas as pd

        columns = ["code", "severity", "title", "where", "message", "why", "how_to_fix", "dismissed"]
        costs = ["measure", "careless", "careful", "cost", "lower", "upper"]
        lines = [
            [getattr(finding, name) for name in columns]
            + (list(finding.cost.figures) if finding.cost else [None] * len(costs))
            for finding in self.findings
        ]
        return pd.DataFrame(lines, columns=columns + costs)

    @property
    def summary(self) -> str:
        """The number of checks run and of findings by severity, in one line."""
        counts = {each: sum(finding.severity == each for finding in self.active) for each in SEVERITIES}
        listed = ", ".join(f"{n} {each}{'s' if n > 1 else ''}" for each, n in counts.items() if n)
        n_dismissed = len(self.findings) - len(self.active)
        if n_dismissed:
            listed = f"{listed or 'nothing else'}, and {n_dismissed} dismissed"
        n_made = len(self.made)
        return f"{n_made} check{'' if n_made == 1 else 's'} run: {listed or 'nothing found'}."

    def __str__(self) -> str:
        parts = [*map(str, self.findings), " ".join(filter(None, [self.summary, self.sample]))]
        return "\n\n".join(parts)

    __repr__ = __str__


def by_severity(finding: Finding) -> tuple[bool, int, str, str]:
    """Sort key of a finding in a report: dismissed ones last, errors first, then by code and location.

    >>> by_severity(Finding("GN006", "", "warning", "here", "", "", ""))
    (False, 1, 'GN006', 'here')
    """
    return bool(finding.dismissed), SEVERITIES.index(finding.severity), finding.code, finding.where


def in_words(names: Sequence[str], max_names: int = 8) -> str:
    """Column names as a phrase, truncated to the first `max_names`.

    >>> in_words(["a", "b", "c"])
    "'a', 'b' and 'c'"
    """
    shown = [repr(name) for name in names[:max_names]]
    if len(names) > max_names:
        return f"{', '.join(shown)} and {len(names) - max_names} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""
