"""Deterministic tie-breaking: of scores equal up to rounding, the first is selected.

The last bit of a sum depends on the order of summation, which differs between machines. The argmax of
computed scores is therefore taken by `first_largest`, not by `numpy.argmax`.
"""

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

# Relative tolerance of ties: rounding errors of sums of up to some thousand terms of one sign are smaller.
ROUNDING = 1e-12
# Dropped of the 53 bits of a distance: rounding errors are relative to coordinates, which may be far larger.
DROPPED_BITS = 20


def first_largest(scores: Any, axis: int = -1, *, scale: Any = None) -> Any:
    """Argmax with tolerance: the index of the first score equal to the largest up to rounding.

    scale: magnitude that rounding is relative to, for each row; by default that of the largest score. Use the
    magnitude of the terms if they cancel. NaN is never the largest; the index is 0 if all are NaN.

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
    """Argmin with tolerance: the index of the first score equal to the smallest up to rounding.

    >>> first_smallest([[0.1 + 0.2, 0.3], [0.2, 0.1]])
    array([0, 1])
    """
    return first_largest(-np.asarray(scores), axis, scale=scale)


def best_first(scores: Any) -> Integers:
    """Stable descending argsort with tolerance: scores equal up to rounding keep their order.

    Rounding is relative to the largest magnitude; NaN is last.

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
    """Distances rounded to 33 bits, equal for ties up to rounding; they define the order of neighbors.

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
