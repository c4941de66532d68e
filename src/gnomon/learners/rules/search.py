"""The search for a good conjunction: conditions are added one at a time, a few of the best kept in mind.

Columns are sorted once; the weights of positive and negative rows that every condition would cover come from
sums along them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.learners.ensembles.condition_intervals import CONDITIONS, condition_intervals
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules.conjunction import Condition, Conjunction
from gnomon.learners.trees.stump import midpoint

# Scores closer than this are equal: the first found is taken.
EQUAL = 1e-10
CELLS_AT_ONCE = 2**20

Score = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, eq=False)
class Found:
    """A conjunction, its score, the rows it covers, and their positive and negative weight."""

    conjunction: Conjunction
    score: float
    covered: Flags
    positive: float
    negative: float


def best_conjunctions(
    columns: StumpColumns,
    positive: Floats,
    negative: Floats,
    score: Score,
    *,
    most_conditions: int,
    width: int = 1,
    least_weight: float = 0.0,
) -> list[Found]:
    """Conjunctions that a beam search met, best first, no two covering the same rows.

    positive, negative: the weights of the rows for and against, 0 for all others. score: of the positive and
    negative weight covered; higher is better. width: how many are kept in mind. least_weight: to be covered.
    Of equal scores the one found first comes first: fewer conditions, then the first column, then the lowest
    threshold.

    >>> from gnomon.sharing.labels import Labels
    >>> columns = StumpColumns.of(np.array([[1.0], [2.0], [6.0]]), Labels.of([0, 0, 1]))
    >>> positive, negative = np.array([0.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0])
    >>> found = best_conjunctions(columns, positive, negative, lambda p, n: p - n, most_conditions=1)
    >>> found[0].conjunction.words(["size"])
    'size > 4'
    """
    everything = Found(
        Conjunction(),
        _one(score, float(positive.sum()), float(negative.sum())),
        np.ones(len(positive), dtype=bool),
        float(positive.sum()),
        float(negative.sum()),
    )
    met = [everything]
    beam = [everything]
    for _ in range(most_conditions):
        longer = [
            new
            for old in beam
            for new in _longer(columns, positive, negative, score, old, width, least_weight)
        ]
        beam = _best(longer, width)
        if not beam:
            break
        met += beam
    return _best(met, len(met))


def _one(score: Score, positive: float, negative: float) -> float:
    return float(score(np.array([positive]), np.array([negative]))[0])


def _best(found: list[Found], width: int) -> list[Found]:
    """The best of these, no two of which cover the same rows."""
    kept: list[Found] = []
    seen: set[bytes] = set()
    for place in np.argsort(-_steps(np.array([each.score for each in found])), kind="stable"):
        each = found[place]
        key = np.packbits(each.covered).tobytes()
        if key not in seen and len(kept) < width:
            seen.add(key)
            kept.append(each)
    return kept


def _longer(
    columns: StumpColumns,
    positive: Floats,
    negative: Floats,
    score: Score,
    old: Found,
    width: int,
    least_weight: float,
) -> Iterator[Found]:
    """The best conjunctions with one condition more, which cover some rows less."""
    inside, outside = positive * old.covered, negative * old.covered
    whole = old.positive + old.negative
    together = max(1, CELLS_AT_ONCE // len(positive))
    for first in range(0, len(columns.order), together):
        claims = _claims(columns, slice(first, first + together), inside, outside)
        weight = claims.positive + claims.negative
        usable = (weight > EQUAL * whole) & (weight < whole * (1 - EQUAL)) & (weight >= least_weight - EQUAL)
        # A threshold has rows on both sides of it: "not missing" is a condition of its own.
        usable &= (claims.beside > EQUAL * whole) | (claims.claim >= CONDITIONS.index("is"))
        scores = np.where(usable, score(claims.positive, claims.negative), -np.inf)
        seen: set[bytes] = set()
        for place in _from_the_best(scores, width):
            condition = claims.condition(int(place), columns, (inside + outside) > 0)
            covered = old.covered & condition.covers(columns.X)
            key = np.packbits(covered).tobytes()
            if key not in seen:
                seen.add(key)
                weights = float(claims.positive[place]), float(claims.negative[place])
                yield Found(old.conjunction & condition, float(scores[place]), covered, *weights)
            if len(seen) == width:
                break


def _from_the_best(scores: Floats, width: int) -> Integers:
    """Places of finite scores from the highest down; where one is wanted, that alone."""
    if width == 1:
        best = np.flatnonzero(_steps(scores) == _steps(scores.max(initial=-np.inf)))[:1]
        return best[np.isfinite(scores[best])]
    order = np.argsort(-_steps(scores), kind="stable")
    return order[np.isfinite(scores[order])]


def _steps(scores: Floats) -> Floats:
    """Scores that are equal but for rounding, made equal."""
    return np.asarray(np.round(scores / EQUAL))


@dataclass(frozen=True, eq=False)
class _Claims:
    """Conditions: column, claim, place in the sorted column, the weight covered, and the known rest."""

    feature: Integers
    claim: Integers
    place: Integers
    positive: Floats
    negative: Floats
    beside: Floats

    def condition(self, number: int, columns: StumpColumns, inside: Flags) -> Condition:
        """The condition of this number; a threshold lies midway between rows that are inside."""
        feature, place = int(self.feature[number]), int(self.place[number])
        claim = CONDITIONS[self.claim[number]]
        if claim in ("missing", "known"):
            return Condition(feature, claim)
        rows = columns.order[feature]
        if claim == "is":
            return Condition(feature, claim, float(columns.X[rows[place], feature]))
        below, above = rows[:place], rows[place : columns.present[feature]]
        low = columns.X[below[inside[below]][-1], feature]
        high = columns.X[above[inside[above]][0], feature]
        return Condition(feature, claim, midpoint(low, high))


def _claims(columns: StumpColumns, block: slice, positive: Floats, negative: Floats) -> _Claims:
    """The conditions on a few columns, column by column, thresholds ascending."""
    order, present = columns.order[block], columns.present[block]
    n_columns, n_rows = order.shape
    sums = np.zeros((2, n_columns, n_rows + 1))
    np.cumsum(positive[order], axis=1, out=sums[0, :, 1:])
    np.cumsum(negative[order], axis=1, out=sums[1, :, 1:])
    is_whole = block.start == 0 and block.stop >= len(columns.order)
    feature, claim, begin, end = (
        columns.intervals
        if is_whole
        else condition_intervals(columns.rises[block], present, columns.categorical[block])
    )
    first = feature * (n_rows + 1)
    flat = sums.reshape(2, -1)
    weight = flat[:, first + end] - flat[:, first + begin]
    place = np.where(claim == CONDITIONS.index("at most"), end, begin)
    known = sums[:, np.arange(n_columns), present].sum(axis=0)
    beside = known[feature] - (weight[0] + weight[1])
    return _Claims(feature + block.start, claim, place, weight[0], weight[1], beside)
