"""Filters of numbers: correlation with the target, the F ratio between classes, the area under the ROC curve.

A missing value leaves its row out of its own column's score. A column without spread has no score (NaN).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers

ROWS_AT_ONCE = 4096


def correlations(X: Floats, y: Floats, weight: Floats | None = None) -> Floats:
    """Pearson's r of each column with y: sum (x - x̄)(y - ȳ) / sqrt(sum (x - x̄)² sum (y - ȳ)²).

    >>> correlations(np.array([[0.0, 3.0, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 1.0]]), np.array([1.0, 2.0, 3.0]))
    array([ 1. , -0.5,  nan])
    """
    return _by_gaps(lambda x, rows, w: _r(x, y[rows], w), X, weight)


def f_ratios(X: Floats, codes: Integers, n_classes: int, weight: Floats | None = None) -> Floats:
    """Variance between the means of classes over variance within them; infinite where none is within.

    >>> f_ratios(np.array([[1.0], [3.0], [5.0], [7.0]]), np.array([0, 0, 1, 1]), 2)
    array([8.])
    """
    return _by_gaps(lambda x, rows, w: _f(x, codes[rows], n_classes, w), X, weight)


def f_of_correlation(r: Floats, total: Floats) -> Floats:
    """F of the line through y by one column: r² / (1 - r²) (n - 2); infinite where the line is exact.

    >>> f_of_correlation(np.array([0.5]), np.array([11.0]))
    array([3.])
    """
    with np.errstate(divide="ignore"):
        return np.where(total > 2, r**2 / np.maximum(1 - r**2, 0.0) * np.maximum(total - 2, 0), np.nan)


def present_weights(X: Floats, weight: Floats | None = None) -> Floats:
    """The weight of the rows in which each column has a value.

    >>> present_weights(np.array([[1.0, np.nan], [2.0, 3.0]]))
    array([2., 1.])
    """
    w = np.ones(len(X)) if weight is None else weight
    return np.asarray(w @ ~np.isnan(X), dtype=np.float64)


def areas(X: Floats, positive: Integers, weight: Floats | None = None) -> Floats:
    """Area under the ROC curve of each column as a score of class 1, ties as half.

    >>> areas(np.array([[1.0, 5.0], [2.0, 4.0], [3.0, 3.0]]), np.array([0, 1, 1]))
    array([1., 0.])
    """
    is_positive = positive.astype(np.uint8)
    return _by_gaps(lambda x, rows, w: _areas(x, is_positive[rows], w), X, weight)


def _by_gaps(
    score: Callable[[Floats, Any, Floats | None], Floats], X: Floats, weight: Floats | None
) -> Floats:
    """All columns without gaps at once, and each of the others on the rows that have a value."""
    X = _within_range(X)
    missing = np.isnan(X)
    has_gaps = missing.any(axis=0)
    if not has_gaps.any():
        return score(np.ascontiguousarray(X), slice(None), weight)
    found = np.full(X.shape[1], np.nan)
    if not has_gaps.all():
        found[~has_gaps] = score(np.ascontiguousarray(X[:, ~has_gaps]), slice(None), weight)
    for column in np.flatnonzero(has_gaps):
        rows = np.flatnonzero(~missing[:, column])
        if len(rows):
            found[column] = score(X[rows, column][:, None], rows, None if weight is None else weight[rows])[0]
    return found


def _within_range(X: Floats) -> Floats:
    """Columns so large that their squares would overflow, over their largest value."""
    with np.errstate(invalid="ignore"):
        largest = np.fmax.reduce(np.abs(X), axis=0)
    is_huge = largest > 1e150
    return X / np.where(is_huge, largest, 1.0) if is_huge.any() else X


def _r(X: Floats, y: Floats, weight: Floats | None) -> Floats:
    """Of columns without gaps."""
    w = np.ones(len(y)) if weight is None else weight
    both = [
        native.class_moments(each, np.zeros(len(y), np.int64), 1, weight, threads.count())
        for each in (X, y[:, None])
    ]
    (_, (mean,), (square,)), (_, (y_mean,), (y_square,)) = both
    pull = w * (y - y_mean)
    cross = np.zeros(X.shape[1])
    for first in range(0, len(X), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        # About the mean, so that a large offset costs no digits.
        cross += pull[rows] @ (X[rows] - mean)
    has_spread = (X.min(axis=0) < X.max(axis=0)) & (y.min() < y.max())
    size = np.sqrt(square) * np.sqrt(y_square)
    r = np.divide(cross, size, out=np.full(len(cross), np.nan), where=has_spread & (size > 0))
    return np.clip(r, -1, 1)


def _f(X: Floats, codes: Integers, n_classes: int, weight: Floats | None) -> Floats:
    """Of columns without gaps."""
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
    """Of columns without gaps."""
    has_spread = X.min(axis=0) < X.max(axis=0)
    area = [native.auc(np.ascontiguousarray(x), positive, weight) for x in X.T]
    return np.where(has_spread, area, np.nan)
