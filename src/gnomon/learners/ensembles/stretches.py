"""Conditions on a sorted column, each met by one stretch [begin, end) of its rows."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array, Flags, Integers

CLAIMS = ("at most", "above", "is", "missing", "known")


def stretches_of(
    rises: Array, present: Integers, categorical: Flags
) -> tuple[Integers, Integers, Integers, Integers]:
    """For every condition its column, its claim (a place in CLAIMS), and where its stretch begins and ends.

    rises, present, categorical: as in `StumpColumns`. Column by column, thresholds ascending.

    >>> rises = np.array([[0, 1, 0]], dtype=np.uint8)
    >>> column, claim, begin, end = stretches_of(rises, np.array([3]), np.array([False]))
    >>> [(CLAIMS[c], int(b), int(e)) for c, b, e in zip(claim, begin, end)]
    [('at most', 0, 1), ('above', 1, 3)]
    """
    n_rows = rises.shape[1]
    feature, cut = np.nonzero((rises > 0) & (np.arange(n_rows) < present[:, None]))
    number, at = feature[~categorical[feature]], cut[~categorical[feature]]
    of_level, begin, end = _levels(feature, cut, present, categorical)
    gaps = np.flatnonzero(present < n_rows)
    parts = [
        (number, np.zeros_like(number), at),
        (number, at, present[number]),
        (of_level, begin, end),
        (gaps, present[gaps], np.full_like(gaps, n_rows)),
        (gaps, np.zeros_like(gaps), present[gaps]),
    ]
    columns, begins, ends = (np.concatenate(each) for each in zip(*parts))
    claims = np.repeat(np.arange(len(CLAIMS)), [len(part[0]) for part in parts])
    thresholds = np.where(claims == CLAIMS.index("at most"), ends, begins)
    order = np.lexsort((claims, thresholds, columns))
    return columns[order], claims[order], begins[order], ends[order]


def _levels(
    feature: Integers, cut: Integers, present: Integers, categorical: Flags
) -> tuple[Integers, Integers, Integers]:
    """The stretches of levels: from a column's start and from each of its cuts, up to the next cut."""
    is_level = categorical[feature]
    first = np.flatnonzero(categorical & (present > 0))
    column = np.concatenate([first, feature[is_level]])
    begin = np.concatenate([np.zeros_like(first), cut[is_level]])
    order = np.lexsort((begin, column))
    column, begin = column[order], begin[order]
    end = present[column]
    follows = np.flatnonzero(column[1:] == column[:-1])
    end[follows] = begin[follows + 1]
    return column, begin, end
