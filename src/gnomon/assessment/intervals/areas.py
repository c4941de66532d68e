"""DeLong's interval for the area under the ROC curve (AUC), in O(n log n), with weights and groups."""

from math import sqrt
from typing import Any

import numpy as np
from scipy.special import expit, logit

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals.critical import Bounds, critical_z, symmetric_interval
from gnomon.assessment.intervals.means import rows_error
from gnomon.assessment.intervals.rates import wilson_interval
from gnomon.assessment.measures.facts import mean
from gnomon.assessment.measures.ranking import placements
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.native import midranks

Part = tuple[Floats, Array | None]
CERTAIN = 1e-12


def delong_interval(
    positive: Any,
    score: Any,
    weight: Any | None = None,
    level: float = 0.95,
    *,
    group: Any | None = None,
    scale: str = "logit",
) -> Bounds:
    """DeLong's (1988) confidence interval for AUC, on the logit scale so that it stays within 0 and 1.

    group: clusters of dependent rows, by Obuchowski's variance (1997). scale: "logit", or "plain", clipped to
    0 and 1. Where the scores separate the classes perfectly, the variance is 0, and the interval is Wilson's
    with n the number of rows (or groups) of the smaller class.

    >>> positive = np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    >>> [round(bound, 3) for bound in delong_interval(positive, np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.1]))]
    [0.261, 0.995]
    """
    positive, score = np.asarray(positive, dtype=np.bool_), np.asarray(score)
    weight = None if weight is None else np.asarray(weight, dtype=np.float64)
    group = None if group is None else np.asarray(group)
    parts = auc_parts(positive, score, weight)
    area = min(max(mean(*parts[0]), 0.0), 1.0)
    if min(area, 1 - area) < CERTAIN:
        return wilson_interval(round(area), _smaller_class_size(positive, weight, group), level)
    if group is None:
        error = auc_error(*parts)
    else:
        error = grouped_auc_error(*parts, group[positive], group[~positive])
    return area_bounds(area, error, level, scale)


def area_bounds(area: float, error: float, level: float = 0.95, scale: str = "logit") -> Bounds:
    """Normal interval for an AUC with this standard error, within 0 and 1.

    >>> [round(bound, 3) for bound in area_bounds(0.9, 0.05)]
    [0.752, 0.964]
    >>> [round(bound, 3) for bound in area_bounds(0.9, 0.1, scale="plain")]
    [0.704, 1.0]
    """
    if scale not in ("logit", "plain"):
        raise ParameterError(f"scale={scale!r}: must be 'logit' or 'plain'")
    if scale == "plain" or min(area, 1 - area) < CERTAIN:
        low, high = symmetric_interval(area, critical_z(level), error)
        return max(low, 0.0), min(high, 1.0)
    low, high = symmetric_interval(float(logit(area)), critical_z(level), error / (area * (1 - area)))
    return float(expit(low)), float(expit(high))


def auc_parts(positive: Array, score: Array, weight: Array | None) -> tuple[Part, Part]:
    """DeLong's placement values: share of negatives below each positive, of positives above each negative.

    >>> (above, _), (below, _) = auc_parts(np.array([True, False, False]), np.array([0.5, 0.1, 0.9]), None)
    >>> above, below
    (array([0.5]), array([1., 0.]))
    """
    _check(positive, score, weight)
    if weight is None:
        above, below = _placements_by_ranks(positive, np.ascontiguousarray(score, dtype=np.float64))
        return (above, None), (below, None)
    w_positive, w_negative = weight[positive], weight[~positive]
    above = placements(score[positive], score[~positive], w_negative)
    below = 1 - placements(score[~positive], score[positive], w_positive)
    return (above, w_positive), (below, w_negative)


def auc_error(above: Part, below: Part) -> float:
    """Standard error of AUC (DeLong 1988), from the placement values of positives and negatives.

    >>> auc_error((np.array([0.5, 1.0]), None), (np.array([1.0, 0.5]), None))
    0.3535533905932738
    """
    return sqrt(rows_error(*above, None)[0] ** 2 + rows_error(*below, None)[0] ** 2)


def grouped_auc_error(above: Part, below: Part, of_above: Array, of_below: Array) -> float:
    """Cluster-robust standard error of AUC (Obuchowski 1997): a group may have rows of both classes.

    of_above, of_below: the groups of the positives, and of the negatives.

    >>> parts = (np.array([0.5, 1.0]), None), (np.array([1.0, 0.5]), None)
    >>> grouped_auc_error(*parts, np.array([0, 1]), np.array([2, 3])) == auc_error(*parts)
    True
    """
    names, code = np.unique(np.concatenate([of_above, of_below]), return_inverse=True)
    up, n_up = _influence_of_groups(above, code[: len(of_above)], len(names))
    down, n_down = _influence_of_groups(below, code[len(of_above) :], len(names))
    if min(n_up, n_down) < 2:
        raise DesignError(
            f"the variance of AUC over groups needs at least 2 groups with rows of each class, and there are "
            f"{n_up} with positives and {n_down} with negatives; hold out more"
        )
    n_groups = len(names)
    variance = n_up / (n_up - 1) * np.sum(up**2) + n_down / (n_down - 1) * np.sum(down**2)
    variance += 2 * n_groups / (n_groups - 1) * np.sum(up * down)
    return sqrt(max(float(variance), 0.0))


def _placements_by_ranks(positive: Array, score: Floats) -> tuple[Floats, Floats]:
    """Placement values as in `auc_parts`: rank among all rows minus rank in the own class (Sun & Xu 2014)."""
    rank = midranks(score)
    n_positive, n_negative = int(positive.sum()), int((~positive).sum())
    above = (rank[positive] - midranks(score[positive])) / n_negative
    below = 1 - (rank[~positive] - midranks(score[~positive])) / n_positive
    return above, below


def _influence_of_groups(part: Part, code: Array, n_groups: int) -> tuple[Floats, int]:
    """Influence of each group on the mean of its part, and the number of groups with weight."""
    values, weight = part
    weight = np.ones(len(values)) if weight is None else weight
    influence = weight / np.sum(weight) * (values - mean(values, weight))
    present = np.bincount(code, weight > 0, minlength=n_groups) > 0
    return np.asarray(np.bincount(code, influence, minlength=n_groups), dtype=np.float64), int(present.sum())


def _smaller_class_size(positive: Array, weight: Array | None, group: Array | None) -> int:
    """Number of rows, or groups, with positive weight in the smaller class."""
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
        raise DataError(f"AUC is undefined here: no row is {lacking}; evaluate both classes together")
