"""Filters by information: how many bits a column tells of the target, from one table of counts a column."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.probability.entropy import entropy
from gnomon.probability.mutual_information import mutual_information


def information_gain(tables: Floats) -> Floats:
    """I(X; Y) = H(Y) - H(Y | X) in bits; NaN for a column of one level, which can tell nothing.

    tables: counts (columns, levels, labels).

    >>> information_gain(np.array([[[2, 0], [0, 2]], [[1, 1], [1, 1]], [[2, 2], [0, 0]]])).tolist()
    [1.0, 0.0, nan]
    """
    return _unless_flat(tables, mutual_information(tables))


def gain_ratio(tables: Floats) -> Floats:
    """I(X; Y) / H(X): the gain for each bit of the column's own, which curbs columns of many levels.

    >>> gain_ratio(np.array([[[1, 0], [1, 0], [0, 1], [0, 1]]])).tolist()
    [0.5]
    """
    return _unless_flat(tables, _ratio(mutual_information(tables), entropy(tables.sum(axis=2), axis=1)))


def symmetrical_uncertainty(tables: Floats) -> Floats:
    """2 I(X; Y) / (H(X) + H(Y)), from 0 to 1 (Press et al. 1988; Yu & Liu 2003).

    >>> symmetrical_uncertainty(np.array([[[3, 0], [0, 1]]])).tolist()
    [1.0]
    """
    both = entropy(tables.sum(axis=2), axis=1) + entropy(tables.sum(axis=1), axis=1)
    return _unless_flat(tables, _ratio(2 * mutual_information(tables), both))


def _ratio(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _unless_flat(tables: Floats, score: Floats) -> Floats:
    has_levels = (tables.sum(axis=2) > 0).sum(axis=1) > 1
    return np.where(has_levels, score, np.nan)
