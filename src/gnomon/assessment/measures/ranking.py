"""Ranking measures of scores: AUC, average precision, Gini, Kolmogorov-Smirnov, lift."""

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.measures.facts import as_numbers, checked_weight, mean, measure, same_length, weights
from gnomon.assessment.measures.tables import flags
from gnomon.errors import DataError, ParameterError


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="AUC (area under the ROC curve): probability that a positive is scored above a negative",
    headline=True,
)
def auc(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Area under the ROC curve (AUC): the probability that a positive scores above a negative, ties as half.

    truth: for one score per row, whether the row is positive; for one column per class, class codes: then
    the result is the unweighted mean of the one-vs-rest AUCs.

    >>> auc([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1])
    0.8333333333333334
    """
    truth, score = same_length(truth, score)
    if score.ndim == 1:
        return area(flags(truth), score, weight, "positive")
    return mean(
        np.array([area(truth == k, score[:, k], weight, f"class {k}") for k in range(score.shape[1])])
    )


@measure(
    better="higher",
    range=(-1, 1),
    needs="score",
    kind="classification",
    title="Gini coefficient of the ranking: 2 AUC - 1",
)
def gini(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Gini coefficient (accuracy ratio) of the ranking: 2 AUC - 1.

    >>> round(gini([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1]), 4)
    0.6667
    """
    return 2 * auc(truth, score, weight) - 1


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="Partial AUC: area over a range of false positive rates, 0.5 by chance",
    of_positive=True,
)
def partial_auc(
    truth: Array,
    score: Array,
    weight: Array | None = None,
    *,
    high: float = 0.1,
    low: float = 0.0,
    standardized: bool = True,
) -> float:
    """Partial AUC: the area under the ROC curve between the false positive rates `low` and `high`.

    standardized: scaled so that chance has 0.5 and a perfect ranking 1 (McClish 1989), as scikit-learn's
    `max_fpr`; otherwise the unscaled area.

    >>> partial_auc([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], high=0.5, standardized=False)
    0.25
    """
    if not 0 <= low < high <= 1:
        raise ParameterError(f"low={low!r}, high={high!r}: must satisfy 0 <= low < high <= 1")
    true, false = rates(truth, score, weight)
    start, end = np.clip(false[:-1], low, high), np.clip(false[1:], low, high)
    width = np.diff(false)
    slope = np.divide(np.diff(true), width, out=np.zeros_like(width), where=width > 0)
    middle = true[:-1] + slope * ((start + end) / 2 - false[:-1])
    bare = float(np.dot(end - start, middle))
    if not standardized:
        return bare
    minimum, maximum = (high**2 - low**2) / 2, high - low
    return 0.5 * (1 + (bare - minimum) / (maximum - minimum))


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="Average precision: area under the precision-recall curve, by steps",
    of_positive=True,
    headline=True,
)
def average_precision(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Average precision: the sum over thresholds of the increase in recall times the precision there.

    Tied scores are one threshold.

    >>> round(average_precision([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]), 4)
    0.8333
    """
    true, false = steps(truth, score, weight)
    called = true + false
    precision = np.divide(true, called, out=np.ones_like(true), where=called > 0)
    return float(np.dot(np.diff(true), precision[1:]) / true[-1])


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="KS: Kolmogorov-Smirnov statistic, largest gap of true and false positive rates",
    of_positive=True,
)
def ks(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Kolmogorov-Smirnov statistic between the scores of positives and of negatives.

    >>> ks([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    0.5
    """
    true, false = rates(truth, score, weight)
    return float(np.max(np.abs(true - false)))


@measure(
    better="higher",
    range=(0, np.inf),
    needs="score",
    kind="classification",
    title="Lift at a share: prevalence among the highest scores, as a multiple of that among all",
    of_positive=True,
)
def lift_at(truth: Array, score: Array, weight: Array | None = None, *, share: float = 0.1) -> float:
    """Lift of the highest-scored share of rows: prevalence among them divided by that among all rows.

    Ties at the cutoff count as in random order, in expectation.

    >>> lift_at([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], share=0.25)
    2.0
    """
    if not 0 < share <= 1:
        raise ParameterError(f"share={share!r}: the share of rows must be above 0 and at most 1")
    true, false = steps(truth, score, weight)
    called = true + false
    return float(np.interp(share, called / called[-1], true / true[-1]) / share)


def rates(truth: Array, score: Array, weight: Array | None = None) -> tuple[Floats, Floats]:
    """ROC curve: true and false positive rates at each threshold, from (0, 0) to (1, 1).

    >>> rates([1, 0, 1], [0.9, 0.5, 0.1])
    (array([0. , 0.5, 0.5, 1. ]), array([0., 0., 1., 1.]))
    """
    true, false = steps(truth, score, weight)
    return true / true[-1], false / false[-1]


def steps(truth: Array, score: Array, weight: Array | None = None) -> tuple[Floats, Floats]:
    """Cumulative weights of positives and negatives at each threshold, from 0; tied scores are one step.

    >>> steps([1, 0, 1], [0.9, 0.5, 0.5])
    (array([0., 1., 2.]), array([0., 0., 1.]))
    """
    truth, score = same_length(flags(truth), score)
    score, weight = _checked(truth, score, weight, "positive")
    weight = weights(weight, len(score))
    order = np.argsort(-score, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(score[order]) != 0), len(score) - 1)
    of_positives, of_negatives = np.where(truth, weight, 0.0)[order], np.where(truth, 0.0, weight)[order]
    true, false = (np.append(0.0, np.cumsum(each)[ends]) for each in (of_positives, of_negatives))
    return true, false


def placements(score: Array, others: Array, weight: Array | None = None) -> Floats:
    """Placement values: for each score the (weighted) share of others below it, ties as half.

    >>> placements(np.array([0.9, 0.8]), np.array([0.8, 0.1]))
    array([1.  , 0.75])
    """
    order = np.argsort(others, kind="stable")
    weight = np.ones(len(others)) if weight is None else np.asarray(weight, dtype=np.float64)
    below = np.concatenate([[0.0], np.cumsum(weight[order])])
    low = np.searchsorted(others[order], score, side="left")
    high = np.searchsorted(others[order], score, side="right")
    return (below[low] + below[high]) / (2 * below[-1])


def area(positive: Flags, score: Array, weight: Array | None, name: str = "positive") -> float:
    """AUC of one class against the rest; `name` names the class in errors.

    >>> area(np.array([True, False]), np.array([0.5, 0.5]), None)
    0.5
    """
    score, weight = _checked(positive, score, weight, name)
    return native.auc(score, np.ascontiguousarray(positive), weight)


def _checked(positive: Flags, score: Array, weight: Array | None, name: str) -> tuple[Floats, Floats | None]:
    if score.ndim != 1:
        raise DataError(f"scores have {score.ndim} dimensions; pass one score per row")
    score = as_numbers("score", score)
    if np.isnan(score).any():
        raise DataError(
            f"row {int(np.argmax(np.isnan(score)))} has score NaN; AUC needs a score for every row"
        )
    weight = checked_weight(weight, len(score))
    counted = positive if weight is None else positive[weight > 0]
    if counted.all() or not counted.any():
        lacking = "is not" if counted.any() else "is"
        raise DataError(
            f"AUC is undefined here: no row {lacking} {name}; evaluate rows of both classes together"
        )
    return score, weight
