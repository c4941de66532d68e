"""Tables of counts or probabilities: how often each value, or each pair of values, occurs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError

# Sums of such numbers stay finite.
LARGEST = 1e290


def counts(labels: Any, weight: ArrayLike | None = None) -> Floats:
    """How often each label occurs, in the order of the sorted labels; weights count rows.

    >>> counts(["b", "a", "b"])
    array([1., 2.])
    """
    codes, n_levels = coded(labels)
    return np.bincount(codes, row_weights(weight, len(codes)), n_levels).astype(np.float64)


def joint_counts(a: Any, b: Any, weight: ArrayLike | None = None) -> Floats:
    """How often each pair of values occurs, a row for each value of a.

    >>> joint_counts(["x", "x", "y"], [0, 1, 1])
    array([[1., 1.],
           [0., 1.]])
    """
    (codes_a, n_a), (codes_b, n_b) = coded(a), coded(b)
    if len(codes_a) != len(codes_b):
        raise DataError(f"{len(codes_a)} values and {len(codes_b)} others cannot be paired")
    table = np.bincount(codes_a * n_b + codes_b, row_weights(weight, len(codes_a)), n_a * n_b)
    return table.astype(np.float64).reshape(n_a, n_b)


def checked(table: ArrayLike, what: str = "a table of counts or probabilities") -> Floats:
    """The table as floats: finite, none below 0, and not all 0.

    >>> from fractions import Fraction
    >>> checked([Fraction(1, 4), Fraction(3, 4)])
    array([0.25, 0.75])
    """
    found = floats(table, what)
    if found.ndim == 0 or found.size == 0:
        raise DataError(f"{what} must hold something; this one has the shape {found.shape}")
    # NaN is in no range.
    in_range = (found >= 0) & (found <= LARGEST)
    if not in_range.all():
        place = tuple(int(i) for i in np.argwhere(~in_range)[0])
        raise DataError(f"{what} has {found[place]!s} at {place}; counts are from 0 to {LARGEST:g}")
    if found.max() < 1 / LARGEST:
        raise DataError(f"{what} is 0 everywhere, so nothing follows from it; count some rows first")
    return found


def distribution(probabilities: ArrayLike) -> Floats:
    """Probabilities as a flat array: from 0, and summing to 1 within rounding.

    >>> distribution([0.5, 0.5])
    array([0.5, 0.5])
    """
    p = floats(probabilities, "a distribution").ravel()
    if not ((p >= 0) & (p <= 2)).all() or not abs(p.sum() - 1) <= 1e-9:
        raise DataError(f"probabilities must be from 0 and sum to 1; these are {p[:5].tolist()}...")
    return p


def floats(values: ArrayLike, what: str) -> Floats:
    """Numbers of any kind, fractions too, as an array of floats.

    >>> floats([1, 2], "some numbers")
    array([1., 2.])
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as wrong:
        raise DataError(f"{what} must be a table of numbers: {wrong}") from wrong


def unit(base: float) -> float:
    """The size of one unit of information in nats: log 2 for bits.

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
    """The number of each row's label among the sorted labels, and how many labels there are.

    >>> coded(["b", "a", "b"])
    (array([1, 0, 1]), 2)
    """
    try:
        values = np.asarray(labels)
    except ValueError as wrong:
        raise DataError(f"labels of several lengths cannot be counted: {wrong}") from wrong
    if values.ndim != 1 or len(values) == 0:
        raise DataError(f"labels of shape {values.shape}: give one label a row, and at least one row")
    if values.dtype.kind == "f" and np.isnan(values).any():
        row = int(np.isnan(values).argmax())
        raise DataError(f"row {row} has no label (NaN); drop such rows, or give them a label of their own")
    try:
        levels, codes = np.unique(values, return_inverse=True)
    except TypeError as mixed:
        raise DataError(
            "labels of several types cannot be put in order (words beside numbers, or None among them); "
            "turn all into text, and drop rows that have none"
        ) from mixed
    return codes.reshape(-1), len(levels)


def row_weights(weight: ArrayLike | None, n_rows: int) -> Floats | None:
    """Weights of rows as floats: finite, from 0, not all 0; None stays None.

    >>> row_weights([1, 2], 2)
    array([1., 2.])
    """
    if weight is None:
        return None
    found = floats(weight, "sample_weight")
    if found.shape != (n_rows,) or not (found >= 0).all() or not found.any() or not np.isfinite(found).all():
        raise DataError(f"weights of shape {found.shape}: give {n_rows} finite numbers from 0, not all 0")
    return found
