"""How sure differences are: standard errors of all pairs of learners at once, by what the design allows.

Differences over splits are widened for the overlap of training sets (Nadeau & Bengio 2003) and, where rows
are held out several times, for that of held-out sets. Where the measure is a mean over rows, they are never
taken for surer than the rows allow, as folds that are dealt alike score alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.spatial.distance import pdist

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals import auc_parts, critical_t
from gnomon.assessment.measures.facts import Measure, mean
from gnomon.assessment.paired.validity import caveat
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.validity import (
    REPEATS,
    ROUNDING,
    by_row,
    freedom_of_splits,
    has_repeated_rows,
    held_out_overlap,
    held_out_ratio,
    is_binary_ranking,
    is_by_splits,
    valid_over_splits,
    values_of_rows,
)
from gnomon.errors import DesignError


@dataclass(frozen=True)
class Spread:
    """The standard error of a difference is deviation x factor; one deviation a pair of learners.

    Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ...

    >>> Spread(np.array([0.3]), 0.5, 9, "corrected t", "").error
    array([0.15])
    """

    deviation: Floats
    factor: float
    freedom: int
    test: str
    why: str

    @property
    def error(self) -> Floats:
        """Standard errors."""
        return self.deviation * self.factor


def spreads(all_predictions: Sequence[Predictions], measure: Measure) -> list[Spread]:
    """What the design allows, one or two: of two, the wider holds, pair by pair.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> a = gn.resample(gn.load("iris"), DummyClassifier(), gn.k_fold(5))
    >>> [each.test for each in spreads([a, a], find_measure("accuracy"))]
    ['corrected t', 'paired t over rows']
    """
    first = all_predictions[0]
    if is_by_splits(first):
        found = [over_splits(all_predictions, measure, method=valid_over_splits(first))]
        if measure.is_by_row:
            note = ", and vary more than the splits do." + _of_time(first)
            found.append(over_rows(all_predictions, measure, note))
        return found
    if measure.is_by_row:
        return [over_rows(all_predictions, measure)]
    if is_binary_ranking(first, measure) and first.group is None and len(first.train_sizes) == 1:
        return [over_ranks(all_predictions, measure)]
    by_name = ", or ask for test='bootstrap'" if len(first.train_sizes) == 1 else ""
    raise DesignError(
        f"{first.design} gives {measure.name} one difference and no spread; "
        f"use repeated(hold_out(0.2), times=30) or k_fold{by_name}"
    )


def widest(found: Sequence[Spread]) -> Integers:
    """Which of the spreads is the widest at 95 %, for each pair.

    >>> widest([Spread(np.array([1.0, 2.0]), 1.0, 9, "a", ""), Spread(np.array([2.0, 1.0]), 1.0, 9, "b", "")])
    array([1, 0])
    """
    return np.argmax([critical_t(0.95, each.freedom) * each.error for each in found], axis=0)


def settled(first: Array, second: Array, deviation: Floats) -> tuple[Floats, Floats]:
    """Difference of the scores and its deviation, with the noise of rounding taken off.

    Differences that are all alike show no spread; it is then taken to be as large as they are.

    >>> settled(np.array([0.75]), np.array([0.5]), np.array([0.0]))
    (array([0.25]), array([0.25]))
    """
    noise = ROUNDING * np.maximum(np.abs(first), np.abs(second))
    difference = first - second
    flat = deviation <= noise
    difference = np.where(flat & (np.abs(difference) <= noise), 0.0, difference)
    return difference, np.where(flat, np.abs(difference), deviation)


def over_splits(
    all_predictions: Sequence[Predictions], measure: Measure, *, method: str = "corrected t", ddof: int = 1
) -> Spread:
    """Of the scores of splits: corrected for their overlap, or as the textbook has it ("paired t")."""
    first = all_predictions[0]
    scores = np.array([each.per_split(measure) for each in all_predictions])
    n_splits = scores.shape[1]
    deviation = np.sqrt(pdist(_centered(scores), "sqeuclidean") / (n_splits - ddof))
    freedom = freedom_of_splits(first) if method == REPEATS else n_splits - 1
    factor, why = _scaling(first, n_splits, method)
    return Spread(deviation, factor, freedom, method, why + _of_time(first))


def _of_time(first: Predictions) -> str:
    """What is to be added where splits are not exchangeable."""
    if first.design.is_exchangeable:
        return ""
    return (
        " The splits follow time: if the difference drifts or neighbors are alike, it finds differences "
        "that are none more often than its level says."
    )


def _scaling(first: Predictions, n_splits: int, method: str) -> tuple[float, str]:
    """What the deviation of one split's difference is multiplied by, and why."""
    ratio = held_out_ratio(first)
    if method == "paired t":
        return sqrt(1 / n_splits), (
            f"it takes the {n_splits} splits ({first.design}) for independent; they share training rows, so "
            "it finds differences that are none more often than its level says: "
            f"{valid_over_splits(first)!r} does not."
        )
    same = f"the learners had the same {n_splits} splits ({first.design}), whose training rows overlap"
    if method == REPEATS:
        overlap = held_out_overlap(first)
        return sqrt(overlap + ratio), (
            f"{same} and which hold rows out again, so the variance of the mean difference is scaled by "
            f"{overlap:.3g} + {ratio:.3g}: the share of rows that two held-out sets have in common (where "
            f"Nadeau & Bengio 2003 have 1/{n_splits}, as if each brought new rows), and held-out rows to "
            "training rows."
        )
    why = (
        f"{same}, so the variance of the mean difference is scaled by 1/{n_splits} + {ratio:.3g} "
        "(Nadeau & Bengio 2003)."
    )
    if has_repeated_rows(first):
        why += (
            " Rows are held out several times, and learners that change with nearly every row are then told "
            f"apart too often: {REPEATS!r} does not do so."
        )
    return sqrt(1 / n_splits + ratio), why


