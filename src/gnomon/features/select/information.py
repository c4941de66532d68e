"""Filters by information: how many bits a column tells of the target, from one table of counts a column.

tables: counts (columns, levels, labels). A column of one level can tell nothing: its score is NaN.
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.probability import shared_information as informations


def information_gain(tables: Floats) -> Floats:
    """I(X; Y) = H(Y) - H(Y | X) in bits.

    >>> information_gain(np.array([[[2, 0], [0, 2]], [[1, 1], [1, 1]], [[2, 2], [0, 0]]])).tolist()
    [1.0, 0.0, nan]
    """
    return unless_flat(tables, informations.mutual_information(tables))


def gain_ratio(tables: Floats) -> Floats:
    """I(X; Y) / H(X): the gain for each bit of the column's own, which curbs columns of many levels.

    >>> gain_ratio(np.array([[[1, 0], [1, 0], [0, 1], [0, 1]]])).tolist()
    [0.5]
    """
    return unless_flat(tables, informations.gain_ratio(tables))


def symmetric_uncertainty(tables: Floats) -> Floats:
    """2 I(X; Y) / (H(X) + H(Y)), from 0 to 1: what the fast correlation-based filter reads.

    >>> symmetric_uncertainty(np.array([[[3, 0], [0, 1]]])).tolist()
    [1.0]
    """
    return unless_flat(tables, informations.symmetric_uncertainty(tables))


def unless_flat(tables: Floats, score: Floats) -> Floats:
    """The score of each column, NaN for one of a single level.

    >>> unless_flat(np.array([[[1, 1], [0, 0]]]), np.array([5.0]))
    array([nan])
    """
    has_levels = (tables.sum(axis=2) > 0).sum(axis=1) > 1
    return np.where(has_levels, score, np.nan)
