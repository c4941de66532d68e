"""Beam search for a good conjunction: conditions are added one at a time.

Columns are sorted once; the positive and negative weight that every condition covers come from cumulative
sums.
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

# Scores closer than this are ties, which the first candidate wins.
EQUAL = 1e-10
CELLS_AT_ONCE = 2**20

Score = Callable[[Floats, Floats], Floats]


@dataclass(frozen=True, eq=False)
class Candidate:
    """Candidate of the search: a conjunction, its score, covered rows, positive and negative weight."""

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
    max_conditions: int,
    width: int = 1,
    min_weight: float = 0.0,
) -> list[Candidate]:
    """Beam search for conjunctions: the candidates, best first, no two covering the same rows.

    positive, negative: weights of the positive and negative rows, 0 for the other rows. score: function of
    the covered positive and negative weight; higher is better. max_conditions: maximum number of conditions.
    width: beam width. min_weight: minimum covered weight. Ties go to fewer conditions, then the first column,
    then the lowest threshold.

    >>> from gnomon.sharing.labels import Labels
    >>> columns = StumpColumns.of(np.array([[1.0], [2.0], [6.0]]), Labels.of([0, 0, 1]))
    >>> positive, negative = np.array([0.0, 0.0, 1.0]), np.array([1.0, 1.0, 0.0])
    >>> candidates = best_conjunctions(columns, positive, negative, lambda p, n: p - n, max_conditions=1)
    >>> candidates[0].conjunction.words(["size"])
    'size > 4'
    """
    unconditional = Candidate(
        Conjunction(),
        _one(score, float(positive.sum()), float(negative.sum())),
        np.ones(len(positive), dtype=bool),
        float(positive.sum()),
        float(negative.sum()),
    )
    visited = [unconditional]
    beam = [unconditional]
    for _ in range(max_conditions):
        specializations = [
            new
            for old in beam
            for new in _specializations(columns, positive, negative, score, old, width, min_weight)
        ]
        beam = _best(specializations, width)
        if not beam:
            break
        visited += beam
    return _best(visited, len(visited))


def _one(score: Score, positive: float, negative: float) -> float:
    return float(score(np.array([positive]), np.array([negative]))[0])


def _best(candidates: list[Candidate], width: int) -> list[Candidate]:
    """The best candidates, no two of which cover the same rows."""
    selected: list[Candidate] = []
    seen: set[bytes] = set()
    for index in np.argsort(-_rounded(np.array([each.score for each in candidates])), kind="stable"):
        each = candidates[index]
        key = np.packbits(each.covered).tobytes()
        if key not in seen and len(selected) < width:
            seen.add(key)
            selected.append(each)
    return selected


def _specializations(
    columns: StumpColumns,
    positive: Floats,
    negative: Floats,
    score: Score,
    old: Candidate,
    width: int,
    min_weight: float,
) -> Iterator[Candidate]:
    """The best specializations: conjunctions with one more condition that cover fewer rows."""
    inside, outside = positive * old.covered, negative * old.covered
    total = old.positive + old.negative
    n_columns = max(1, CELLS_AT_ONCE // len(positive))
    for first in range(0, len(columns.order), n_columns):
        candidate_conditions = _candidate_conditions(
            columns, slice(first, first + n_columns), inside, outside
        )
        weight = candidate_conditions.positive + candidate_conditions.negative
        is_valid = (weight > EQUAL * total) & (weight < total * (1 - EQUAL)) & (weight >= min_weight - EQUAL)
        # A threshold has rows on both sides; "known" (not missing) is a separate condition.
        is_valid &= (candidate_conditions.uncovered > EQUAL * total) | (
            candidate_conditions.claim >= CONDITIONS.index("is")
        )
        scores = np.where(
            is_valid, score(candidate_conditions.positive, candidate_conditions.negative), -np.inf
        )
        seen: set[bytes] = set()
        for index in _best_first(scores, width):
            condition = candidate_conditions.condition(int(index), columns, (inside + outside) > 0)
            covered = old.covered & condition.covers(columns.X)
            key = np.packbits(covered).tobytes()
            if key not in seen:
                seen.add(key)
                weights = (
                    float(candidate_conditions.positive[index]),
                    float(candidate_conditions.negative[index]),
                )
                yield Candidate(old.conjunction & condition, float(scores[index]), covered, *weights)
            if len(seen) == width:
                break


def _best_first(scores: Floats, width: int) -> Integers:
    """Indices of finite scores in descending order; only the best if width is 1."""
    if width == 1:
        best = np.flatnonzero(_rounded(scores) == _rounded(scores.max(initial=-np.inf)))[:1]
        return best[np.isfinite(scores[best])]
    order = np.argsort(-_rounded(scores), kind="stable")
    return order[np.isfinite(scores[order])]


def _rounded(scores: Floats) -> Floats:
    """Scores rounded, so that scores equal up to rounding are ties."""
    return np.asarray(np.round(scores / EQUAL))


@dataclass(frozen=True, eq=False)
class _CandidateConditions:
    """Candidate conditions: column, claim, index in the sorted column, covered and uncovered weight."""

    feature: Integers
    claim: Integers
    index: Integers
    positive: Floats
    negative: Floats
    uncovered: Floats

    def condition(self, number: int, columns: StumpColumns, inside: Flags) -> Condition:
        """The condition of this number; its threshold is midway between rows of positive weight."""
        feature, index = int(self.feature[number]), int(self.index[number])
        claim = CONDITIONS[self.claim[number]]
        if claim in ("missing", "known"):
            return Condition(feature, claim)
        rows = columns.order[feature]
        if claim == "is":
            return Condition(feature, claim, float(columns.X[rows[index], feature]))
        below, above = rows[:index], rows[index : columns.present[feature]]
        low = columns.X[below[inside[below]][-1], feature]
        high = columns.X[above[inside[above]][0], feature]
        return Condition(feature, claim, midpoint(low, high))


def _candidate_conditions(
    columns: StumpColumns, block: slice, positive: Floats, negative: Floats
) -> _CandidateConditions:
    """All conditions on a block of columns, column by column, thresholds ascending."""
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
    index = np.where(claim == CONDITIONS.index("at most"), end, begin)
    known = sums[:, np.arange(n_columns), present].sum(axis=0)
    uncovered = known[feature] - (weight[0] + weight[1])
    return _CandidateConditions(feature + block.start, claim, index, weight[0], weight[1], uncovered)
