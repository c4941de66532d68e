"""What the page shows of one task: plain values, gathered from results, that the template only lays out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.experiments.identity import unique
from gnomon.experiments.record import Record, TaskRecord
from gnomon.experiments.results import Results, Standing
from gnomon.experiments.winners import WinningSetting, winning_settings
from gnomon.report.answer import MEANINGS, headline, verdicts
from gnomon.report.bars import Axis, Bar
from gnomon.report.measure_table import MeasureTable, measure_table
from gnomon.report.names import short
from gnomon.report.optimism import LedgerTable, ledger_table
from gnomon.report.rounding import decimals, duration, interval, shown
from gnomon.report.split_table import SplitTable, split_table
from gnomon.report.ties import Ties, ties
from gnomon.report.titles import in_a_sentence, split_title

__all__ = ["BASELINES", "Line", "Section", "baselines", "in_a_sentence", "section"]

BASELINES = ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")

# A longer leaderboard is in the results file.
MOST_LINES = 100


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard; `group` holds the letters of the tied groups that the learner is in."""

    learner: str
    value: str
    interval: str
    bar: Bar
    verdict: str
    seconds: str
    sentence: str
    group: str = ""


@dataclass(frozen=True)
class Section:
    """Everything that the page says of one task.

    standings: the leaderboard as values; ranked: the learners in its order, by their full names. left_out:
    how many lines of it are not shown. winners: of a nested design, by learner, the settings that won.
    """

    task: TaskRecord
    measure: Measure
    title: str
    meaning: str
    headline: str
    verdicts: str
    level: str
    method: str
    why: str
    standings: tuple[Standing, ...]
    ranked: tuple[str, ...]
    lines: list[Line]
    left_out: int
    ticks: list[tuple[float, str]]
    best: float
    legend: list[tuple[str, str]]
    ties: Ties
    ledger: LedgerTable
    winners: dict[str, list[WinningSetting]]
    folds: SplitTable
    others: MeasureTable


def section(results: Results, task: str, measure: str | None = None, *, has_tables: bool = True) -> Section:
    """Gather what the page says of a task, by one measure.

    has_tables: whether ties, ledger, and the tables of splits and other measures are wanted, which cost the
    most.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> part = section(run(Design(load("diabetes"), [Ridge()], k_fold(5))), "diabetes")
    >>> part.title, part.lines[0].learner, part.lines[0].verdict
    ('Root mean squared error', 'Ridge', 'best')
    """
    name = measure or results.measure(task)
    facts = find_measure(name)
    found = results.standings(name, task=task)
    ranked = tuple(each.learner for each in found)
    labels = dict(zip(ranked, unique([short(learner) for learner in ranked])))
    standings = tuple(_named(each, labels) for each in found)
    estimates = [each.estimate for each in standings]
    axis, best = Axis.over(estimates), standings[0].estimate
    title, meaning = split_title(facts.title)
    tied = ties(results, task, ranked, name) if has_tables else Ties()
    return Section(
        task=results.task(task),
        measure=facts,
        title=title,
        meaning=meaning,
        headline=headline(standings, in_a_sentence(title)),
        verdicts=verdicts(standings, [labels.get(each, "") for each in baselines(results.record)], facts),
        level=f"{best.level * 100:g}\u00a0%",
        method=best.method,
        why=f"{best.why} In simulations: {best.evidence}." if best.evidence else best.why,
        standings=standings,
        ranked=ranked,
        lines=_lines(standings[:MOST_LINES], axis, decimals(estimates), tied),
        left_out=max(0, len(standings) - MOST_LINES),
        ticks=axis.ticks(),
        best=axis.place(best.value),
        legend=[
            (verdict, MEANINGS[verdict]) for verdict in dict.fromkeys(each.verdict for each in standings)
        ],
        ties=tied,
        ledger=ledger_table(results, task, name, ranked) if has_tables else LedgerTable(),
        winners=_winners(results, task, ranked),
        folds=split_table(results, task, facts, ranked) if has_tables else SplitTable(),
        others=measure_table(results, task, facts, ranked) if has_tables else MeasureTable(),
    )


def _winners(results: Results, task: str, ranked: Sequence[str]) -> dict[str, list[WinningSetting]]:
    """Of each learner, in the order of the leaderboard, the settings that won; nothing in a plain design."""
    if not results.record.is_nested:
        return {}
    return {name: winning_settings(name, results.tuned(task, name)) for name in ranked[:MOST_LINES]}


def baselines(record: Record) -> list[str]:
    """The learners that look at no feature."""
    return [learner.name for learner in record.learners if any(name in BASELINES for name in learner.modules)]


def _named(standing: Standing, labels: Mapping[str, str]) -> Standing:
    """A standing with names that a table can hold."""
    compared = standing.comparison
    if compared is not None:
        first, second = (labels.get(each, short(each)) for each in (compared.first, compared.second))
        compared = replace(compared, first=first, second=second)
    return replace(standing, learner=labels[standing.learner], comparison=compared)


def _lines(standings: Sequence[Standing], axis: Axis, places: int, tied: Ties) -> list[Line]:
    groups = tied.letters or ("",) * len(standings)
    return [_line(each, axis, places, group) for each, group in zip(standings, groups)]


def _line(standing: Standing, axis: Axis, places: int, group: str) -> Line:
    return Line(
        learner=standing.learner,
        value=shown(standing.estimate.value, places),
        interval=interval(standing.estimate, places),
        bar=axis.bar(standing.estimate),
        verdict=standing.verdict,
        seconds=duration(standing.seconds),
        sentence=standing.comparison.sentence if standing.comparison else "",
        group=group,
    )
