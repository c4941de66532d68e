"""Conditions on a sorted column, each satisfied by one interval [begin, end) of its sorted rows."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Array, Flags, Integers

CONDITIONS = ("at most", "above", "is", "missing", "known")


def condition_intervals(
    rises: Array, present: Integers, categorical: Flags
) -> tuple[Integers, Integers, Integers, Integers]:
    """The column, the kind (an index into CONDITIONS) and the interval (begin, end) of every condition.

    rises, present, categorical: as in `StumpColumns`. Column by column, thresholds ascending.

    >>> rises = np.array([[0, 1, 0]], dtype=np.uint8)
    >>> column, kind, begin, end = condition_intervals(rises, np.array([3]), np.array([False]))
    >>> [(CONDITIONS[c], int(b), int(e)) for c, b, e in zip(kind, begin, end)]
    [('at most', 0, 1), ('above', 1, 3)]
    """
    n_rows = rises.shape[1]
    feature, cut = np.nonzero((rises > 0) & (np.arange(n_rows) < present[:, None]))
    number, at = feature[~categorical[feature]], cut[~categorical[feature]]
    of_level, begin, end = _levels(feature, cut, present, categorical)
    incomplete = np.flatnonzero(present < n_rows)
    parts = [
        (number, np.zeros_like(number), at),
        (number, at, present[number]),
        (of_level, begin, end),
        (incomplete, present[incomplete], np.full_like(incomplete, n_rows)),
        (incomplete, np.zeros_like(incomplete), present[incomplete]),
    ]
    columns, begins, ends = (np.concatenate(each) for each in zip(*parts))
    kinds = np.repeat(np.arange(len(CONDITIONS)), [len(part[0]) for part in parts])
    thresholds = np.where(kinds == CONDITIONS.index("at most"), ends, begins)
    order = np.lexsort((kinds, thresholds, columns))
    return columns[order], kinds[order], begins[order], ends[order]


def _levels(
    feature: Integers, cut: Integers, present: Integers, categorical: Flags
) -> tuple[Integers, Integers, Integers]:
    """The intervals of levels: from a column's start and from each of its cuts, up to the next cut."""
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
