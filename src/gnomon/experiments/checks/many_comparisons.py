"""GN017: many comparisons, each tested as if it were the only one."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.significance.corrections import METHODS, adjust_p_values
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.results import Results


@method_check(
    "GN017",
    "many comparisons without a correction",
    needs=("comparisons",),
    why="Of twenty tests at 5 % one comes out by chance where nothing differs.",
    way_out="Use compare_all (all pairs on one task) or compare_many (over tasks), which correct for the "
    "number; or adjust the p values together (Holm).",
)
def many_comparisons(subject: Subject) -> Iterator[Sighting]:
    """Differences that count as found one by one, but not when their p values are adjusted together.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> task, plan = gn.load("iris"), gn.k_fold(10)
    >>> learners = (gn.GaussianNB(), gn.KNeighborsClassifier(), gn.LogisticRegression())
    >>> a, b, c = (gn.resample(task, learner, plan) for learner in learners)
    >>> comparisons = [gn.compare(a, b, "accuracy"), gn.compare(a, c, "accuracy")]
    >>> check_methodology(comparisons=comparisons, only=["GN017"]).is_clean
    True
    """
    made = [each for each in subject.compared if np.isfinite(each.p) and not each.test.endswith(METHODS)]
    if len(made) > 1:
        together = adjust_p_values(np.array([each.p for each in made]), "holm")
        if told := _lost(made, together, "made one by one"):
            yield Sighting("warning", "comparisons", told)
    if subject.results is not None and not subject.compared:
        boards = _leaderboards(subject.results)
        made = [each for board in boards for each in board]
        # Each leaderboard is corrected for its own pairs; Bonferroni over the boards does the rest.
        together = np.minimum([each.p * len(boards) for each in made], 1.0)
        if len(boards) > 1 and (told := _lost(made, together, f"made in {len(boards)} leaderboards")):
            yield Sighting("note", "leaderboards", told)


def _leaderboards(results: Results) -> list[list[Comparison]]:
    """The comparisons with the best, by task and measure."""
    boards = []
    for task in results.tasks:
        for measure in results.record.measures:
            if find_measure(measure).kind == results.task(task).kind:
                standings = results.standings(measure, task=task)
                boards.append([each.comparison for each in standings if each.comparison is not None])
    return boards


def _lost(made: list[Comparison], together: Floats, manner: str) -> str:
    """What is left of the differences found, where that is fewer; else nothing."""
    found = [(each, p <= 1 - each.level) for each, p in zip(made, together) if each.p <= 1 - each.level]
    lost = [each for each, is_left in found if not is_left]
    if not lost:
        return ""
    shown = [f"{each.first} against {each.second} (p = {each.p:.2g})" for each in lost[:2]]
    more = f" and {len(lost) - 2} more" if len(lost) > 2 else ""
    return (
        f"Of {len(made)} comparisons {manner} {len(found)} found a difference; corrected for their number "
        f"{len(found) - len(lost)} hold, and {' and '.join(shown)}{more} not."
    )
