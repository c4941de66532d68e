"""What the page shows of one task: plain values, gathered from results, that the template only lays out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon import registry
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.errors import GnomonError
from gnomon.experiments.record import Record, TaskRecord
from gnomon.experiments.results import Results, Standing
from gnomon.report.answer import MEANINGS, headline, verdicts
from gnomon.report.bars import Axis, Bar
from gnomon.report.rounding import decimals, duration, interval, shown

BASELINES = ("Baseline", "BaselineRegressor", "DummyClassifier", "DummyRegressor")

_MOST_SPLITS = 100


@dataclass(frozen=True)
class Line:
    """A row of the leaderboard."""

    learner: str
    value: str
    interval: str
    bar: Bar
    verdict: str
    seconds: str
    sentence: str


@dataclass(frozen=True)
class FoldTable:
    """The measure on every split (rows) for every learner (columns); `best` marks the best of each row."""

    learners: list[str]
    rows: list[tuple[str, list[str], list[bool]]]
    wins: list[int]
    left_out: int


@dataclass(frozen=True)
class OtherMeasures:
    """The same predictions by other measures: a row a measure, a column a learner, each with its interval."""

    learners: list[str]
    rows: list[tuple[tuple[str, str], list[tuple[str, str]]]]


@dataclass(frozen=True)
class Section:
    """Everything that the page says of one task."""

    task: TaskRecord
    measure: Measure
    title: str
    meaning: str
    headline: str
    verdicts: str
    level: str
    method: str
    why: str
    lines: list[Line]
    ticks: list[tuple[float, str]]
    best: float
    legend: list[tuple[str, str]]
    folds: FoldTable
    others: OtherMeasures


def section(results: Results, task: str, measure: str | None = None, *, has_tables: bool = True) -> Section:
    """Gather what the page says of a task, by one measure.

    has_tables: whether the tables of splits and of other measures are wanted, which cost the most.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load, run
    >>> part = section(run(Design(load("diabetes"), [Ridge()], k_fold(5))), "diabetes")
    >>> part.title, part.lines[0].learner, part.lines[0].verdict
    ('Mean squared error', 'Ridge', 'best')
    """
    name = measure or results.measure(task)
    facts = find_measure(name)
    standings = results.standings(name, task=task)
    shown_learners = [each.learner for each in standings] if has_tables else []
    estimates = [each.estimate for each in standings]
    axis, best = Axis.over(estimates), standings[0].estimate
    title, meaning = split_title(facts.title)
    return Section(
        task=results.task(task),
        measure=facts,
        title=title,
        meaning=meaning,
        headline=headline(standings, in_a_sentence(title)),
        verdicts=verdicts(standings, baselines(results.record)),
        level=f"{best.level * 100:g}\u00a0%",
        method=best.method,
        why=f"{best.why} In simulations: {best.evidence}." if best.evidence else best.why,
        lines=[_line(each, axis, decimals(estimates)) for each in standings],
        ticks=axis.ticks(),
        best=axis.place(best.value),
        legend=[
            (verdict, MEANINGS[verdict]) for verdict in dict.fromkeys(each.verdict for each in standings)
        ],
        folds=_folds(results, task, facts, shown_learners) if has_tables else FoldTable([], [], [], 0),
        others=_others(results, task, facts, shown_learners),
    )


def baselines(record: Record) -> list[str]:
    """The learners that look at no feature."""
    return [learner.name for learner in record.learners if any(name in BASELINES for name in learner.modules)]


def split_title(title: str) -> tuple[str, str]:
    """A measure's name and what it means.

    >>> split_title("Accuracy: share of rows predicted right")
    ('Accuracy', 'share of rows predicted right')
    """
    name, _, meaning = title.partition(": ")
    return name, meaning


def in_a_sentence(title: str) -> str:
    """A name as the middle of a sentence has it.

    >>> in_a_sentence("Log loss"), in_a_sentence("AUC")
    ('log loss', 'AUC')
    """
    return title if title[1:2].isupper() or not title[1:2].isalpha() else title[:1].lower() + title[1:]


def _line(standing: Standing, axis: Axis, places: int) -> Line:
    return Line(
        learner=standing.learner,
        value=shown(standing.estimate.value, places),
        interval=interval(standing.estimate, places),
        bar=axis.bar(standing.estimate),
        verdict=standing.verdict,
        seconds=duration(standing.seconds),
        sentence=standing.comparison.sentence if standing.comparison else "",
    )


def _folds(results: Results, task: str, measure: Measure, learners: list[str]) -> FoldTable:
    try:
        scores = [results.predictions(task, learner).per_split(measure.name) for learner in learners]
    except GnomonError:
        # Some measures need more than the one row of a leave-one-out split.
        return FoldTable(
            learners, [], [0] * len(learners), len(results.predictions(task, learners[0]).train_sizes)
        )
    values = np.column_stack(scores)
    signed = measure.sign * values
    is_best = signed == np.nanmax(np.where(np.isnan(signed), -np.inf, signed), axis=1, keepdims=True)
    splits = results.task(task).splits
    rows = [
        (
            _split_name(number, splits["folds"], splits["repeats"]),
            [shown(each, 3) for each in row],
            best.tolist(),
        )
        for number, (row, best) in enumerate(zip(values[:_MOST_SPLITS], is_best))
    ]
    return FoldTable(learners, rows, is_best.sum(axis=0).tolist(), max(0, len(values) - _MOST_SPLITS))


def _split_name(number: int, folds: int, repeats: int) -> str:
    if folds == 1:
        return f"split {number + 1}"
    fold = f"fold {number % folds + 1}"
    return f"repeat {number // folds + 1}, {fold}" if repeats > 1 else fold


def _others(results: Results, task: str, measure: Measure, learners: Sequence[str]) -> OtherMeasures:
    kind = results.task(task).kind
    names = [
        name
        for name, entry in registry.measures.items()
        if entry.facts["kind"] == kind and entry.facts.get("headline") and name != measure.name
    ]
    rows = [
        (
            split_title(registry.measures[name].title),
            [_cell(results, task, learner, name) for learner in learners],
        )
        for name in names
    ]
    return OtherMeasures(list(learners), rows)


def _cell(results: Results, task: str, learner: str, measure: str) -> tuple[str, str]:
    """A value and its interval; dashes where the learner gives no probabilities, say, to measure."""
    try:
        estimate = results.estimate(measure, task=task, learner=learner)
    except GnomonError:
        return "–", ""
    places = decimals([estimate])
    return shown(estimate.value, places), interval(estimate, places)
