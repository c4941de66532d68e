"""The optimism ledger as a table: biased and nested (unbiased) estimates of each learner's score."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import decimals, interval, shown
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import GnomonError
from gnomon.experiments.ledger import FIGURES, Account, Figure, account
from gnomon.experiments.results import Results
from gnomon.report.names import short
from gnomon.report.titles import in_a_sentence, split_title

MAX_LEARNERS = 30

HEADINGS = {
    "training": "Training rows",
    "inner": "Inner splits",
    "Tibshirani": "Corrected, Tibshirani",
    "BBC-CV": "Corrected, BBC-CV",
    "nested": "Nested",
}


@dataclass(frozen=True)
class LedgerLine:
    """A learner: number of hyperparameter settings, estimates with intervals, and optimism."""

    learner: str
    settings: int
    cells: tuple[tuple[str, str], ...]
    optimism: str


@dataclass(frozen=True)
class LedgerTable:
    """The ledger of a task; without lines if there is no nested selection.

    why_not: the reason if the ledger is not available. left_out: number of learners not shown.
    """

    accounts: tuple[Account, ...] = ()
    headings: tuple[str, ...] = ()
    lines: tuple[LedgerLine, ...] = ()
    sentence: str = ""
    why_not: str = ""
    left_out: int = 0


def ledger_table(results: Results, task: str, measure: str, ranked: Sequence[str]) -> LedgerTable:
    """The ledger of a task. ranked: learners in leaderboard order.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> ledger_table(gn.run(design), "iris", "accuracy", ["KNeighborsClassifier"]).lines[0].settings
    12
    """
    if not results.record.is_nested:
        return LedgerTable()
    try:
        accounts = [
            account(results.tuned(task, learner), results.predictions(task, learner), measure)
            for learner in ranked[:MAX_LEARNERS]
        ]
    except GnomonError as error:
        return LedgerTable(why_not=str(error))
    places = decimals([_estimate(figure) for each in accounts for figure in each.figures])
    headings = tuple(HEADINGS[name] for name in FIGURES)
    lines = tuple(_line(each, places) for each in accounts)
    left_out = max(0, len(ranked) - MAX_LEARNERS)
    return LedgerTable(tuple(accounts), headings, lines, _sentence(accounts[0], places), left_out=left_out)


def _line(each: Account, places: int) -> LedgerLine:
    inner = next(figure for figure in each.figures if figure.name == "inner")
    cells = tuple(
        (shown(figure.value, places), interval(_estimate(figure), places) if isfinite(figure.value) else "")
        for figure in each.figures
    )
    return LedgerLine(short(each.learner), each.n_settings, cells, _signed(inner.optimism, places))


def _estimate(figure: Figure) -> Estimate:
    return Estimate(figure.value, figure.lower, figure.upper, 0.95, "", "")


def _signed(value: float, places: int) -> str:
    text = shown(value, places)
    return f"+{text}" if isfinite(value) and round(value, places) > 0 else text


def _sentence(first: Account, places: int) -> str:
    """The inner and the nested score of the first learner, in a sentence."""
    figures = {each.name: each for each in first.figures}
    inner, nested = figures["inner"], figures["nested"]
    measure = in_a_sentence(split_title(find_measure(first.measure).title)[0])
    inner_score, nested_score = shown(inner.value, places), shown(nested.value, places)
    learner = short(first.learner)
    if first.n_settings == 1:
        return f"{learner} has one hyperparameter setting, so there is no selection and no optimism."
    selection = f"the inner splits that selected among {first.n_settings} hyperparameter settings"
    text = f"On {selection}, {learner} has {measure} {inner_score}"
    if inner_score == nested_score:
        return f"{text}, and the same on rows not used in the selection."
    text += f"; on rows not used in the selection it has {nested_score}."
    if inner.optimism > 0:
        return f"{text} The first is optimistically biased."
    return f"{text} The inner splits train on fewer rows, and are not optimistic here."
