"""GN010: the score of the best of several hyperparameter settings, not corrected for selection."""

from collections.abc import Iterator

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.refitting.selection_bias import bbc_cv
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.cost import Cost
from gnomon.experiments.checks.families import families
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject

TIMES, MIN_TIMES = 200, 40
MAX_SCORES = 40_000
SEVERAL = 3


@methodology_check(
    "GN010",
    "tuned score without nested cross-validation",
    needs=("several learners",),
    why="The maximum of several scores is optimistically biased on the rows by which it was selected.",
    how_to_fix="Use nested cross-validation: Design(..., inner=k_fold(5)) with a grid, or "
    "assess_selection; or bbc_cv for a correction without refitting.",
)
def tuned_score(subject: Subject) -> Iterator[Detection]:
    """Several hyperparameter settings of one learner on the same splits, without inner splits to select by.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> design = gn.Design(gn.load("iris"), [gn.SVC(C=C) for C in (1, 10, 100)], gn.k_fold(5))
    >>> print(check_methodology(design=design, only=["GN010"]).findings[0].message)
    3 hyperparameter settings of SVC are run, and there are no inner splits to select by.
    """
    if subject.is_nested:
        return
    if not subject.predictions:
        for classes, names in families(subject).items():
            if len(names) > 1:
                message = (
                    f"{len(names)} hyperparameter settings of {classes} are run, and there are no inner "
                    "splits to select by."
                )
                yield Detection(_severity(names), Place(learner=classes), message)
        return
    for task, predictions in subject.predictions.items():
        for classes, names in families(subject, task).items():
            if len(names) > 1:
                measure = subject.measure(task)
                best = max(names, key=lambda name: measure.sign * predictions[name].score(measure))
                message = f"{best} is the best of {len(names)} settings of {classes} by {measure.name}."
                cost = _cost(subject, [predictions[name] for name in names], predictions[best], measure)
                yield Detection(_severity(names), Place(task, learner=classes), message, cost)


def _severity(names: list[str]) -> str:
    return "warning" if len(names) >= SEVERAL else "note"


def _cost(subject: Subject, settings: list[Predictions], best: Predictions, measure: Measure) -> Cost | None:
    """The best setting's score, and its bootstrap bias-corrected cross-validation score (BBC-CV)."""
    probe = subject.probe
    if not probe.is_wanted:
        return None
    try:
        times = TIMES if measure.is_by_row else _affordable(settings)
        own = best.estimate(measure, probe.level)
        corrected = bbc_cv(settings, measure, times=times, level=probe.level, random_state=probe.random_state)
    except GnomonError:
        return None
    gain, lower, upper = _gains(own, corrected, measure.sign)
    return Cost(measure.name, own, corrected, gain, lower, upper, probe.level, f"BBC-CV, {times} draws")


def _affordable(settings: list[Predictions]) -> int:
    """Bootstrap samples for a measure that is not a mean over rows, computed per sample and split."""
    return max(min(TIMES, MAX_SCORES // (len(settings) * len(settings[0].train_sizes))), MIN_TIMES)


def _gains(own: Estimate, corrected: Estimate, sign: int) -> tuple[float, float, float]:
    """The selection bias, with confidence limits from the interval of the corrected score."""
    ends = sorted(sign * (own.value - end) for end in (corrected.lower, corrected.upper))
    return sign * (own.value - corrected.value), ends[0], ends[1]
