"""The optimism ledger as a table: what each learner's score looks like by ways that flatter, and honestly."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import GnomonError
from gnomon.experiments.ledger import FIGURES, Account, Figure, account
from gnomon.experiments.results import Results
from gnomon.report.names import short
from gnomon.report.rounding import decimals, interval, shown
from gnomon.report.titles import in_a_sentence, split_title

MOST_LEARNERS = 30

HEADINGS = {
    "training": "Training rows",
    "inner": "Inner splits",
    "Tibshirani": "Corrected, Tibshirani",
    "BBC-CV": "Corrected, BBC-CV",
    "nested": "Nested",
}


@dataclass(frozen=True)
class LedgerLine:
    """A learner: how many settings it chose among, the figures with their intervals, and the optimism."""

    learner: str
    settings: int
    cells: tuple[tuple[str, str], ...]
    optimism: str


@dataclass(frozen=True)
class LedgerTable:
    """The ledger of a task; `why_not` where it could not be made, and no lines in a plain design.

    left_out: how many learners are not shown.
    """

    accounts: tuple[Account, ...] = ()
    headings: tuple[str, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
    sentence: str = ""
    why_not: str = ""
    left_out: int = 0


def ledger_table(results: Results, task: str, measure: str, ranked: Sequence[str]) -> LedgerTable:
    """The ledger of a task. ranked: the learners in the order of the leaderboard.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> ledger_table(gn.run(design), "iris", "accuracy", ["KNeighborsClassifier"]).lines[0].settings
    12
    """
    if not results.record.is_nested:
        return LedgerTable()
    try:
        found = [
            account(results.tuned(task, learner), results.predictions(task, learner), measure)
            for learner in ranked[:MOST_LEARNERS]
        ]
    except GnomonError as error:
        return LedgerTable(why_not=str(error))
    places = decimals([_estimate(figure) for each in found for figure in each.figures])
    headings = tuple(HEADINGS[name] for name in FIGURES)
    lines = tuple(_line(each, places) for each in found)
    left_out = max(0, len(ranked) - MOST_LEARNERS)
    return LedgerTable(tuple(found), headings, lines, _sentence(found[0], places), left_out=left_out)


def _line(found: Account, places: int) -> LedgerLine:
    inner = next(figure for figure in found.figures if figure.name == "inner")
    cells = tuple(
        (shown(figure.value, places), interval(_estimate(figure), places) if isfinite(figure.value) else "")
        for figure in found.figures
    )
    return LedgerLine(short(found.learner), found.n_settings, cells, _signed(inner.optimism, places))


def _estimate(figure: Figure) -> Estimate:
    return Estimate(figure.value, figure.lower, figure.upper, 0.95, "", "")


def _signed(value: float, places: int) -> str:
    text = shown(value, places)
    return f"+{text}" if isfinite(value) and round(value, places) > 0 else text


def _sentence(found: Account, places: int) -> str:
    """What the learner in first place would have been reported as, and what it is."""
    figures = {each.name: each for each in found.figures}
    inner, nested = figures["inner"], figures["nested"]
    measure = in_a_sentence(split_title(find_measure(found.measure).title)[0])
    seemed, is_really = shown(inner.value, places), shown(nested.value, places)
    learner = short(found.learner)
    if found.n_settings == 1:
        return f"{learner} comes in one setting, so that nothing was chosen and nothing is flattered."
    choice = f"the inner splits that chose among its {found.n_settings} settings"
    told = f"By {choice}, {learner} has {measure} {seemed}"
    if seemed == is_really:
        return f"{told}, and the same on rows that had no part in the choice."
    told += f"; on rows with no part in the choice it has {is_really}."
    if inner.optimism > 0:
        return f"{told} The first flatters."
    return f"{told} The inner splits train on fewer rows, and did not flatter here."
