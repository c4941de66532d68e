"""The threshold on a score for a purpose: least cost, a rate to keep, a budget, the prior, Youden or F1.

A row is called positive where its score is at or above the threshold. Of thresholds that serve equally well
the highest is taken, which calls the fewest rows positive.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.cuts import Cuts, cuts, scored
from gnomon.assessment.curves.roc import check_prevalence
from gnomon.assessment.decisions.costs import check_costs
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

# Rates that are equal but for rounding count as equal.
SLACK = 1e-12


@dataclass(frozen=True)
class ThresholdChoice:
    """A threshold, why it was taken, and what it does on the rows that it was chosen on.

    is_met: whether the target is reached (see `choose_threshold`).

    >>> print(choose_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], "youden"))
    threshold 0.9 (youden): tpr 0.500, fpr 0.000, precision 1.000, share 0.250
    """

    threshold: float
    criterion: str
    target: float | None
    tpr: float
    fpr: float
    precision: float
    share: float
    is_met: bool

    def __str__(self) -> str:
        sign = {"fpr": "<=", "share": "<=", "number": "<="}.get(self.criterion, ">=")
        wanted = (
            "" if self.target is None else f" {sign} {self.target:g}" + ("" if self.is_met else ", not met")
        )
        return (
            f"threshold {self.threshold:.4g} ({self.criterion}{wanted}): tpr {self.tpr:.3f}, "
            f"fpr {self.fpr:.3f}, precision {self.precision:.3f}, share {self.share:.3f}"
        )


def choose_threshold(
    positive: ArrayLike,
    score: ArrayLike,
    criterion: str = "cost",
    target: float | None = None,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    nearest: bool = False,
    weight: ArrayLike | None = None,
) -> ThresholdChoice:
    """Choose a threshold on scored rows of known class.

    criterion: "cost" (the least), "youden" (the greatest tpr - fpr), "f1" (the greatest), "prior" (the share
    of positives, for probabilities). With a target: "tpr" (at least it, and the fewest alarms), "fpr" (at
    most) or "precision" (at least), each with the greatest tpr which that leaves; "share" or "number" of rows
    called positive (at most: a budget, used as far as equal scores allow).
    prevalence: the share of positives to count costs with, where the threshold will be used; that of these
    rows if not given. nearest: where no threshold has the target precision, take the one that comes nearest;
    else that is refused.

    The rates are those of the rows that chose, so they flatter; ThresholdedClassifier chooses inside the
    training rows.

    >>> positive, score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    >>> choose_threshold(positive, score, "cost", cost_miss=10).threshold
    0.7
    >>> choose_threshold(positive, score, "fpr", 0.2).threshold
    0.9
    """
    check_criterion(criterion, target, cost_miss, cost_false_alarm)
    found = cuts(positive, score, weight)
    costs = costs_per_row(found, cost_miss, cost_false_alarm, prevalence)
    return choose(found, criterion, target, costs, nearest)


def choose_threshold_of(
    predictions: "Predictions",
    criterion: str = "cost",
    target: float | None = None,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    nearest: bool = False,
    positive: Any = None,
    split: int | None = None,
) -> ThresholdChoice:
    """The threshold chosen on held-out rows, for use on rows still to come.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> choose_threshold_of(predictions, "fpr", 0.05).fpr <= 0.05
    True
    """
    check_criterion(criterion, target, cost_miss, cost_false_alarm)
    found = cuts(*scored(predictions, positive=positive, split=split))
    costs = costs_per_row(found, cost_miss, cost_false_alarm, prevalence)
    return choose(found, criterion, target, costs, nearest)


def costs_per_row(
    found: Cuts, cost_miss: float, cost_false_alarm: float, prevalence: float | None
) -> tuple[float, float]:
    """What a missed row and a falsely alarmed one weigh, where this share of rows is positive.

    >>> costs_per_row(cuts([1, 0, 0, 0], [4, 3, 2, 1]), 1, 1, prevalence=0.5)
    (3.0, 1)
    """
    if prevalence is None:
        return cost_miss, cost_false_alarm
    check_prevalence(prevalence)
    return cost_miss * prevalence / (1 - prevalence) * found.negatives / found.positives, cost_false_alarm


def choose(
    found: Cuts, criterion: str, target: float | None, costs: tuple[float, float], nearest: bool = False
) -> ThresholdChoice:
    """The choice from counts at every threshold; costs as `costs_per_row` gives them.

    >>> choose(cuts([1, 0], [0.9, 0.1]), "f1", None, (1, 1)).threshold
    0.9
    """
    is_met = True
    if criterion in GREATEST:
        place = _first_greatest(GREATEST[criterion](found, costs))
    elif criterion == "prior":
        place = _prior(found)
    else:
        assert target is not None
        allowed = ALLOWED[criterion](found, target)
        is_met = bool(allowed.any())
        if not is_met and not nearest:
            raise _out_of_reach(found, target)
        if not is_met:
            allowed = found.precision >= found.precision[1:].max() - SLACK
        place = _widest(found, criterion, allowed)
    threshold = found.prevalence if criterion == "prior" else found.threshold[place]
    return ThresholdChoice(
        threshold=float(threshold),
        criterion=criterion,
        target=target,
        tpr=float(found.tpr[place]),
        fpr=float(found.fpr[place]),
        precision=float(found.precision[place]),
        share=float(found.share[place]),
        is_met=is_met,
    )


def check_criterion(
    criterion: str, target: float | None, cost_miss: float = 1.0, cost_false_alarm: float = 1.0
) -> None:
    """Refuse a criterion that is not known, or a target that is out of its range.

    >>> check_criterion("tpr", 0.9)
    """
    free = (*GREATEST, "prior")
    if criterion not in (*free, *ALLOWED):
        names = ", ".join(map(repr, (*free, *ALLOWED)))
        raise ParameterError(f"criterion={criterion!r}: it must be one of {names}")
    check_costs(cost_miss, cost_false_alarm)
    if criterion in free:
        if target is not None:
            raise ParameterError(f"target={target!r}: {criterion!r} has no target; leave it out")
        return
    most = np.inf if criterion == "number" else 1.0
    if target is None or not 0 <= target <= most:
        raise ParameterError(f"target={target!r}: {criterion!r} needs a target from 0 to {most:g}")


def _costliness(found: Cuts, costs: tuple[float, float]) -> Floats:
    return -(costs[0] * (found.positives - found.caught) + costs[1] * found.alarms)


def _youden(found: Cuts, costs: tuple[float, float]) -> Floats:
    # tpr - fpr times both totals, so that whole counts stay whole.
    return found.caught * found.negatives - found.alarms * found.positives


def _f1(found: Cuts, costs: tuple[float, float]) -> Floats:
    return 2 * found.caught / (found.positives + found.caught + found.alarms)


GREATEST: dict[str, Callable[[Cuts, tuple[float, float]], Floats]] = {
    "cost": _costliness,
    "youden": _youden,
    "f1": _f1,
}

ALLOWED: dict[str, Callable[[Cuts, float], Any]] = {
    "tpr": lambda found, target: found.tpr >= target - SLACK,
    "fpr": lambda found, target: found.fpr <= target + SLACK,
    # Where no row is called positive there is no precision.
    "precision": lambda found, target: (found.precision >= target - SLACK) & (found.share > 0),
    "share": lambda found, target: found.share <= target + SLACK,
    "number": lambda found, target: found.caught + found.alarms <= target * (1 + SLACK),
}


def _first_greatest(values: Floats) -> int:
    return int(np.argmax(values >= values.max() - SLACK * np.abs(values).max()))


def _prior(found: Cuts) -> int:
    """The last threshold that is not below the share of positives."""
    if not 0 <= found.threshold[-1] <= found.threshold[1] <= 1:
        raise ParameterError(
            f"criterion='prior' is a threshold on probabilities, and the scores go from "
            f"{found.threshold[-1]:.4g} to {found.threshold[1]:.4g}; use 'cost' or 'youden'"
        )
    return int(np.searchsorted(-found.threshold, -found.prevalence, side="right")) - 1


def _widest(found: Cuts, criterion: str, allowed: Any) -> int:
    """Of the thresholds allowed, the one that finds most; where that is asked at least, the highest."""
    places = np.flatnonzero(allowed)
    if criterion == "tpr":
        return int(places[0])
    if criterion in ("share", "number"):
        return int(places[-1])
    return int(places[np.argmax(found.caught[places])])


def _out_of_reach(found: Cuts, target: float) -> DataError:
    place = 1 + int(np.argmax(found.precision[1:]))
    return DataError(
        f"no threshold has precision {target:g}: the highest is {found.precision[place]:.3g}, at "
        f"{found.threshold[place]:.4g}; ask for less, or give nearest=True"
    )