def over_rows(all_predictions: Sequence[Predictions], measure: Measure, note: str | None = None) -> Spread:
    """Of what the measure is the mean of, over distinct rows or whole groups."""
    first = all_predictions[0]
    found = [by_row(each, values_of_rows(each, measure)) for each in all_predictions]
    _, weight, group = found[0]
    pulls = _pulls(np.array([values for values, _, _ in found]), weight, group)
    n_units = pulls.shape[1]
    unit = "rows" if first.group is None else "groups"
    why = f"the learners predicted the same {len(found[0][0])} held-out rows, whose {unit} are independent"
    if measure.root_of is not None:
        why += f", and {measure.name} is nearly linear in what each of them adds (the delta method)"
    why += note or caveat(first)
    # The error of a mean of n is s/√n, with s the deviation.
    deviation = np.sqrt(pdist(pulls, "sqeuclidean") * n_units / (n_units - 1)) * sqrt(n_units)
    return Spread(deviation, 1 / sqrt(n_units), n_units - 1, f"paired t over {unit}", why)


def over_ranks(all_predictions: Sequence[Predictions], measure: Measure) -> Spread:
    """Of areas under ROC curves on the same rows (DeLong, DeLong & Clarke-Pearson 1988)."""
    first = all_predictions[0]
    parts = [auc_parts(*each.given(measure), each.weight) for each in all_predictions]
    variance, smaller = np.zeros(len(parts) * (len(parts) - 1) // 2), len(first.row)
    for side in (0, 1):
        pulls = _pulls(np.array([each[side][0] for each in parts]), parts[0][side][1], None)
        variance += pdist(pulls, "sqeuclidean") * pulls.shape[1] / (pulls.shape[1] - 1)
        smaller = min(smaller, pulls.shape[1])
    why = (
        f"the learners scored the same {len(first.row)} held-out rows, so DeLong's variance of the "
        f"difference of two correlated areas applies{caveat(first)}"
    )
    return Spread(np.sqrt(variance * smaller), 1 / sqrt(smaller), len(first.row) - 2, "DeLong", why)


def _pulls(values: Floats, weight: Array | None, group: Array | None) -> Floats:
    """How far each row (or group) pulls the weighted mean of each learner from where it is."""
    if weight is not None:
        # A row without weight is no evidence.
        counts = weight > 0
        values, weight = values[:, counts], weight[counts]
        group = None if group is None else group[counts]
    share = np.full(values.shape[1], 1 / values.shape[1]) if weight is None else weight / np.sum(weight)
    center = np.array([mean(each, weight) for each in values])
    pulls = share * (values - center[:, None])
    if group is not None:
        code = np.unique(group, return_inverse=True)[1]
        pulls = np.array([np.bincount(code, each) for each in pulls])
    if pulls.shape[1] < 2:
        raise DesignError(
            f"the spread over rows needs 2 independent rows (or groups) or more, and there is "
            f"{pulls.shape[1]}; hold out more"
        )
    return pulls


def _centered(scores: Floats) -> Floats:
    return scores - scores.mean(axis=1, keepdims=True)
