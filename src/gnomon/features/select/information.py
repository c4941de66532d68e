"""Information-theoretic filters: mutual information and its normalizations, from contingency tables.

tables: contingency tables (columns, levels, labels). A constant column has score NaN.
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats
from gnomon.probability import shared_information as informations


def information_gain(tables: Floats) -> Floats:
    """Information gain (mutual information) I(X; Y) = H(Y) - H(Y | X), in bits.

    >>> information_gain(np.array([[[2, 0], [0, 2]], [[1, 1], [1, 1]], [[2, 2], [0, 0]]])).tolist()
    [1.0, 0.0, nan]
    """
    return nan_if_constant(tables, informations.mutual_information(tables))


def gain_ratio(tables: Floats) -> Floats:
    """Gain ratio I(X; Y) / H(X), which corrects the bias of information gain toward columns of many levels.

    >>> gain_ratio(np.array([[[1, 0], [1, 0], [0, 1], [0, 1]]])).tolist()
    [0.5]
    """
    return nan_if_constant(tables, informations.gain_ratio(tables))


def symmetric_uncertainty(tables: Floats) -> Floats:
    """Symmetrical uncertainty 2 I(X; Y) / (H(X) + H(Y)), from 0 to 1; used by FCBF.

    >>> symmetric_uncertainty(np.array([[[3, 0], [0, 1]]])).tolist()
    [1.0]
    """
    return nan_if_constant(tables, informations.symmetric_uncertainty(tables))


def nan_if_constant(tables: Floats, score: Floats) -> Floats:
    """The score of each column; NaN for a constant column.

    >>> nan_if_constant(np.array([[[1, 1], [0, 0]]]), np.array([5.0]))
    array([nan])
    """
    has_levels = (tables.sum(axis=2) > 0).sum(axis=1) > 1
    return np.where(has_levels, score, np.nan)
