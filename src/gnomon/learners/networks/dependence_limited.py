"""k-dependence Bayes (KDB, Sahami 1996): naive Bayes in which each feature may have k other parents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.family_scores import scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, structure_of_edges


def k_dependence_structure(
    data: Any,
    target: str,
    k: int = 2,
    *,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """Structure of k-dependence Bayes (KDB): the class and up to k features are the parents of each feature.

    Features are ordered by their mutual information with the class; each takes, of those before it, the k of
    highest conditional mutual information given the class. k = 0 is naive Bayes.

    data: discrete columns, or FamilyScores of them. target: the class column. k: maximum number of feature
    parents.

    >>> rows = {"y": [0, 0, 0, 0, 1, 1, 1, 1], "a": [0, 0, 1, 1, 0, 0, 1, 1], "b": [0, 0, 1, 1, 1, 1, 0, 0]}
    >>> print(k_dependence_structure(rows, "y", 1).graph)
    p(y) p(a | y) p(b | y, a)
    """
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 0:
        raise ParameterError(f"k={k!r}: pass an integer of at least 0")
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    class_index = scores.index(target)
    features = [index for index in range(len(scores.names)) if index != class_index]
    if not features:
        raise DataError(f"there is no column besides {target!r}; pass at least one feature")
    on_class = scores.information()[class_index]
    ranked = sorted(features, key=lambda index: (-_rounded(on_class[index]), index))
    return structure_of_edges(scores, _edges(class_index, ranked, k, scores.information([target])))


def _edges(class_index: int, ranked: Sequence[int], k: int, information: Floats) -> Iterator[tuple[int, int]]:
    for rank, feature in enumerate(ranked):
        yield class_index, feature
        preferred = sorted(
            ranked[:rank], key=lambda other: (-_rounded(information[other, feature]), ranked.index(other))
        )
        for other in preferred[:k]:
            yield other, feature


def _rounded(information: float) -> float:
    """Rounded, so that rounding errors do not break ties."""
    return round(float(information), 12)
