"""The grade of a column suspected of target leakage: its predictive power against that of all others."""

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Integers
from gnomon.experiments.checks.exact_relations import MIN_OF_CLASS
from gnomon.experiments.checks.finding import in_words
from gnomon.experiments.checks.joint_predictive_power import ColumnScorer

WARNING_POWER, NOTE_POWER = 0.7, 0.5
LARGE_DIFFERENCE = 0.15
ERROR_RATIO = 0.5
MIN_GAP = 0.03
STANDARD_ERRORS = 3.0


@dataclass(frozen=True)
class Suspect:
    """A column suspected of target leakage: its severity and the evidence in words.

    rank: columns up to this rank must be dropped together, as each of them replaces the others.

    >>> Suspect("refund", "error", "Column 'refund' ...", 0).severity
    'error'
    """

    name: str
    severity: str
    message: str
    rank: int


def graded(
    scorer: ColumnScorer, names: list[str], rest: list[str], powers: dict[str, float]
) -> Suspect | None:
    """The columns as a suspect, graded by their predictive power against the rest's; None if too low."""
    alone, others = scorer.joint_power(names), scorer.joint_power(rest)
    error = alone.standard_error_of_difference(others)
    figures = [(alone.power, others.power, error, "the target")]
    task = scorer.task
    if len(alone.of_class) > 2 and task.classes is not None and task.codes is not None:
        labels = np.unique(task.codes[scorer.sample])
        counts = np.bincount(scorer.target)
        for code in np.flatnonzero(counts >= MIN_OF_CLASS).tolist():
            own, rest_power = float(alone.of_class[code]), float(others.of_class[code])
            error = float(np.hypot(_error_of(own, code, counts), _error_of(rest_power, code, counts)))
            figures.append((own, rest_power, error, f"class {str(task.classes[labels[code]])!r}"))
    grades = [(grade_of(*each[:3]), each[0], each[1], each[3]) for each in figures]
    severity, own, rest_power, what = min(
        grades, key=lambda each: (("warning", "note", "").index(each[0]), -each[1])
    )
    if not severity:
        return None
    who = f"Column {names[0]!r} alone has" if len(names) == 1 else f"Columns {in_words(names)} jointly have"
    message = f"{who} a predictive power of {100 * own:.1f} % for {what}"
    if rest:
        others_jointly = "others jointly" if len(rest) > 1 else "other"
        best = max(rest, key=lambda each: powers[each])
        message += (
            f", the {len(rest)} {others_jointly} {100 * max(rest_power, 0):.1f} % (the next best, {best!r}, "
            f"{100 * powers[best]:.1f} % for the target)"
        )
    return Suspect(names[0], severity, f"{message}.", 0)


def grade_of(alone: float, others: float, standard_error: float) -> str:
    """The severity of a column of this predictive power beside that of all others; empty if it is usual.

    >>> grade_of(0.9, 0.3, 0.02), grade_of(0.9, 0.85, 0.02)
    ('warning', '')
    """
    others = max(others, 0.0)
    gap = alone - others
    is_large = gap >= LARGE_DIFFERENCE or 1 - alone <= ERROR_RATIO * (1 - others)
    if not is_large or gap < max(STANDARD_ERRORS * standard_error, MIN_GAP):
        return ""
    return (
        "warning"
        if alone >= WARNING_POWER
        else "note"
        if alone >= NOTE_POWER and gap >= LARGE_DIFFERENCE
        else ""
    )


def _error_of(youden: float, code: int, counts: Integers) -> float:
    """The standard error of Youden's J, assuming equal sensitivity and specificity."""
    rate, n_here = (1 + youden) / 2, int(counts[code])
    return float(np.sqrt(rate * (1 - rate) * (1 / n_here + 1 / (counts.sum() - n_here))))
