"""GN010: the score of the best of several settings, reported as if it had not been chosen."""

from collections.abc import Iterator

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.refitting.selection_bias import bbc_cv
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.families import families
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject

TIMES, FEWEST_TIMES = 200, 40
MOST_SCORES = 40_000
SEVERAL = 3


@method_check(
    "GN010",
    "a tuned score reported as final",
    needs=("several learners",),
    why="The best of several scores is partly the luckiest, on the very rows that chose it.",
    way_out="Let the choice be part of what is measured: Design(..., inner=k_fold(5)) with a grid, "
    "assess_selection, or bbc_cv for a correction without another fit.",
)
def tuned_score(subject: Subject) -> Iterator[Sighting]:
    """Several settings of one learner on the same splits, with no inner splits to choose by.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> design = gn.Design(gn.load("iris"), [gn.SVC(C=C) for C in (1, 10, 100)], gn.k_fold(5))
    >>> print(check_methodology(design=design, only=["GN010"]).findings[0].found)
    3 settings of SVC are run, and there are no inner splits to choose by.
    """
    if subject.is_nested:
        return
    if not subject.predictions:
        for classes, names in families(subject).items():
            if len(names) > 1:
                found = (
                    f"{len(names)} settings of {classes} are run, and there are no inner splits to choose by."
                )
                yield Sighting(_severity(names), f"learner {classes!r}", found)
        return
    for task, predictions in subject.predictions.items():
        for classes, names in families(subject, task).items():
            if len(names) > 1:
                measure = subject.measure(task)
                best = max(names, key=lambda name: measure.sign * predictions[name].score(measure))
                found = f"{best} is the best of {len(names)} settings of {classes} by {measure.name}."
                cost = _cost(subject, [predictions[name] for name in names], predictions[best], measure)
                yield Sighting(_severity(names), f"task {task!r}, learner {classes!r}", found, cost)


def _severity(names: list[str]) -> str:
    return "warning" if len(names) >= SEVERAL else "note"


def _cost(subject: Subject, settings: list[Predictions], best: Predictions, measure: Measure) -> Cost | None:
    """The best setting's own score, and that of choosing (bootstrap bias-corrected cross-validation)."""
    probe = subject.probe
    if not probe.is_wanted:
        return None
    try:
        times = TIMES if measure.is_by_row else _affordable(settings)
        own = best.estimate(measure, probe.level)
        paid = bbc_cv(settings, measure, times=times, level=probe.level, random_state=probe.random_state)
    except GnomonError:
        return None
    gain, lower, upper = _gains(own, paid, measure.sign)
    return Cost(measure.name, own, paid, gain, lower, upper, probe.level, f"BBC-CV, {times} draws")


def _affordable(settings: list[Predictions]) -> int:
    """Draws for a measure that is no mean over rows, which every draw must compute on every split anew."""
    return max(min(TIMES, MOST_SCORES // (len(settings) * len(settings[0].train_sizes))), FEWEST_TIMES)


def _gains(own: Estimate, paid: Estimate, sign: int) -> tuple[float, float, float]:
    """The gain of choosing, with the ends that the interval of the paid score gives it."""
    ends = sorted(sign * (own.value - end) for end in (paid.lower, paid.upper))
    return sign * (own.value - paid.value), ends[0], ends[1]
