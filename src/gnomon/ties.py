"""Ties by rule: of scores that are equal but for rounding, the first is taken, on every machine.

A sum's last bit depends on the order in which a processor adds. Where scores are computed, the largest is
therefore not looked for by `numpy.argmax`, which lets that bit decide, but by `first_largest`.
"""

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

# Scores no further apart than this share of the largest one are equal: sums of up to some thousand terms of
# one sign are off by less.
ROUNDING = 1e-12
# Of the 53 binary digits of a distance: its coordinates, and so their last digits, may be far larger than it.
DROPPED_BITS = 20


def first_largest(scores: Any, axis: int = -1, *, scale: Any = None) -> Any:
    """The place along an axis of the first score that equals the largest, but for rounding.

    scale: what rounding is a share of, for each line; the size of the largest score, if not given. Give the
    size of the terms where these cancel. NaN is never the largest; of nothing else the place is 0.

    >>> one_third = 1 - 2 / 3
    >>> np.argmax([1 / 3, one_third]), first_largest([1 / 3, one_third])
    (np.int64(1), np.int64(0))
    >>> first_largest([[0.2, 0.5, 0.3], [0.5, 0.5, 0.0]])
    array([1, 0])
    """
    values = np.asarray(scores)
    if values.dtype.kind in "biu":
        return values.argmax(axis=axis)
    if values.ndim == 2 and axis in (-1, 1) and values.shape[1] == 2 and scale is None:
        return _second_of_two(values)
    with np.errstate(invalid="ignore"):
        largest = np.fmax.reduce(values, axis=axis, keepdims=True)
        size = np.abs(largest) if scale is None else np.expand_dims(scale, axis)
        slack = np.where(np.isfinite(largest), ROUNDING * size, 0.0)
        return (values >= largest - slack).argmax(axis=axis)


def first_smallest(scores: Any, axis: int = -1, *, scale: Any = None) -> Any:
    """The place along an axis of the first score that equals the smallest, but for rounding.

    >>> first_smallest([[0.1 + 0.2, 0.3], [0.2, 0.1]])
    array([0, 1])
    """
    return first_largest(-np.asarray(scores), axis, scale=scale)


def best_first(scores: Any) -> Integers:
    """Places from the largest score to the smallest; those equal but for rounding stay in their order.

    Rounding is a share of the largest size there is; NaN comes last.

    >>> best_first([0.3, 0.5, 0.1 + 0.2])
    array([1, 0, 2])
    """
    values = np.array(scores, dtype=np.float64)
    values[np.isnan(values)] = -np.inf
    order = np.argsort(-values, kind="stable")
    finite = values[np.isfinite(values)]
    slack = ROUNDING * np.abs(finite).max(initial=0.0)
    with np.errstate(invalid="ignore"):
        is_lower = -np.diff(values[order]) > slack
    tie = np.concatenate([[0], np.cumsum(is_lower)]).astype(np.int64)[: len(order)]
    return order[np.lexsort((order, tie))]


def rank_of(distances: Any) -> Floats:
    """Distances to 33 binary digits, which are the same where rounding alone differs; they order neighbors.

    >>> rank_of([0.1 + 0.2, 0.3, 0.3 + 1e-9]).tolist()
    [0.29999999998835847, 0.29999999998835847, 0.3000000009778887]
    """
    values = np.array(distances, dtype=np.float64)
    bits = values.view(np.uint64)
    bits += np.uint64(1 << (DROPPED_BITS - 1))
    bits &= ~np.uint64((1 << DROPPED_BITS) - 1)
    return values


def _second_of_two(values: Floats) -> Any:
    first, second = values.T
    with np.errstate(invalid="ignore"):
        is_near = second - ROUNDING * np.abs(second) <= first
    return np.where(np.isnan(first), ~np.isnan(second), (second > first) & ~is_near).astype(np.int64)
