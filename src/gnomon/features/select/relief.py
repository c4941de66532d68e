"""Relief, ReliefF and RReliefF: a column is relevant if neighbors of different targets differ in it.

Each row is compared with its nearest neighbors of its own class (hits) and of every other (misses):
differences from misses increase the weight of a column, differences from hits decrease it. Unlike univariate
filters, Relief detects interactions. Sources: Kira & Rendell (1992), Kononenko (1994), Robnik-Šikonja &
Kononenko (1997).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_array, check_consistent_length

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, generator
from gnomon.sharing.labels import Labels


def relief_weights(
    X: Any,
    y: Any,
    *,
    iterations: int | None = None,
    scaled: bool = True,
    is_category: Flags | None = None,
    random_state: Seed = 0,
) -> Floats:
    """Relief weights: the sum over rows x of (x - nearest miss)² - (x - nearest hit)², per column.

    Distances are Euclidean; two different categories are 1 apart. iterations: number of sampled rows; None
    for each row once. scaled: whether to divide numbers by the range of their column. The only row of a class
    has no hit. `SelectByFilter("relief")` ranks by the mean over all rows, scaled.

    >>> X = np.array([[1, 5], [2, 1], [3, 4], [7, 4.5], [8, 1.5], [9, 5.5]])
    >>> relief_weights(X, [0, 0, 0, 1, 1, 1], scaled=False)
    array([147. , -12.5])
    """
    table: Floats = check_array(X, dtype=np.float64)
    codes = Labels.of(y).codes
    check_consistent_length(table, codes)
    space, column_of = unit_space(table, is_category, scaled=scaled, apart=np.sqrt(0.5))
    times = _row_counts(len(codes), iterations, random_state)
    total = np.zeros(space.shape[1])
    for c in np.unique(codes):
        rows = np.flatnonzero(codes == c)
        for sign, members in ((-1.0, rows), (1.0, np.flatnonzero(codes != c))):
            near = nearest_among(space, members, rows, 1, exclude_itself=sign < 0, metric="euclidean")
            if near.shape[1]:
                total += sign * times[rows] @ (space[rows] - space[near[:, 0]]) ** 2
    return np.bincount(column_of, total, minlength=table.shape[1]).astype(np.float64)


def relieff(
    X: Floats, codes: Integers, n_classes: int, n_neighbors: int, is_category: Flags | None = None
) -> Floats:
    """ReliefF weights of the columns, from -1 to 1.

    diff is the absolute difference in one column over its range, or whether two categories differ; neighbors
    are nearest by their sum. A class with fewer rows than neighbors contributes all its rows.

    >>> X = np.array([[0.0, 0.1], [0.1, 0.9], [0.9, 0.2], [1.0, 0.8]])
    >>> relieff(X, np.array([0, 0, 1, 1]), 2, 1).round(2).tolist()
    [0.8, -0.75]
    """
    space, column_of = unit_space(X, is_category)
    share = np.bincount(codes, minlength=n_classes) / len(codes)
    total = np.zeros(space.shape[1])
    for c in range(n_classes):
        members = np.flatnonzero(codes == c)
        for is_hit, rows in ((True, members), (False, np.flatnonzero(codes != c))):
            near = nearest_among(space, members, rows, n_neighbors, exclude_itself=is_hit)
            if near.shape[1]:
                weight = -np.ones(len(rows)) if is_hit else share[c] / (1 - share[codes[rows]])
                total += _differences(space, rows, near, weight) / near.shape[1]
    return np.bincount(column_of, total, minlength=X.shape[1]) / len(codes)


def regression_relief(X: Floats, y: Floats, n_neighbors: int, is_category: Flags | None = None) -> Floats:
    """RReliefF weights of the columns for a numeric target: differences are weighted by those of the target.

    With P over pairs of neighbors, it is P(X differs | y differs) - P(X differs | y equal).

    >>> X = np.column_stack([np.arange(6.0), [0.0, 1, 0, 1, 0, 1]])
    >>> relevance = regression_relief(X, np.arange(6.0), 2)
    >>> bool(relevance[0] > relevance[1])
    True
    """
    space, column_of = unit_space(X, is_category)
    rows = np.arange(len(y))
    near = nearest_among(space, rows, rows, n_neighbors, exclude_itself=True)
    spread = y.max() - y.min()
    if spread == 0 or near.shape[1] == 0:
        return np.zeros(X.shape[1])
    apart = np.abs(y[:, None] - y[near]) / spread / near.shape[1]
    of_target = apart.sum()
    of_column = _differences(space, rows, near, np.full(len(rows), 1 / near.shape[1]))
    of_both = sum(_differences(space, rows, near[:, [rank]], apart[:, rank]) for rank in range(near.shape[1]))
    alike = len(y) - of_target
    against = (of_column - of_both) / alike if alike > 0 else np.zeros(len(of_column))
    relevance = of_both / of_target - against
    return np.bincount(column_of, relevance, minlength=X.shape[1]).astype(np.float64)


def unit_space(
    X: Floats, is_category: Flags | None, *, scaled: bool = True, apart: float = 0.5
) -> tuple[Floats, Integers]:
    """Columns over their ranges, categories one-hot encoded as 0 and `apart`, and the origin of each column.

    Two different levels are then 1 apart in the sum of absolute differences; for sums of squares set apart to
    sqrt(1/2).

    >>> unit_space(np.array([[5.0, 0.0], [7.0, 1.0]]), np.array([False, True]))[0].tolist()
    [[0.0, 0.5, 0.0], [1.0, 0.0, 0.5]]
    """
    flags = np.zeros(X.shape[1], dtype=bool) if is_category is None else is_category
    parts, origin = [], []
    for column, x in enumerate(X.T):
        if flags[column]:
            levels = np.unique(x)
            parts.append((x[:, None] == levels) * apart)
        else:
            # Halves of very large numbers, as their range may overflow.
            x = x / 2 if np.abs(x).max() > 2.0**1000 else x
            low, spread = x.min(), x.max() - x.min()
            parts.append(((x - low) / (spread if scaled and spread > 0 else 1.0))[:, None])
        origin += [column] * parts[-1].shape[1]
    return np.ascontiguousarray(np.hstack(parts)), np.array(origin)


def nearest_among(
    space: Floats,
    members: Integers,
    rows: Integers,
    k: int,
    *,
    exclude_itself: bool,
    metric: str = "manhattan",
) -> Integers:
    """Row indices (rows, k or fewer) of the nearest members of each row; ties go to the first.

    >>> nearest_among(np.array([[0.0], [1.0], [3.0]]), np.arange(3), np.arange(3), 1, exclude_itself=True)
    array([[1],
           [0],
           [1]])
    """
    k = min(k, len(members) - exclude_itself)
    if k < 1 or len(rows) == 0:
        return np.empty((len(rows), 0), dtype=np.int64)
    itself = np.searchsorted(members, rows) if exclude_itself else None
    _, near = native.nearest(
        np.ascontiguousarray(space[members]), np.ascontiguousarray(space[rows]), k, metric, itself,
        threads.count(),
    )  # fmt: skip
    return members[near]


def _row_counts(n_rows: int, iterations: int | None, random_state: Seed) -> Floats:
    """How often each row is used: once, or as often as it is sampled."""
    if iterations is None:
        return np.ones(n_rows)
    if iterations < 1:
        raise ParameterError(f"iterations={iterations!r}: it must be >= 1, or None for all rows")
    drawn = generator(random_state).integers(n_rows, size=iterations)
    return np.bincount(drawn, minlength=n_rows).astype(np.float64)


def _differences(space: Floats, rows: Integers, near: Integers, weight: Floats) -> Floats:
    """Weighted sum of |x - neighbor| over rows and their neighbors, per column."""
    own = space[rows]
    return np.asarray(sum(weight @ np.abs(own - space[rank]) for rank in near.T))
