"""Standard errors of the differences of all pairs of learners, as far as the design allows.

Standard errors over splits are corrected for the overlap of training sets (Nadeau & Bengio 2003) and, where
rows are held out several times, for that of held-out sets. For means over rows they are never smaller than
those over rows, as scores of stratified folds vary too little.
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
    """Standard errors of differences: deviation x factor, with one deviation per pair of learners.

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
    """The one or two standard errors that are valid for the design; of two, the wider applies to each pair.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> a = gn.resample(gn.load("iris"), DummyClassifier(), gn.k_fold(5))
    >>> [each.test for each in spreads([a, a], find_measure("accuracy"))]
    ['corrected t', 'paired t over rows']
    """
    first = all_predictions[0]
    if is_by_splits(first):
        candidates = [over_splits(all_predictions, measure, method=valid_over_splits(first))]
        if measure.is_by_row:
            note = ", and vary more than the splits do." + _time_caveat(first)
            candidates.append(over_rows(all_predictions, measure, note))
        return candidates
    if measure.is_by_row:
        return [over_rows(all_predictions, measure)]
    if is_binary_ranking(first, measure) and first.group is None and len(first.train_sizes) == 1:
        return [over_ranks(all_predictions, measure)]
    by_name = ", or test='bootstrap'" if len(first.train_sizes) == 1 else ""
    raise DesignError(
        f"{first.design} has only one difference in {measure.name}, so its standard error cannot be "
        f"estimated; use repeated(hold_out(0.2), times=30) or k_fold{by_name}"
    )


def widest(candidates: Sequence[Spread]) -> Integers:
    """Index of the widest spread at the 95 % level, for each pair.

    >>> widest([Spread(np.array([1.0, 2.0]), 1.0, 9, "a", ""), Spread(np.array([2.0, 1.0]), 1.0, 9, "b", "")])
    array([1, 0])
    """
    return np.argmax([critical_t(0.95, each.freedom) * each.error for each in candidates], axis=0)


def without_rounding(first: Array, second: Array, deviation: Floats) -> tuple[Floats, Floats]:
    """Difference of the scores and its standard deviation, with rounding errors set to zero.

    Where all differences are equal, so that the deviation is zero, it is set to the absolute difference.

    >>> without_rounding(np.array([0.75]), np.array([0.5]), np.array([0.0]))
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
    """Spread over the scores of splits: corrected for their overlap, or uncorrected ("paired t")."""
    first = all_predictions[0]
    scores = np.array([each.per_split(measure) for each in all_predictions])
    n_splits = scores.shape[1]
    deviation = np.sqrt(pdist(_centered(scores), "sqeuclidean") / (n_splits - ddof))
    freedom = freedom_of_splits(first) if method == REPEATS else n_splits - 1
    factor, why = _scaling(first, n_splits, method)
    return Spread(deviation, factor, freedom, method, why + _time_caveat(first))


def _time_caveat(first: Predictions) -> str:
    """A caveat for chronological splits, which are not exchangeable."""
    if first.design.is_exchangeable:
        return ""
    return (
        " The splits are chronological: with drift or autocorrelation its type-I error exceeds the nominal "
        "level."
    )


def _scaling(first: Predictions, n_splits: int, method: str) -> tuple[float, str]:
    """The factor from the standard deviation over splits to the standard error, and the reason."""
    ratio = held_out_ratio(first)
    if method == "paired t":
        return sqrt(1 / n_splits), (
            f"it assumes {n_splits} independent splits ({first.design}), but they share training rows, so "
            f"its type-I error exceeds the nominal level: {valid_over_splits(first)!r} corrects for that."
        )
    same = f"the learners had the same {n_splits} splits ({first.design}), whose training rows overlap"
    if method == REPEATS:
        overlap = held_out_overlap(first)
        return sqrt(overlap + ratio), (
            f"{same} and whose held-out rows repeat, so the variance of the mean difference is scaled by "
            f"{overlap:.3g} + {ratio:.3g}: the mean overlap of two held-out sets (instead of 1/{n_splits} in "
            "Nadeau & Bengio 2003, which assumes disjoint sets), and the ratio of held-out to training rows."
        )
    why = (
        f"{same}, so the variance of the mean difference is scaled by 1/{n_splits} + {ratio:.3g} "
        "(Nadeau & Bengio 2003)."
    )
    if has_repeated_rows(first):
        why += (
            " Rows are held out several times, so for unstable learners its type-I error exceeds the nominal "
            f"level: {REPEATS!r} corrects for that."
        )
    return sqrt(1 / n_splits + ratio), why


def over_rows(all_predictions: Sequence[Predictions], measure: Measure, note: str | None = None) -> Spread:
    """Spread over the per-row values of the measure, for distinct rows or whole groups."""
    first = all_predictions[0]
    rows = [by_row(each, values_of_rows(each, measure)) for each in all_predictions]
    _, weight, group = rows[0]
    influence = _influence(np.array([values for values, _, _ in rows]), weight, group)
    n_units = influence.shape[1]
    unit = "rows" if first.group is None else "groups"
    why = f"the learners predicted the same {len(rows[0][0])} held-out rows, whose {unit} are independent"
    if measure.root_of is not None:
        why += f", and {measure.name} is linearized in the rows (delta method)"
    why += note or caveat(first)
    # The standard error of a mean of n values is s/√n, with s the standard deviation.
    deviation = np.sqrt(pdist(influence, "sqeuclidean") * n_units / (n_units - 1)) * sqrt(n_units)
    return Spread(deviation, 1 / sqrt(n_units), n_units - 1, f"paired t over {unit}", why)


def over_ranks(all_predictions: Sequence[Predictions], measure: Measure) -> Spread:
    """Spread of correlated AUCs on the same rows (DeLong, DeLong & Clarke-Pearson 1988)."""
    first = all_predictions[0]
    parts = [auc_parts(*each.measure_inputs(measure), each.weight) for each in all_predictions]
    variance, smaller = np.zeros(len(parts) * (len(parts) - 1) // 2), len(first.row)
    for kind in (0, 1):
        influence = _influence(np.array([each[kind][0] for each in parts]), parts[0][kind][1], None)
        n_kind = influence.shape[1]
        variance += pdist(influence, "sqeuclidean") * n_kind / (n_kind - 1)
        smaller = min(smaller, n_kind)
    why = (
        f"the learners scored the same {len(first.row)} held-out rows, so DeLong's variance of the "
        f"difference of two correlated AUCs applies{caveat(first)}"
    )
    return Spread(np.sqrt(variance * smaller), 1 / sqrt(smaller), len(first.row) - 2, "DeLong", why)


def _influence(values: Floats, weight: Array | None, group: Array | None) -> Floats:
    """Influence of each row (or group) on the weighted mean of each learner."""
    if weight is not None:
        # Rows of weight 0 are no observations.
        counts = weight > 0
        values, weight = values[:, counts], weight[counts]
        group = None if group is None else group[counts]
    share = np.full(values.shape[1], 1 / values.shape[1]) if weight is None else weight / np.sum(weight)
    center = np.array([mean(each, weight) for each in values])
    influence = share * (values - center[:, None])
    if group is not None:
        code = np.unique(group, return_inverse=True)[1]
        influence = np.array([np.bincount(code, each) for each in influence])
    if influence.shape[1] < 2:
        raise DesignError(
            f"a standard error over rows needs at least 2 independent rows (or groups), and there is "
            f"{influence.shape[1]}; hold out more"
        )
    return influence


def _centered(scores: Floats) -> Floats:
    return scores - scores.mean(axis=1, keepdims=True)
