"""Choice of a decision threshold: minimum cost, a target rate, a budget, the prior, Youden's J or F1.

A row is predicted positive where score >= threshold. Of ties the highest threshold is chosen, which predicts
the fewest rows positive.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.roc import check_prevalence
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, scored, threshold_counts
from gnomon.assessment.decisions.costs import check_costs
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions

# Rates that differ by rounding only are equal.
TOLERANCE = 1e-12


@dataclass(frozen=True)
class ThresholdChoice:
    """A decision threshold, its criterion, and its rates on the rows that it was chosen on.

    share: proportion of rows predicted positive. is_met: whether the target is reached (see
    `choose_threshold`).

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
        target = (
            "" if self.target is None else f" {sign} {self.target:g}" + ("" if self.is_met else ", not met")
        )
        return (
            f"threshold {self.threshold:.4g} ({self.criterion}{target}): tpr {self.tpr:.3f}, "
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
    """Choose the decision threshold on labeled scores by a criterion.

    criterion: "cost" (minimum expected cost), "youden" (maximum tpr - fpr), "f1" (maximum F1), "prior" (the
    prevalence, for probabilities). With a target: "tpr" (at least, with minimum fpr), "fpr" (at most) or
    "precision" (at least), each with maximum tpr; "share" or "number" of rows predicted positive (at most: a
    budget, used as far as tied scores allow).
    cost_miss, cost_false_alarm: cost of a false negative, of a false positive. prevalence: proportion of
    positives where the threshold is used, for expected costs; by default that of these rows. nearest: if no
    threshold reaches the target precision, choose the one of highest precision instead of raising DataError.

    The rates are of the same rows, so they are optimistic; ThresholdedClassifier tunes the threshold within
    the training rows.

    >>> positive, score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    >>> choose_threshold(positive, score, "cost", cost_miss=10).threshold
    0.7
    >>> choose_threshold(positive, score, "fpr", 0.2).threshold
    0.9
    """
    check_criterion(criterion, target, cost_miss, cost_false_alarm)
    counts = threshold_counts(positive, score, weight)
    costs = costs_per_row(counts, cost_miss, cost_false_alarm, prevalence)
    return choose(counts, criterion, target, costs, nearest)


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
    """Choose the decision threshold on held-out rows, for use on future rows.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> choose_threshold_of(predictions, "fpr", 0.05).fpr <= 0.05
    True
    """
    check_criterion(criterion, target, cost_miss, cost_false_alarm)
    counts = threshold_counts(*scored(predictions, positive=positive, split=split))
    costs = costs_per_row(counts, cost_miss, cost_false_alarm, prevalence)
    return choose(counts, criterion, target, costs, nearest)


def costs_per_row(
    counts: ThresholdCounts, cost_miss: float, cost_false_alarm: float, prevalence: float | None
) -> tuple[float, float]:
    """Cost weights of a false negative and a false positive at this prevalence.

    >>> costs_per_row(threshold_counts([1, 0, 0, 0], [4, 3, 2, 1]), 1, 1, prevalence=0.5)
    (3.0, 1)
    """
    if prevalence is None:
        return cost_miss, cost_false_alarm
    check_prevalence(prevalence)
    return cost_miss * prevalence / (1 - prevalence) * counts.negatives / counts.positives, cost_false_alarm


def choose(
    counts: ThresholdCounts,
    criterion: str,
    target: float | None,
    costs: tuple[float, float],
    nearest: bool = False,
) -> ThresholdChoice:
    """The chosen threshold from counts at every threshold; costs as from `costs_per_row`.

    >>> choose(threshold_counts([1, 0], [0.9, 0.1]), "f1", None, (1, 1)).threshold
    0.9
    """
    is_met = True
    if criterion in MAXIMIZED:
        index = _first_maximum(MAXIMIZED[criterion](counts, costs))
    elif criterion == "prior":
        index = _prior(counts)
    else:
        assert target is not None
        allowed = ALLOWED[criterion](counts, target)
        is_met = bool(allowed.any())
        if not is_met and not nearest:
            raise _not_reached(counts, target)
        if not is_met:
            allowed = counts.precision >= counts.precision[1:].max() - TOLERANCE
        index = _max_tpr(counts, criterion, allowed)
    threshold = counts.prevalence if criterion == "prior" else counts.threshold[index]
    return ThresholdChoice(
        threshold=float(threshold),
        criterion=criterion,
        target=target,
        tpr=float(counts.tpr[index]),
        fpr=float(counts.fpr[index]),
        precision=float(counts.precision[index]),
        share=float(counts.share[index]),
        is_met=is_met,
    )


def check_criterion(
    criterion: str, target: float | None, cost_miss: float = 1.0, cost_false_alarm: float = 1.0
) -> None:
    """Raise ParameterError for an unknown criterion, or a target outside its range.

    >>> check_criterion("tpr", 0.9)
    """
    free = (*MAXIMIZED, "prior")
    if criterion not in (*free, *ALLOWED):
        names = ", ".join(map(repr, (*free, *ALLOWED)))
        raise ParameterError(f"criterion={criterion!r}: it must be one of {names}")
    check_costs(cost_miss, cost_false_alarm)
    if criterion in free:
        if target is not None:
            raise ParameterError(f"target={target!r}: criterion={criterion!r} has no target; use target=None")
        return
    upper = np.inf if criterion == "number" else 1.0
    if target is None or not 0 <= target <= upper:
        raise ParameterError(f"target={target!r}: criterion={criterion!r} needs a target from 0 to {upper:g}")


def _negative_cost(counts: ThresholdCounts, costs: tuple[float, float]) -> Floats:
    return -(costs[0] * (counts.positives - counts.true_positives) + costs[1] * counts.false_positives)


def _youden(counts: ThresholdCounts, costs: tuple[float, float]) -> Floats:
    # tpr - fpr times both totals, so that integer counts stay integers.
    return counts.true_positives * counts.negatives - counts.false_positives * counts.positives


def _f1(counts: ThresholdCounts, costs: tuple[float, float]) -> Floats:
    return 2 * counts.true_positives / (counts.positives + counts.true_positives + counts.false_positives)


MAXIMIZED: dict[str, Callable[[ThresholdCounts, tuple[float, float]], Floats]] = {
    "cost": _negative_cost,
    "youden": _youden,
    "f1": _f1,
}

ALLOWED: dict[str, Callable[[ThresholdCounts, float], Any]] = {
    "tpr": lambda counts, target: counts.tpr >= target - TOLERANCE,
    "fpr": lambda counts, target: counts.fpr <= target + TOLERANCE,
    # Precision is undefined where no row is predicted positive.
    "precision": lambda counts, target: (counts.precision >= target - TOLERANCE) & (counts.share > 0),
    "share": lambda counts, target: counts.share <= target + TOLERANCE,
    "number": lambda counts, target: (
        counts.true_positives + counts.false_positives <= target * (1 + TOLERANCE)
    ),
}


def _first_maximum(values: Floats) -> int:
    return int(np.argmax(values >= values.max() - TOLERANCE * np.abs(values).max()))


def _prior(counts: ThresholdCounts) -> int:
    """Index of the last threshold that is not below the prevalence."""
    if not 0 <= counts.threshold[-1] <= counts.threshold[1] <= 1:
        raise ParameterError(
            f"criterion='prior' needs probabilities, but the scores are from "
            f"{counts.threshold[-1]:.4g} to {counts.threshold[1]:.4g}; use 'cost' or 'youden'"
        )
    return int(np.searchsorted(-counts.threshold, -counts.prevalence, side="right")) - 1


def _max_tpr(counts: ThresholdCounts, criterion: str, allowed: Any) -> int:
    """Index of the allowed threshold of maximum tpr; for a target tpr, the highest allowed threshold."""
    indices = np.flatnonzero(allowed)
    if criterion == "tpr":
        return int(indices[0])
    if criterion in ("share", "number"):
        return int(indices[-1])
    return int(indices[np.argmax(counts.true_positives[indices])])


def _not_reached(counts: ThresholdCounts, target: float) -> DataError:
    index = 1 + int(np.argmax(counts.precision[1:]))
    return DataError(
        f"no threshold has precision {target:g}: the maximum is {counts.precision[index]:.3g}, at "
        f"{counts.threshold[index]:.4g}; use a smaller target, or nearest=True"
    )
