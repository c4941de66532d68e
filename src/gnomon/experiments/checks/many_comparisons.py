"""GN017: multiple comparisons without correction."""

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.comparison import Comparison
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.significance.corrections import adjust_p_values
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection
from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.results import Results


@methodology_check(
    "GN017",
    "multiple comparisons without correction",
    needs=("comparisons",),
    why="Of twenty tests at the 5 % level one is expected to be significant where nothing differs.",
    how_to_fix="Use compare_all (all pairs on one task) or compare_over_data_sets (over tasks), which "
    "correct for multiplicity; or adjust the p-values (Holm).",
)
def many_comparisons(subject: Subject) -> Iterator[Detection]:
    """Differences that are significant one at a time, but not after adjusting the p-values for multiplicity.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> task, plan = gn.load("iris"), gn.k_fold(10)
    >>> learners = (gn.GaussianNB(), gn.KNeighborsClassifier(), gn.LogisticRegression())
    >>> a, b, c = (gn.resample(task, learner, plan) for learner in learners)
    >>> comparisons = [gn.compare(a, b, "accuracy"), gn.compare(a, c, "accuracy")]
    >>> check_methodology(comparisons=comparisons, only=["GN017"]).is_clean
    True
    """
    made = [each for each in subject.compared if np.isfinite(each.p) and each.correction == "none"]
    if len(made) > 1:
        adjusted = adjust_p_values(np.array([each.p for each in made]), "holm")
        if message := _not_significant(made, adjusted, "tested one at a time"):
            yield Detection("warning", "comparisons", message)
    if subject.results is not None and not subject.compared:
        boards = _leaderboards(subject.results)
        made = [each for board in boards for each in board]
        # Each leaderboard is corrected for its own pairs; Bonferroni corrects over the leaderboards.
        adjusted = np.minimum([each.p * len(boards) for each in made], 1.0)
        manner = f"in {len(boards)} leaderboards"
        if len(boards) > 1 and (message := _not_significant(made, adjusted, manner)):
            yield Detection("note", "leaderboards", message)


def _leaderboards(results: Results) -> list[list[Comparison]]:
    """The comparisons with the best learner, per task and measure."""
    boards = []
    for task in results.tasks:
        for measure in results.record.measures:
            if find_measure(measure).kind == results.task(task).kind:
                standings = results.standings(measure, task=task)
                boards.append([each.comparison for each in standings if each.comparison is not None])
    return boards


def _not_significant(made: list[Comparison], adjusted: Floats, manner: str) -> str:
    """Which significant differences are not significant after adjustment, as a sentence; "" if all are."""
    significant = [(each, p <= 1 - each.level) for each, p in zip(made, adjusted) if each.p <= 1 - each.level]
    lost = [each for each, holds in significant if not holds]
    if not lost:
        return ""
    shown = [f"{each.first} against {each.second} (p = {each.p:.2g})" for each in lost[:2]]
    more = f" and {len(lost) - 2} more" if len(lost) > 2 else ""
    return (
        f"Of {len(made)} comparisons {manner} {len(significant)} are significant; corrected for multiplicity "
        f"{len(significant) - len(lost)} are, but not {' and '.join(shown)}{more}."
    )
