"""Filters that look at what is chosen already: relevance, less what the chosen columns told before.

Columns are chosen one at a time. S is the set chosen so far, I information in bits, X a candidate, Y the
target. The first is the one of largest I(X; Y). Formulas as in Brown, Pocock, Zhao & Luján (2012).
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
    """What every candidate X has with one chosen column S.

    shared: I(X; S). together: I(X, S; Y). alone: I(S; Y). open: H(X, S, Y).
    """

    shared: Floats
    together: Floats
    alone: float
    open: Floats


@dataclass(frozen=True)
class Criterion:
    """How pairs with the chosen columns make a score: a term a pair, how terms add up, and the score."""

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
    "jmi": Criterion(lambda pair: pair.together, np.add, _summed),
    # min I(X; Y | S) (Fleuret 2004).
    "cmim": Criterion(lambda pair: np.maximum(pair.together - pair.alone, 0.0), np.minimum, _summed),
    # sum I(X, S; Y) / H(X, S, Y) (Meyer & Bontempi 2006).
    "disr": Criterion(
        lambda pair: np.divide(pair.together, pair.open, out=np.zeros_like(pair.open), where=pair.open > 0),
        np.add,
        _summed,
    ),
}


def choose(coded: Coded, criterion: str, k: int) -> tuple[Integers, Floats]:
    """The k columns chosen, in order, and each column's score: when it was chosen, or at the end.

    Of equal scores the first column wins. After the first choice the scores are of another kind than I(X; Y).
    A column of one level has no score (NaN) and comes last, though it repeats no other.

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
    is_free = has_levels.copy()
    while len(chosen) < k and is_free.any():
        if chosen:
            term = rule.term(pair_with(coded, coded.codes[:, chosen[-1]], float(relevance[chosen[-1]])))
            terms = term if terms is None else rule.fold(terms, term)
            score = np.where(is_free, rule.score(relevance, terms, len(chosen)), score)
        best = int(first_largest(np.where(is_free, score, -np.inf)))
        chosen.append(best)
        is_free[best] = False
    return np.concatenate([chosen, np.flatnonzero(~has_levels)]).astype(np.int64)[:k], score


def pair_with(coded: Coded, levels: Array, alone: float) -> Pair:
    """Each column's information with one other, counted in one pass.

    levels: the other's codes. alone: its information with the target.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8)
    >>> exclusive = Coded(codes, 2, np.array([0, 1, 1, 0], dtype=np.uint16), 2)
    >>> pair_with(exclusive, codes[:, 0], 0.0).together.tolist()
    [0.0, 1.0]
    """
    parts = [_pair_part(some, levels) for some in _in_parts(coded)]
    shared, together, open_ = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Pair(shared, together, alone, open_)


def _in_parts(coded: Coded) -> list[Coded]:
    """Columns in groups whose tables beside another column are of a decent size."""
    n_columns, width = coded.codes.shape[1], coded.columns_at_once
    if n_columns <= width:
        return [coded]
    return [coded.columns(slice(first, first + width)) for first in range(0, n_columns, width)]


def _pair_part(coded: Coded, levels: Array) -> tuple[Floats, Floats, Floats]:
    tables = coded.beside(levels)
    flat = tables.reshape(len(tables), -1)
    return (
        np.asarray(mutual_information(tables.sum(axis=3))),
        np.asarray(mutual_information(tables.reshape(len(tables), -1, coded.n_labels))),
        np.asarray(entropy(flat, axis=1)),
    )
