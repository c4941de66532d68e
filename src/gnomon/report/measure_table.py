"""The same predictions by other measures: a row a learner, a column a measure, each with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon import registry
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.report.names import short
from gnomon.report.rounding import decimals, interval, shown
from gnomon.report.titles import column_headings, split_title

MOST_LEARNERS = 20
_NONE = ("–", "")


@dataclass(frozen=True)
class MeasureTable:
    """headings: of the columns. titles: whole name and meaning of each measure. rows: for each learner its
    values, each with its interval. left_out: how many learners are not shown.
    """

    headings: tuple[str, ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, list[tuple[str, str]]], ...] = ()
    left_out: int = 0


def measure_table(results: Results, task: str, measure: Measure, ranked: Sequence[str]) -> MeasureTable:
    """The table of a task, of all measures worth a headline but the one that ranks.

    ranked: the learners, best first.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures.facts import find_measure
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
    found = {name: _column(results, task, name, ranked[:MOST_LEARNERS]) for name in names}
    columns = {name: cells for name, cells in found.items() if any(each != _NONE for each in cells)}
    rows = tuple(
        (short(learner), list(cells)) for learner, *cells in zip(ranked[:MOST_LEARNERS], *columns.values())
    )
    titles = tuple(split_title(registry.measures[name].title) for name in columns)
    headings = tuple(column_headings([title for title, _ in titles]))
    return MeasureTable(headings, titles, rows if columns else (), max(0, len(ranked) - MOST_LEARNERS))


def _column(results: Results, task: str, measure: str, learners: Sequence[str]) -> list[tuple[str, str]]:
    """Values and intervals; dashes where a learner gives no probabilities, say, to measure."""
    found: list[Estimate | None] = []
    for learner in learners:
        try:
            found.append(results.estimate(measure, task=task, learner=learner))
        except GnomonError:
            found.append(None)
    places = decimals([each for each in found if each is not None])
    return [_NONE if each is None else (shown(each.value, places), interval(each, places)) for each in found]
