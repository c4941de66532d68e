"""Naive Bayes in which each feature may depend on a few others (KDB: Sahami 1996)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.family_scores import scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, built


def k_dependence_structure(
    data: Any,
    target: str,
    k: int = 2,
    *,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """The class as a parent of every feature, and up to k features as further parents.

    Features come in the order of their information on the class; each takes, of those before it, the k with
    which it shares most information given the class. k = 0 is naive Bayes.

    data: discrete columns, or FamilyScores of them. target: the column of the class.

    >>> rows = {"y": [0, 0, 0, 0, 1, 1, 1, 1], "a": [0, 0, 1, 1, 0, 0, 1, 1], "b": [0, 0, 1, 1, 1, 1, 0, 0]}
    >>> print(k_dependence_structure(rows, "y", 1).graph)
    p(y) p(a | y) p(b | y, a)
    """
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 0:
        raise ParameterError(f"k={k!r}: give a whole number of at least 0")
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    aim = scores.place(target)
    features = [place for place in range(len(scores.names)) if place != aim]
    if not features:
        raise DataError(f"there is no column besides {target!r}; give at least one feature")
    on_class = scores.information()[aim]
    ranked = sorted(features, key=lambda place: (-_rounded(on_class[place]), place))
    return built(scores, _edges(aim, ranked, k, scores.information([target])))


def _edges(aim: int, ranked: Sequence[int], k: int, shared: Floats) -> Iterator[tuple[int, int]]:
    for at, feature in enumerate(ranked):
        yield aim, feature
        near = sorted(ranked[:at], key=lambda other: (-_rounded(shared[other, feature]), ranked.index(other)))
        for other in near[:k]:
            yield other, feature


def _rounded(information: float) -> float:
    """Without the last digits, so that rounding decides no tie."""
    return round(float(information), 12)
