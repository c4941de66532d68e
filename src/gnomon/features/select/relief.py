"""Relief and its kin: a column is relevant if near rows differ in it where their targets differ.

Each row looks at its nearest rows of its own class (hits) and of every other (misses): differences from
misses speak for a column, differences from hits against it. Unlike filters that look at one column at a time,
it sees columns that tell only together. Sources: Kira & Rendell (1992), Kononenko (1994), Robnik-Šikonja &
Kononenko (1997).
"""

from __future__ import annotations

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers


def relief(
    X: Floats, codes: Integers, n_classes: int, n_neighbors: int, is_category: Flags | None = None
) -> Floats:
    """ReliefF of each column, from -1 to 1: n_neighbors=1 and two classes is Relief itself.

    diff is the distance in one column over its range, or whether two categories differ; near is by their sum.
    A class with fewer rows than neighbours gives as many as it has.

    >>> X = np.array([[0.0, 0.1], [0.1, 0.9], [0.9, 0.2], [1.0, 0.8]])
    >>> relief(X, np.array([0, 0, 1, 1]), 2, 1).round(2).tolist()
    [0.8, -0.75]
    """
    space, column_of = unit_space(X, is_category)
    share = np.bincount(codes, minlength=n_classes) / len(codes)
    total = np.zeros(space.shape[1])
    for c in range(n_classes):
        members = np.flatnonzero(codes == c)
        for is_hit, rows in ((True, members), (False, np.flatnonzero(codes != c))):
            found = nearest_among(space, members, rows, n_neighbors, exclude_itself=is_hit)
            if found.shape[1]:
                price = -np.ones(len(rows)) if is_hit else share[c] / (1 - share[codes[rows]])
                total += _differences(space, rows, found, price) / found.shape[1]
    return np.bincount(column_of, total, minlength=X.shape[1]) / len(codes)


def regression_relief(X: Floats, y: Floats, n_neighbors: int, is_category: Flags | None = None) -> Floats:
    """RReliefF of each column for a target of numbers: differences are weighed by those of the target.

    With P over pairs of near rows, it is P(X differs | y differs) - P(X differs | y alike).

    >>> X = np.column_stack([np.arange(6.0), [0.0, 1, 0, 1, 0, 1]])
    >>> relevance = regression_relief(X, np.arange(6.0), 2)
    >>> bool(relevance[0] > relevance[1])
    True
    """
    space, column_of = unit_space(X, is_category)
    rows = np.arange(len(y))
    found = nearest_among(space, rows, rows, n_neighbors, exclude_itself=True)
    spread = y.max() - y.min()
    if spread == 0 or found.shape[1] == 0:
        return np.zeros(X.shape[1])
    apart = np.abs(y[:, None] - y[found]) / spread / found.shape[1]
    of_target = apart.sum()
    of_column = _differences(space, rows, found, np.full(len(rows), 1 / found.shape[1]))
    of_both = sum(
        _differences(space, rows, found[:, [rank]], apart[:, rank]) for rank in range(found.shape[1])
    )
    alike = len(y) - of_target
    against = (of_column - of_both) / alike if alike > 0 else np.zeros(len(of_column))
    relevance = of_both / of_target - against
    return np.bincount(column_of, relevance, minlength=X.shape[1]).astype(np.float64)


def unit_space(X: Floats, is_category: Flags | None) -> tuple[Floats, Integers]:
    """Columns over their ranges, a category as halves of 0 and 1, and the column that each comes from.

    Two unlike levels are then 1 apart in the sum of absolute differences.

    >>> unit_space(np.array([[5.0, 0.0], [7.0, 1.0]]), np.array([False, True]))[0].tolist()
    [[0.0, 0.5, 0.0], [1.0, 0.0, 0.5]]
    """
    flags = np.zeros(X.shape[1], dtype=bool) if is_category is None else is_category
    parts, origin = [], []
    for column, x in enumerate(X.T):
        if flags[column]:
            levels = np.unique(x)
            parts.append((x[:, None] == levels) * 0.5)
        else:
            low, spread = x.min(), x.max() - x.min()
            parts.append(((x - low) / (spread if spread > 0 else 1.0))[:, None])
        origin += [column] * parts[-1].shape[1]
    return np.ascontiguousarray(np.hstack(parts)), np.array(origin)


def nearest_among(
    space: Floats, members: Integers, rows: Integers, k: int, *, exclude_itself: bool
) -> Integers:
    """Row numbers (rows, k or fewer) of the nearest members of each row; of equals the first.

    >>> nearest_among(np.array([[0.0], [1.0], [3.0]]), np.arange(3), np.arange(3), 1, exclude_itself=True)
    array([[1],
           [0],
           [1]])
    """
    k = min(k, len(members) - exclude_itself)
    if k < 1 or len(rows) == 0:
        return np.empty((len(rows), 0), dtype=np.int64)
    itself = np.searchsorted(members, rows) if exclude_itself else None
    _, found = native.nearest(
        np.ascontiguousarray(space[members]), np.ascontiguousarray(space[rows]), k, "manhattan", itself,
        threads.count(),
    )  # fmt: skip
    return members[found]


def _differences(space: Floats, rows: Integers, found: Integers, price: Floats) -> Floats:
    """Sum over rows and their neighbours of price |x - neighbour|, for each column."""
    own = space[rows]
    return np.asarray(sum(price @ np.abs(own - space[near]) for near in found.T))
