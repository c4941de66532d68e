"""The content of the page for one task: plain values, gathered from results, for the template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gnomon.assessment.intervals.rounding import decimals, interval, shown
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.experiments.identity import unique
from gnomon.experiments.record import Record, TaskRecord
from gnomon.experiments.results import Results, Standing
from gnomon.experiments.winners import WinningSetting, winning_settings
from gnomon.report.bars import Axis, Bar
from gnomon.report.conclusion import MEANINGS, headline, verdicts
from gnomon.report.durations import duration
from gnomon.report.measure_table import MeasureTable, measure_table
from gnomon.report.names import short
from gnomon.report.optimism import LedgerTable, ledger_table
from gnomon.report.split_table import SplitTable, split_table
from gnomon.report.ties import Ties, ties
from gnomon.report.titles import in_a_sentence, method_title, split_title

__all__ = ["BASELINES", "Line", "Section", "baselines", "in_a_sentence", "section"]

BASELINES = ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")

# Maximum number of leaderboard rows on the page; the results file has all.
MAX_LINES = 100


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard; `group`: letters of the learner's tied groups (compact letter display)."""

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
    """The content of the page for one task.

    standings: the leaderboard as values; ranked: full names of the learners in its order. left_out: number of
    rows not shown. winners: in a nested design, the selected hyperparameters by learner.
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
    """Gather the content of the page for a task and a measure.

    has_tables: whether to compute ties, ledger, and the tables of splits and other measures, which are slow.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> part = section(run(Design(load("diabetes"), [Ridge()], k_fold(5))), "diabetes")
    >>> part.title, part.lines[0].learner, part.lines[0].verdict
    ('Root mean squared error', 'Ridge', 'best')
    """
    name = measure or results.measure(task)
    facts = find_measure(name)
    leaderboard = results.standings(name, task=task)
    ranked = tuple(each.learner for each in leaderboard)
    labels = dict(zip(ranked, unique([short(learner) for learner in ranked])))
    standings = tuple(_named(each, labels) for each in leaderboard)
    estimates = [each.estimate for each in standings]
    axis, best = Axis.over(estimates), standings[0].estimate
    title, meaning = split_title(facts.title)
    tied = ties(results, task, name) if has_tables else Ties()
    return Section(
        task=results.task(task),
        measure=facts,
        title=title,
        meaning=meaning,
        headline=headline(standings, in_a_sentence(title)),
        verdicts=verdicts(standings, [labels.get(each, "") for each in baselines(results.record)], facts),
        level=f"{best.level * 100:g}\u00a0%",
        method=method_title(best.method),
        why=f"{best.why} In simulations: {best.evidence}." if best.evidence else best.why,
        standings=standings,
        ranked=ranked,
        lines=_lines(standings[:MAX_LINES], axis, decimals(estimates), tied),
        left_out=max(0, len(standings) - MAX_LINES),
        ticks=axis.ticks(),
        best=axis.position(best.value),
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
    """The selected hyperparameters of each learner, in leaderboard order; empty without nested selection."""
    if not results.record.is_nested:
        return {}
    return {name: winning_settings(name, results.tuned(task, name)) for name in ranked[:MAX_LINES]}


def baselines(record: Record) -> list[str]:
    """The learners that ignore the features."""
    return [learner.name for learner in record.learners if any(name in BASELINES for name in learner.modules)]


def _named(standing: Standing, labels: Mapping[str, str]) -> Standing:
    """A standing with names truncated for a table."""
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
