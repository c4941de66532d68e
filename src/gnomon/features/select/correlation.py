"""Filters of numeric columns: Pearson correlation with the target, ANOVA F statistic, area under the curve.

The score of a column ignores rows where it is missing. A constant column has no score (NaN).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers

BATCH_ROWS = 4096


def correlations(X: Floats, y: Floats, weight: Floats | None = None) -> Floats:
    """Pearson's r of each column with y: sum (x - x̄)(y - ȳ) / sqrt(sum (x - x̄)² sum (y - ȳ)²).

    >>> correlations(np.array([[0.0, 3.0, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 1.0]]), np.array([1.0, 2.0, 3.0]))
    array([ 1. , -0.5,  nan])
    """
    return _by_missingness(lambda x, rows, w: _r(x, y[rows], w), X, weight)


def f_ratios(X: Floats, codes: Integers, n_classes: int, weight: Floats | None = None) -> Floats:
    """ANOVA F statistic: between-class over within-class mean square; infinite without within-class variance.

    >>> f_ratios(np.array([[1.0], [3.0], [5.0], [7.0]]), np.array([0, 0, 1, 1]), 2)
    array([8.])
    """
    return _by_missingness(lambda x, rows, w: _f(x, codes[rows], n_classes, w), X, weight)


def f_of_correlation(r: Floats, total: Floats) -> Floats:
    """F statistic of simple linear regression: r² / (1 - r²) (n - 2); infinite for an exact fit.

    >>> f_of_correlation(np.array([0.5]), np.array([11.0]))
    array([3.])
    """
    with np.errstate(divide="ignore"):
        return np.where(total > 2, r**2 / np.maximum(1 - r**2, 0.0) * np.maximum(total - 2, 0), np.nan)


def present_weights(X: Floats, weight: Floats | None = None) -> Floats:
    """The weight of the rows in which each column is not missing.

    >>> present_weights(np.array([[1.0, np.nan], [2.0, 3.0]]))
    array([2., 1.])
    """
    w = np.ones(len(X)) if weight is None else weight
    return np.asarray(w @ ~np.isnan(X), dtype=np.float64)


def areas(X: Floats, positive: Integers, weight: Floats | None = None) -> Floats:
    """Area under the ROC curve (AUC) of each column as a score of class 1; ties count half.

    >>> areas(np.array([[1.0, 5.0], [2.0, 4.0], [3.0, 3.0]]), np.array([0, 1, 1]))
    array([1., 0.])
    """
    is_positive = positive.astype(np.uint8)
    return _by_missingness(lambda x, rows, w: _areas(x, is_positive[rows], w), X, weight)


def _by_missingness(
    score: Callable[[Floats, Any, Floats | None], Floats], X: Floats, weight: Floats | None
) -> Floats:
    """Score complete columns at once, and each column with missing values on its observed rows."""
    X = _within_range(X)
    missing = np.isnan(X)
    has_missing = missing.any(axis=0)
    if not has_missing.any():
        return score(np.ascontiguousarray(X), slice(None), weight)
    values = np.full(X.shape[1], np.nan)
    if not has_missing.all():
        values[~has_missing] = score(np.ascontiguousarray(X[:, ~has_missing]), slice(None), weight)
    for column in np.flatnonzero(has_missing):
        rows = np.flatnonzero(~missing[:, column])
        if len(rows):
            values[column] = score(X[rows, column][:, None], rows, None if weight is None else weight[rows])[
                0
            ]
    return values


def _within_range(X: Floats) -> Floats:
    """The columns, divided by their largest value if their squares would overflow."""
    with np.errstate(invalid="ignore"):
        largest = np.fmax.reduce(np.abs(X), axis=0)
    is_huge = largest > 1e150
    return X / np.where(is_huge, largest, 1.0) if is_huge.any() else X


def _r(X: Floats, y: Floats, weight: Floats | None) -> Floats:
    """For complete columns."""
    w = np.ones(len(y)) if weight is None else weight
    both = [
        native.class_moments(each, np.zeros(len(y), np.int64), 1, weight, threads.count())
        for each in (X, y[:, None])
    ]
    (_, (mean,), (square,)), (_, (y_mean,), (y_square,)) = both
    residual = w * (y - y_mean)
    cross = np.zeros(X.shape[1])
    for first in range(0, len(X), BATCH_ROWS):
        rows = slice(first, first + BATCH_ROWS)
        # About the mean, as a large offset would cancel.
        cross += residual[rows] @ (X[rows] - mean)
    has_spread = (X.min(axis=0) < X.max(axis=0)) & (y.min() < y.max())
    size = np.sqrt(square) * np.sqrt(y_square)
    r = np.divide(cross, size, out=np.full(len(cross), np.nan), where=has_spread & (size > 0))
    return np.clip(r, -1, 1)


def _f(X: Floats, codes: Integers, n_classes: int, weight: Floats | None) -> Floats:
    """For complete columns."""
    of_class, mean, square = native.class_moments(X, codes, n_classes, weight, threads.count())
    n_present, total = int((of_class > 0).sum()), of_class.sum()
    if n_present < 2 or total <= n_present:
        return np.full(X.shape[1], np.nan)
    mean = np.where(of_class[:, None] > 0, mean, 0.0)
    between = of_class @ (mean - of_class @ mean / total) ** 2 / (n_present - 1)
    within = square.sum(axis=0) / (total - n_present)
    has_spread = X.min(axis=0) < X.max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(has_spread, between / within, np.nan)


def _areas(X: Floats, positive: Array, weight: Floats | None) -> Floats:
    """For complete columns."""
    has_spread = X.min(axis=0) < X.max(axis=0)
    area = [native.auc(np.ascontiguousarray(x), positive, weight) for x in X.T]
    return np.where(has_spread, area, np.nan)
