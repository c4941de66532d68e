"""DeLong's interval for the area under a ROC curve, in O(n log n), with weights and groups."""

from math import sqrt

import numpy as np
from scipy.special import expit, logit

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals.critical import Bounds, about, critical_z
from gnomon.assessment.intervals.means import rows_error
from gnomon.assessment.intervals.rates import wilson_interval
from gnomon.assessment.measures.facts import mean
from gnomon.assessment.measures.ranking import placements
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.native import midranks

Part = tuple[Floats, Array | None]
CERTAIN = 1e-12


def delong_interval(
    positive: Array,
    score: Array,
    weight: Array | None = None,
    level: float = 0.95,
    *,
    group: Array | None = None,
    scale: str = "logit",
) -> Bounds:
    """DeLong's (1988) interval for AUC, on the logit scale so that it stays within 0 and 1.

    group: rows of one group are alike; then the variance is that of whole groups (Obuchowski 1997). scale:
    "logit", or "plain", cut off at 0 and 1. Where the scores separate the classes without fault, the spread
    is nil, and the bound is Wilson's for as many independent pairs as the smaller class has rows or groups.

    >>> positive = np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    >>> [round(bound, 3) for bound in delong_interval(positive, np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.1]))]
    [0.261, 0.995]
    """
    positive, score = np.asarray(positive, dtype=np.bool_), np.asarray(score)
    parts = auc_parts(positive, score, weight)
    area = min(max(mean(*parts[0]), 0.0), 1.0)
    if min(area, 1 - area) < CERTAIN:
        return wilson_interval(round(area), _pairs(positive, weight, group), level)
    if group is None:
        error = auc_error(*parts)
    else:
        error = grouped_auc_error(*parts, group[positive], group[~positive])
    return area_bounds(area, error, level, scale)


def area_bounds(area: float, error: float, level: float = 0.95, scale: str = "logit") -> Bounds:
    """Normal interval for an area with this standard error, within 0 and 1.

    >>> [round(bound, 3) for bound in area_bounds(0.9, 0.05)]
    [0.752, 0.964]
    >>> [round(bound, 3) for bound in area_bounds(0.9, 0.1, scale="plain")]
    [0.704, 1.0]
    """
    if scale not in ("logit", "plain"):
        raise ParameterError(f"scale={scale!r}: it must be 'logit' or 'plain'")
    if scale == "plain" or min(area, 1 - area) < CERTAIN:
        low, high = about(area, critical_z(level), error)
        return max(low, 0.0), min(high, 1.0)
    low, high = about(float(logit(area)), critical_z(level), error / (area * (1 - area)))
    return float(expit(low)), float(expit(high))


def auc_parts(positive: Array, score: Array, weight: Array | None) -> tuple[Part, Part]:
    """The share of negatives below each positive, and of positives above each negative, with weights.

    >>> (above, _), (below, _) = auc_parts(np.array([True, False, False]), np.array([0.5, 0.1, 0.9]), None)
    >>> above, below
    (array([0.5]), array([1., 0.]))
    """
    _check(positive, score, weight)
    if weight is None:
        above, below = _placed_by_ranks(positive, np.ascontiguousarray(score, dtype=np.float64))
        return (above, None), (below, None)
    w_positive, w_negative = weight[positive], weight[~positive]
    above = placements(score[positive], score[~positive], w_negative)
    below = 1 - placements(score[~positive], score[positive], w_positive)
    return (above, w_positive), (below, w_negative)


def auc_error(above: Part, below: Part) -> float:
    """Standard error of AUC: DeLong's two sums, over positives and over negatives.

    >>> auc_error((np.array([0.5, 1.0]), None), (np.array([1.0, 0.5]), None))
    0.3535533905932738
    """
    return sqrt(rows_error(*above, None)[0] ** 2 + rows_error(*below, None)[0] ** 2)


def grouped_auc_error(above: Part, below: Part, of_above: Array, of_below: Array) -> float:
    """Standard error of AUC over whole groups (Obuchowski 1997): a group may have rows of both kinds.

    of_above, of_below: the groups of the positives, and of the negatives.

    >>> parts = (np.array([0.5, 1.0]), None), (np.array([1.0, 0.5]), None)
    >>> grouped_auc_error(*parts, np.array([0, 1]), np.array([2, 3])) == auc_error(*parts)
    True
    """
    names, code = np.unique(np.concatenate([of_above, of_below]), return_inverse=True)
    up, n_up = _pulls(above, code[: len(of_above)], len(names))
    down, n_down = _pulls(below, code[len(of_above) :], len(names))
    if min(n_up, n_down) < 2:
        raise DesignError(
            f"the spread of AUC over groups needs 2 groups or more with rows of each kind, and there are "
            f"{n_up} with positives and {n_down} with negatives; hold out more"
        )
    n_groups = len(names)
    variance = n_up / (n_up - 1) * np.sum(up**2) + n_down / (n_down - 1) * np.sum(down**2)
    variance += 2 * n_groups / (n_groups - 1) * np.sum(up * down)
    return sqrt(max(float(variance), 0.0))


def _placed_by_ranks(positive: Array, score: Floats) -> tuple[Floats, Floats]:
    """As `auc_parts`: a row's rank among all less its rank in its class counts the others below it.

    Sun & Xu (2014).
    """
    rank = midranks(score)
    n_positive, n_negative = int(positive.sum()), int((~positive).sum())
    above = (rank[positive] - midranks(score[positive])) / n_negative
    below = 1 - (rank[~positive] - midranks(score[~positive])) / n_positive
    return above, below


def _pulls(part: Part, code: Array, n_groups: int) -> tuple[Floats, int]:
    """How far each group pulls its part's mean from where it is, and how many groups take part."""
    values, weight = part
    weight = np.ones(len(values)) if weight is None else weight
    pull = weight / np.sum(weight) * (values - mean(values, weight))
    present = np.bincount(code, weight > 0, minlength=n_groups) > 0
    return np.asarray(np.bincount(code, pull, minlength=n_groups), dtype=np.float64), int(present.sum())


def _pairs(positive: Array, weight: Array | None, group: Array | None) -> int:
    """Rows, or groups, with weight in the smaller class."""
    counts = np.ones(len(positive), dtype=np.bool_) if weight is None else np.asarray(weight) > 0
    units = np.arange(len(positive)) if group is None else group
    return min(len(np.unique(units[counts & kind])) for kind in (positive, ~positive))


def _check(positive: Array, score: Array, weight: Array | None) -> None:
    if np.isnan(score).any():
        raise DataError(
            f"row {int(np.argmax(np.isnan(score)))} has score NaN; AUC needs a score for every row"
        )
    counted = positive if weight is None else positive[np.asarray(weight) > 0]
    if counted.all() or not counted.any():
        lacking = "negative" if counted.any() else "positive"
        raise DataError(f"AUC is undefined here: no row is {lacking}; measure rows of both kinds together")
