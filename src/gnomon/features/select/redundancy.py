"""Multivariate information filters (mRMR, JMI, CMIM, DISR): relevance minus redundancy, greedily.

Columns are selected one at a time. S is the set selected so far, I mutual information in bits, X a candidate,
Y the target. The first column maximizes I(X; Y). Formulas as in Brown, Pocock, Zhao & Luján (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.features.select.coded import Coded
from gnomon.probability.entropies import entropy
from gnomon.probability.shared_information import mutual_information
from gnomon.ties import first_largest


@dataclass(frozen=True)
class Pair:
    """Information of every candidate X paired with one selected column S.

    shared: I(X; S). joint: I(X, S; Y). alone: I(S; Y). joint_entropy: H(X, S, Y).
    """

    shared: Floats
    joint: Floats
    alone: float
    joint_entropy: Floats


@dataclass(frozen=True)
class Criterion:
    """A selection criterion: the term of a pair, how terms are combined, and the score."""

    term: Callable[[Pair], Floats]
    fold: Callable[[Floats, Floats], Floats]
    score: Callable[[Floats, Floats, int], Floats]


def _summed(relevance: Floats, terms: Floats, n_chosen: int) -> Floats:
    return terms


CRITERIA = {
    # I(X; Y) - mean I(X; S) and I(X; Y) / mean I(X; S) (Ding & Peng 2005).
    "mrmr": Criterion(lambda pair: pair.shared, np.add, lambda relevance, sum_, n: relevance - sum_ / n),
    "mrmr_quotient": Criterion(
        lambda pair: pair.shared, np.add, lambda relevance, sum_, n: relevance / np.maximum(sum_ / n, 1e-12)
    ),
    # sum I(X, S; Y) (Yang & Moody 1999).
    "jmi": Criterion(lambda pair: pair.joint, np.add, _summed),
    # min I(X; Y | S) (Fleuret 2004).
    "cmim": Criterion(lambda pair: np.maximum(pair.joint - pair.alone, 0.0), np.minimum, _summed),
    # sum I(X, S; Y) / H(X, S, Y) (Meyer & Bontempi 2006).
    "disr": Criterion(
        lambda pair: np.divide(
            pair.joint, pair.joint_entropy, out=np.zeros_like(pair.joint), where=pair.joint_entropy > 0
        ),
        np.add,
        _summed,
    ),
}


def choose(coded: Coded, criterion: str, k: int) -> tuple[Integers, Floats]:
    """The k selected columns, in order, and each column's score at its selection, or at the end.

    Ties go to the first column. Scores after the first selection are on another scale than I(X; Y). A
    constant column has no score (NaN) and comes last, though it is not redundant.

    >>> codes = np.array([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], dtype=np.uint8)
    >>> order, score = choose(Coded(codes, 2, np.array([0, 1, 2, 3], dtype=np.uint16), 4), "mrmr", 2)
    >>> order.tolist(), score.tolist()
    ([0, 2], [1.0, 0.0, 1.0])
    """
    rule = CRITERIA[criterion]
    relevance = np.asarray(mutual_information(coded.tables))
    has_levels = (coded.tables.sum(axis=2) > 0).sum(axis=1) > 1
    score, terms = np.where(has_levels, relevance, np.nan), None
    chosen: list[int] = []
    is_candidate = has_levels.copy()
    while len(chosen) < k and is_candidate.any():
        if chosen:
            term = rule.term(pair_with(coded, coded.codes[:, chosen[-1]], float(relevance[chosen[-1]])))
            terms = term if terms is None else rule.fold(terms, term)
            score = np.where(is_candidate, rule.score(relevance, terms, len(chosen)), score)
        best = int(first_largest(np.where(is_candidate, score, -np.inf)))
        chosen.append(best)
        is_candidate[best] = False
    return np.concatenate([chosen, np.flatnonzero(~has_levels)]).astype(np.int64)[:k], score


def pair_with(coded: Coded, levels: Array, alone: float) -> Pair:
    """Information of every column paired with another one, in one pass.

    levels: codes of the other column. alone: its mutual information with the target.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> exclusive = Coded(codes, 2, np.array([0, 1, 1, 0], dtype=np.uint16), 2)
    >>> pair_with(exclusive, codes[:, 0], 0.0).joint.tolist()
    [0.0, 1.0]
    """
    parts = [_pair_part(some, levels) for some in _batches(coded)]
    shared, joint, joint_entropy = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Pair(shared, joint, alone, joint_entropy)


def _batches(coded: Coded) -> list[Coded]:
    """Batches of columns whose pair tables fit in memory."""
    n_columns, width = coded.codes.shape[1], coded.batch_size
    if n_columns <= width:
        return [coded]
    return [coded.columns(slice(first, first + width)) for first in range(0, n_columns, width)]


def _pair_part(coded: Coded, levels: Array) -> tuple[Floats, Floats, Floats]:
    tables = coded.paired_with(levels)
    flat = tables.reshape(len(tables), -1)
    return (
        np.asarray(mutual_information(tables.sum(axis=3))),
        np.asarray(mutual_information(tables.reshape(len(tables), -1, coded.n_labels))),
        np.asarray(entropy(flat, axis=1)),
    )
