"""Figures of feature importance, errors by subgroup, and learning curve."""

from gnomon.assessment.measures.facts import find_measure
from gnomon.explanations.importance import PermutationImportance
from gnomon.explanations.insights import TaskInsights
from gnomon.explanations.subgroups import SubgroupErrors
from gnomon.plotting.display import Display
from gnomon.report.names import short
from gnomon.report.titles import in_a_sentence, split_title

Drawn = tuple[str, str, Display] | None
MAX_PAIRS = 2


def importance(result: TaskInsights) -> Drawn:
    """Permutation importance of the best learners.

    >>> importance(TaskInsights("iris", (), True))
    """
    from gnomon.plotting.experiments.importance import PermutationImportanceDisplay

    if not result.importances:
        return None
    return "Feature importance", importance_caption(result), PermutationImportanceDisplay(result.importances)


def importance_caption(result: TaskInsights) -> str:
    """Caption of the importance: method, intervals, and associated columns."""
    first = result.importances[0]
    measure = in_a_sentence(split_title(find_measure(first.measure).title)[0])
    caption = (
        f"Permutation importance: how much {measure} gets worse on held-out rows when a column is permuted "
        f"({_times(first.n_shuffles)} in each of {_splits(first)}); {_ends(first)}. "
        "It shows what these models use, not what causes the target."
    )
    if first.left_out:
        n_shown = sum(len(each.columns) == 1 for each in first.importances)
        caption += f" Of {n_shown + first.left_out:,} columns the first {n_shown} were permuted."
    if not first.pairs:
        return caption
    named = [f"{short(each.first, 40)} and {short(each.second, 40)}" for each in first.pairs[:MAX_PAIRS]]
    pairs = "; ".join(named) + _more(len(first.pairs) - MAX_PAIRS)
    return (
        f"{caption} Associated columns ({pairs}) substitute for each other, so each alone seems less "
        "important; a row \u201cjointly\u201d permutes all columns of such a group."
    )


def subgroups(result: TaskInsights) -> Drawn:
    """Errors by subgroup of the best learner."""
    from gnomon.plotting.assessment.subgroups import SubgroupErrorsDisplay

    if result.subgroups is None or not result.subgroups.groups:
        return None
    title = f"Errors of {short(result.subgroups.learner)} by subgroup"
    return title, subgroups_caption(result.subgroups), SubgroupErrorsDisplay(result.subgroups)


def subgroups_caption(result: SubgroupErrors) -> str:
    """Caption of the subgroups: construction, comparison, and number of differences."""
    n_groups, n_columns = len(result.groups), len({each.column for each in result.groups})
    differ = len(result.differing)
    verdict = "none differs" if not differ else f"{differ} differ{'s' if differ == 1 else ''}"
    return (
        f"Held-out rows grouped by the levels of a column, or its quartiles: {n_groups} groups of "
        f"{n_columns} columns, each against all other rows; {verdict} significantly, with p-values adjusted "
        f"for the number of groups (Holm). Bars are unadjusted {result.level:.0%} intervals."
    ).replace("%", "\u00a0%")


def curve(result: TaskInsights) -> Drawn:
    """The learning curve of the best learner."""
    from gnomon.plotting.curves.learning import LearningCurveDisplay

    stored = result.curve
    if stored is None or len(stored.rows) < 2:
        return None
    caption = (
        f"Score against training set size, over {stored.n_splits} splits. If the held-out line still climbs "
        "at its end, more rows would help; a wide gap to the training line indicates overfitting."
    )
    if find_measure(stored.measure).sign < 0:
        caption = caption.replace("climbs", "falls")
    return f"Learning curve of {short(stored.learner)}", caption, LearningCurveDisplay(stored.curve())


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _splits(result: PermutationImportance) -> str:
    return f"{result.n_splits} splits" if result.n_splits > 1 else "the one split"


def _ends(result: PermutationImportance) -> str:
    over = "splits" if result.n_splits > 1 else "the rows of this split only"
    return f"bars are {result.level:.0%} intervals over {over}".replace("%", "\u00a0%")


def _more(number: int) -> str:
    return f"; {number} more pairs" if number > 0 else ""
