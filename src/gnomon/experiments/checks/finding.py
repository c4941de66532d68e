"""What the checks say: a sighting of one fault, the finding made of it, and the report of all findings."""

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
class Sighting:
    """What one check saw in one place.

    severity: "error" (the numbers cannot be trusted), "warning" (they may mislead) or "note" (know of it).
    where: the task, and the learner or column. found: what was seen, with names, rows and figures.

    >>> Sighting("note", "task 'iris'", "two rows are equal").severity
    'note'
    """

    severity: str
    where: str
    found: str
    cost: Cost | None = None


@dataclass(frozen=True)
class Finding:
    """A fault: what was found and where, why it matters, the way out, and what it costs here.

    cost: the score as it stands and done with care, with intervals; None where that was not measured.
    dismissed: why somebody holds that it does not matter here; nothing where nobody has said so.

    >>> print(Finding("GN006", "a column of names", "warning", "task 't'", "It is.", "It may.", "Drop it."))
    GN006 warning: a column of names (task 't')
      It is. It may. Way out: drop it.
    """

    code: str
    title: str
    severity: str
    where: str
    found: str
    why: str
    way_out: str
    cost: Cost | None = None
    dismissed: str = ""

    @property
    def sentence(self) -> str:
        """What was found, why it matters, what it costs and the way out, in words."""
        price = f"{self.cost.sentence} " if self.cost else ""
        said = f" Dismissed: {self.dismissed}" if self.dismissed else ""
        return f"{self.found} {self.why} {price}Way out: {self.way_out[:1].lower()}{self.way_out[1:]}{said}"

    @property
    def state(self) -> str:
        """The severity, and whether it was dismissed."""
        return f"{self.severity}, dismissed" if self.dismissed else self.severity

    def __str__(self) -> str:
        told = textwrap.fill(self.sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
        return f"{self.code} {self.state}: {self.title} ({self.where})\n{told}"


@dataclass(frozen=True, repr=False)
class MethodologyReport:
    """The findings, the gravest first, and which checks were made.

    made: the codes of the checks that could be made. left_out: the code of every other check, with what it
    would need or what stopped it. sample: a sentence where large tasks were looked at in part.

    >>> print(MethodologyReport((), ("GN001",), {}))
    1 check made: nothing found.
    """

    findings: tuple[Finding, ...]
    made: tuple[str, ...]
    left_out: dict[str, str]
    sample: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found, or all of it was dismissed."""
        return not self.standing

    @property
    def standing(self) -> tuple[Finding, ...]:
        """The findings that nobody dismissed."""
        return tuple(finding for finding in self.findings if not finding.dismissed)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of what was found and not dismissed, each once, in order of gravity."""
        return tuple(dict.fromkeys(finding.code for finding in self.standing))

    def of(self, code: str) -> tuple[Finding, ...]:
        """The findings of one check."""
        return tuple(finding for finding in self.findings if finding.code == code)

    def frame(self) -> pd.DataFrame:
        """One line a finding; the columns of the cost are empty where it was not measured."""
        import pandas as pd

        columns = ["code", "severity", "title", "where", "found", "why", "way_out", "dismissed"]
        costs = ["measure", "careless", "careful", "cost", "lower", "upper"]
        lines = [
            [getattr(finding, name) for name in columns]
            + (list(finding.cost.figures) if finding.cost else [None] * len(costs))
            for finding in self.findings
        ]
        return pd.DataFrame(lines, columns=columns + costs)

    @property
    def summary(self) -> str:
        """How many checks were made, and what they found, in one line."""
        counts = {each: sum(finding.severity == each for finding in self.standing) for each in SEVERITIES}
        listed = ", ".join(f"{n} {each}{'s' if n > 1 else ''}" for each, n in counts.items() if n)
        n_dismissed = len(self.findings) - len(self.standing)
        if n_dismissed:
            listed = f"{listed or 'nothing else'}, and {n_dismissed} dismissed"
        n_made = len(self.made)
        return f"{n_made} check{'' if n_made == 1 else 's'} made: {listed or 'nothing found'}."

    def __str__(self) -> str:
        parts = [*map(str, self.findings), " ".join(filter(None, [self.summary, self.sample]))]
        return "\n\n".join(parts)

    __repr__ = __str__


def by_gravity(finding: Finding) -> tuple[bool, int, str, str]:
    """The place of a finding in a report: dismissed ones last, errors first, then by code and place.

    >>> by_gravity(Finding("GN006", "", "warning", "here", "", "", ""))
    (False, 1, 'GN006', 'here')
    """
    return bool(finding.dismissed), SEVERITIES.index(finding.severity), finding.code, finding.where


def in_words(names: Sequence[str], most: int = 8) -> str:
    """Names of columns as a phrase, the first of them where they are many.

    >>> in_words(["a", "b", "c"])
    "'a', 'b' and 'c'"
    """
    shown = [repr(name) for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""
