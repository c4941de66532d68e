"""The same predictions by other measures: one row per learner, one column per measure, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon import registry
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import decimals, interval, shown
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.report.names import short
from gnomon.report.titles import column_headings, split_title

MAX_LEARNERS = 20
_NONE = ("–", "")


@dataclass(frozen=True)
class MeasureTable:
    """Other measures of the learners of a task.

    headings: of the columns. titles: name and meaning of each measure. rows: values with intervals of each
    learner. left_out: number of learners not shown.
    """

    headings: tuple[str, ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, list[tuple[str, str]]], ...] = ()
    left_out: int = 0


def measure_table(results: Results, task: str, measure: Measure, ranked: Sequence[str]) -> MeasureTable:
    """The table of a task, of all headline measures except the ranking one.

    ranked: the learners, best first.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> results = gn.run(gn.Design(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3)))
    >>> [title for title, _ in measure_table(results, "diabetes", find_measure("r2"), ["Ridge"]).titles][:2]
    ['Mean absolute error', 'Mean squared error']
    """
    kind = results.task(task).kind
    names = [
        name
        for name, entry in registry.measures.items()
        if entry.facts["kind"] == kind and entry.facts.get("headline") and name != measure.name
    ]
    computed = {name: _column(results, task, name, ranked[:MAX_LEARNERS]) for name in names}
    columns = {name: cells for name, cells in computed.items() if any(each != _NONE for each in cells)}
    rows = tuple(
        (short(learner), list(cells)) for learner, *cells in zip(ranked[:MAX_LEARNERS], *columns.values())
    )
    titles = tuple(split_title(registry.measures[name].title) for name in columns)
    headings = tuple(column_headings([title for title, _ in titles]))
    return MeasureTable(headings, titles, rows if columns else (), max(0, len(ranked) - MAX_LEARNERS))


def _column(results: Results, task: str, measure: str, learners: Sequence[str]) -> list[tuple[str, str]]:
    """Values and intervals; dashes if a measure is not available, for example without probabilities."""
    estimates: list[Estimate | None] = []
    for learner in learners:
        try:
            estimates.append(results.estimate(measure, task=task, learner=learner))
        except GnomonError:
            estimates.append(None)
    places = decimals([each for each in estimates if each is not None])
    return [
        _NONE if each is None else (shown(each.value, places), interval(each, places)) for each in estimates
    ]
