"""Confidence intervals for a cross-validated mean or AUC from the influence of each held-out row.

The central limit theorem for cross-validation of stable learners (Bayle, Bayle, Janson & Mackey 2020) and
the influence curve of the cross-validated AUC (LeDell, Petersen & van der Laan 2015). Both are about the mean
score of the fitted models; the variance over training sets is left out.
"""

from math import sqrt

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals import (
    Bounds,
    area_bounds,
    auc_influence,
    critical_z,
    sum_by_unit,
    wilson_interval,
)
from gnomon.assessment.measures.facts import mean
from gnomon.assessment.measures.ranking import auc
from gnomon.errors import DataError, DesignError, ParameterError

VARIANCES = ("all pairs", "within folds")
CERTAIN = 1e-12


def bayle(
    values: Array,
    fold: Array,
    level: float = 0.95,
    *,
    variance: str = "all pairs",
    weight: Array | None = None,
    group: Array | None = None,
) -> Bounds:
    """Normal interval for the mean over the held-out rows of k-fold cross-validation (Bayle et al. 2020).

    fold: of each row. variance: of one row's value, "all pairs": around the mean of all rows; or
    "within folds": around the mean of its fold, which leaves out the differences between the folds' models.

    >>> values = np.array([0.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    >>> [round(bound, 3) for bound in bayle(values, np.array([0, 0, 1, 1, 2, 2]))]
    [-0.044, 0.711]
    """
    center = mean(np.asarray(values), weight)
    half = critical_z(level) * bayle_error(values, fold, variance=variance, weight=weight, group=group)
    return center - half, center + half


def bayle_error(
    values: Array,
    fold: Array,
    *,
    variance: str = "all pairs",
    weight: Array | None = None,
    group: Array | None = None,
) -> float:
    """Standard error of the mean over held-out rows, by one of the two variances of Bayle et al. (2020).

    >>> bayle_error(np.array([0.0, 1.0, 0.0, 1.0]), np.array([0, 0, 1, 1]))
    0.25
    """
    if variance not in VARIANCES:
        raise ParameterError(f"variance={variance!r}: it must be 'all pairs' or 'within folds'")
    values, code = np.asarray(values, dtype=np.float64), np.unique(fold, return_inverse=True)[1]
    weight = np.ones(len(values)) if weight is None else np.asarray(weight, dtype=np.float64)
    share = weight / np.sum(weight)
    if variance == "all pairs":
        influence = share * (values - mean(values, weight))
    else:
        influence = share * _from_own_fold(values, code, weight)
    return sqrt(float(np.sum(sum_by_unit(influence, group) ** 2)))


def cross_validated_auc(
    positive: Array,
    score: Array,
    split: Array,
    level: float = 0.95,
    *,
    row: Array | None = None,
    weight: Array | None = None,
    group: Array | None = None,
    scale: str = "logit",
) -> Bounds:
    """Influence-curve interval for the cross-validated AUC, the mean over splits (LeDell et al. 2015).

    row: the row of each score, where splits hold rows out more than once (repeats); influences of one row,
    or of one group, are summed before they are squared. With one split it is DeLong's interval.

    >>> positive, score = np.array([1, 1, 0, 0] * 2, dtype=bool), np.array([3, 1, 2, 0, 9, 5, 5, 4])
    >>> [round(bound, 3) for bound in cross_validated_auc(positive, score, np.repeat([0, 1], 4))]
    [0.254, 0.982]
    """
    area, error = cross_validated_auc_error(positive, score, split, row=row, weight=weight, group=group)
    if error == 0 or min(area, 1 - area) < CERTAIN:
        units = group if group is not None else np.arange(len(score)) if row is None else row
        kind = np.asarray(positive, dtype=np.bool_)
        smaller = min(len(np.unique(np.asarray(units)[each])) for each in (kind, ~kind))
        return wilson_interval(min(max(area, 0.0), 1.0), smaller, level)
    return area_bounds(area, error, level, scale)


def cross_validated_auc_error(
    positive: Array,
    score: Array,
    split: Array,
    *,
    row: Array | None = None,
    weight: Array | None = None,
    group: Array | None = None,
) -> tuple[float, float]:
    """The cross-validated AUC (mean over splits) and its standard error.

    >>> positive, score = np.array([1, 1, 0, 0] * 2, dtype=bool), np.array([3, 1, 2, 0, 9, 5, 5, 4])
    >>> area, error = cross_validated_auc_error(positive, score, np.repeat([0, 1], 4))
    >>> round(area, 4), round(error, 4)
    (0.8125, 0.1976)
    """
    positive, score = np.asarray(positive, dtype=np.bool_), np.asarray(score)
    code = np.unique(split, return_inverse=True)[1]
    n_splits = int(code.max(initial=-1)) + 1
    areas, influence = np.empty(n_splits), np.empty(len(score))
    for each in range(n_splits):
        rows = np.flatnonzero(code == each)
        part = None if weight is None else weight[rows]
        try:
            areas[each], influence[rows] = _one_split(positive[rows], score[rows], part, group is None)
        except DataError as error:
            raise DesignError(f"split {each}: {error} (use fewer folds, or stratified ones)") from error
    unit = row if group is None else group
    return float(np.mean(areas)), sqrt(float(np.sum(sum_by_unit(influence / n_splits, unit) ** 2)))


def _one_split(positive: Array, score: Array, weight: Array | None, is_alone: bool) -> tuple[float, Floats]:
    influence = auc_influence(positive, score, weight)
    if is_alone:
        # DeLong's n / (n - 1), for each class by itself; a single row has influence 0.
        for kind in (positive, ~positive):
            n = int(np.sum(kind)) if weight is None else int(np.sum(weight[kind] > 0))
            influence[kind] *= sqrt(n / (n - 1)) if n > 1 else 1.0
    return auc(positive, score, weight), influence


def _from_own_fold(values: Floats, code: Integers, weight: Floats) -> Floats:
    """Deviation of each value from the mean of its fold, times the fold's sqrt(n / (n - 1))."""
    n = np.bincount(code, weight > 0)
    if n.min() < 2:
        raise DesignError(
            "variance='within folds' needs at least 2 rows in every fold; use variance='all pairs'"
        )
    means = np.bincount(code, weight * values) / np.bincount(code, weight)
    return np.asarray((values - means[code]) * np.sqrt(n / (n - 1))[code])
