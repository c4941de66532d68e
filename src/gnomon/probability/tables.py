"""Frequency tables and contingency tables, of counts or probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError

# Sums of numbers up to this do not overflow.
LARGEST = 1e290


def counts(labels: Any, weight: ArrayLike | None = None) -> Floats:
    """Frequency table: the count (or total weight) of each label, in sorted order.

    >>> counts(["b", "a", "b"])
    array([1., 2.])
    """
    codes, n_levels = coded(labels)
    return np.bincount(codes, row_weights(weight, len(codes)), n_levels).astype(np.float64)


def joint_counts(a: Any, b: Any, weight: ArrayLike | None = None) -> Floats:
    """Contingency table of two variables, with a row for each value of a.

    >>> joint_counts(["x", "x", "y"], [0, 1, 1])
    array([[1., 1.],
           [0., 1.]])
    """
    (codes_a, n_a), (codes_b, n_b) = coded(a), coded(b)
    if len(codes_a) != len(codes_b):
        raise DataError(f"a has {len(codes_a)} values and b has {len(codes_b)}; lengths must be equal")
    table = np.bincount(codes_a * n_b + codes_b, row_weights(weight, len(codes_a)), n_a * n_b)
    return table.astype(np.float64).reshape(n_a, n_b)


def checked(table: ArrayLike, what: str = "a table of counts or probabilities") -> Floats:
    """Check a table and convert it to floats: finite, nonnegative, and not all 0.

    >>> from fractions import Fraction
    >>> checked([Fraction(1, 4), Fraction(3, 4)])
    array([0.25, 0.75])
    """
    values = floats(table, what)
    if values.ndim == 0 or values.size == 0:
        raise DataError(f"{what} must not be empty; its shape is {values.shape}")
    # NaN is in no range.
    in_range = (values >= 0) & (values <= LARGEST)
    if not in_range.all():
        index = tuple(int(i) for i in np.argwhere(~in_range)[0])
        raise DataError(f"{what} has {values[index]!s} at {index}; values must be from 0 to {LARGEST:g}")
    if values.max() < 1 / LARGEST:
        raise DataError(f"{what} is 0 everywhere; at least one value must be above 0")
    return values


def distribution(probabilities: ArrayLike) -> Floats:
    """Check probabilities and flatten them: nonnegative, with sum 1 up to rounding error.

    >>> distribution([0.5, 0.5])
    array([0.5, 0.5])
    """
    p = floats(probabilities, "a distribution").ravel()
    if not ((p >= 0) & (p <= 2)).all() or not abs(p.sum() - 1) <= 1e-9:
        raise DataError(f"probabilities must be at least 0 and sum to 1; these are {p[:5].tolist()}...")
    return p


def floats(values: ArrayLike, what: str) -> Floats:
    """Convert numbers of any type, including fractions, to an array of floats.

    >>> floats([1, 2], "some numbers")
    array([1., 2.])
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as wrong:
        raise DataError(f"{what} must be a table of numbers: {wrong}") from wrong


def unit(base: float) -> float:
    """One unit of information in nats: log(base), so log 2 for bits.

    >>> round(unit(2), 4)
    0.6931
    """
    if not 1 < base < np.inf:
        raise ParameterError(f"base={base!r}: the base of a logarithm must be above 1 and finite")
    return float(np.log(base))


def times_log(p: Floats) -> Floats:
    """p log p in nats, with 0 log 0 = 0.

    >>> times_log(np.array([0.0, 1.0]))
    array([0., 0.])
    """
    return np.asarray(p * np.log(np.where(p > 0, p, 1.0)), dtype=np.float64)


def coded(labels: Any) -> tuple[Integers, int]:
    """Integer codes of labels in sorted order, and the number of distinct labels.

    >>> coded(["b", "a", "b"])
    (array([1, 0, 1]), 2)
    """
    try:
        values = np.asarray(labels)
    except ValueError as wrong:
        raise DataError(f"labels are sequences of different lengths: {wrong}") from wrong
    if values.ndim != 1 or len(values) == 0:
        raise DataError(f"labels of shape {values.shape}: pass a 1-D array of at least one label")
    if values.dtype.kind == "f" and np.isnan(values).any():
        row = int(np.isnan(values).argmax())
        raise DataError(f"row {row} has a missing label (NaN); drop such rows, or use a separate label")
    try:
        levels, codes = np.unique(values, return_inverse=True)
    except TypeError as mixed:
        raise DataError(
            "labels of mixed types cannot be sorted (strings with numbers, or None); convert all to strings, "
            "and drop rows with missing labels"
        ) from mixed
    return codes.reshape(-1), len(levels)


def row_weights(weight: ArrayLike | None, n_rows: int) -> Floats | None:
    """Check row weights and convert them to floats: finite, nonnegative, not all 0; None is unchanged.

    >>> row_weights([1, 2], 2)
    array([1., 2.])
    """
    if weight is None:
        return None
    w = floats(weight, "sample_weight")
    if w.shape != (n_rows,) or not (w >= 0).all() or not w.any() or not np.isfinite(w).all():
        raise DataError(
            f"sample_weight of shape {w.shape}: it must be {n_rows} finite numbers of at least 0, not all 0"
        )
    return w
