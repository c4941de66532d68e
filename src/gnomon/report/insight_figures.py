"""Figures of what was worked out with the data at hand: importance, errors by subgroup, learning curve."""

from gnomon.assessment.measures.facts import find_measure
from gnomon.explanations.importance import PermutationImportance
from gnomon.explanations.insights import TaskInsights
from gnomon.explanations.subgroups import SubgroupErrors
from gnomon.plotting.display import Display
from gnomon.report.names import short
from gnomon.report.titles import in_a_sentence, split_title

Drawn = tuple[str, str, Display] | None
MAX_PAIRS = 2


def importance(found: TaskInsights) -> Drawn:
    """Permutation importance of the best learners.

    >>> importance(TaskInsights("iris", (), True))
    """
    from gnomon.plotting.experiments.importance import PermutationImportanceDisplay

    if not found.importances:
        return None
    return "What the models read", importance_caption(found), PermutationImportanceDisplay(found.importances)


def importance_caption(found: TaskInsights) -> str:
    """How importance was measured, what its intervals mean, and which columns go together."""
    first = found.importances[0]
    measure = in_a_sentence(split_title(find_measure(first.measure).title)[0])
    told = (
        f"How much {measure} gets worse on held-out rows when the values of a column are shuffled "
        f"({_times(first.n_shuffles)} in each of {_splits(first)}); {_ends(first)}. "
        "It says what these models use, not what causes the target."
    )
    if first.left_out:
        n_shown = sum(len(each.columns) == 1 for each in first.importances)
        told += f" Of {n_shown + first.left_out:,} columns the first {n_shown} were shuffled."
    if not first.pairs:
        return told
    named = [f"{short(each.first, 40)} and {short(each.second, 40)}" for each in first.pairs[:MAX_PAIRS]]
    pairs = "; ".join(named) + _more(len(first.pairs) - MAX_PAIRS)
    return (
        f"{told} Columns that go together ({pairs}) stand in for each other, so each alone looks less "
        "important; a line \u201ctogether\u201d shuffles all of such a group at once."
    )


def subgroups(found: TaskInsights) -> Drawn:
    """Errors by subgroup of the best learner."""
    from gnomon.plotting.assessment.subgroups import SubgroupErrorsDisplay

    if found.subgroups is None or not found.subgroups.groups:
        return None
    title = f"Errors of {short(found.subgroups.learner)} by subgroup"
    return title, subgroups_caption(found.subgroups), SubgroupErrorsDisplay(found.subgroups)


def subgroups_caption(found: SubgroupErrors) -> str:
    """How groups were made and compared, and how many differ."""
    n_groups, n_columns = len(found.groups), len({each.column for each in found.groups})
    differ = len(found.differing)
    said = "none differs" if not differ else f"{differ} differ{'s' if differ == 1 else ''}"
    return (
        f"Held-out rows cut by the levels of a column, or at its quartiles: {n_groups} groups of {n_columns} "
        f"columns, each against all other rows; {said} beyond chance, with p corrected for the number of "
        f"groups (Holm). Bars are {found.level:.0%} intervals each for itself, for the models trained here."
    ).replace("%", "\u00a0%")


def curve(found: TaskInsights) -> Drawn:
    """The learning curve of the best learner."""
    from gnomon.plotting.curves.learning import LearningCurveDisplay

    kept = found.curve
    if kept is None or len(kept.rows) < 2:
        return None
    told = (
        f"Trained on more and more rows, over {kept.n_splits} splits. If the held-out line still climbs at "
        "its end, more rows would help; a wide gap to the training line is overfitting."
    )
    if find_measure(kept.measure).sign < 0:
        told = told.replace("climbs", "falls")
    return f"Learning curve of {short(kept.learner)}", told, LearningCurveDisplay(kept.curve())


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _splits(found: PermutationImportance) -> str:
    return f"{found.n_splits} splits" if found.n_splits > 1 else "the one split"


def _ends(found: PermutationImportance) -> str:
    over = "splits" if found.n_splits > 1 else "the rows of this split alone"
    return f"bars are {found.level:.0%} intervals over {over}".replace("%", "\u00a0%")


def _more(number: int) -> str:
    return f"; {number} more pairs" if number > 0 else ""
