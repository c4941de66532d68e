"""Naive Bayes with a tree among the features (TAN: Friedman, Geiger & Goldszmidt 1997)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.networks.family_scores import FamilyScores, scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, built
from gnomon.learners.networks.spanning_tree import maximum_spanning_tree


def tree_augmented_structure(
    data: Any,
    target: str,
    *,
    root: str | None = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """The class as a parent of every feature, and the best tree among the features.

    Best: of greatest likelihood, which is the spanning tree of greatest total mutual information given the
    class. target: the column of the class. root: the feature whose only parent is the class; None for the
    first.

    >>> rows = {"y": [0, 0, 0, 0, 1, 1, 1, 1], "a": [0, 0, 1, 1, 0, 0, 1, 1], "b": [0, 0, 1, 1, 1, 1, 0, 0]}
    >>> print(tree_augmented_structure(rows, "y").graph)
    p(y) p(a | y) p(b | y, a)
    """
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    aim = scores.place(target)
    features = [place for place in range(len(scores.names)) if place != aim]
    if not features:
        raise DataError(f"there is no column besides {target!r}; give at least one feature")
    information = scores.information([target])[np.ix_(features, features)]
    begin = 0 if root is None else _feature(root, scores, features)
    tree = [(features[tail], features[head]) for tail, head in maximum_spanning_tree(information, begin)]
    return built(scores, [(aim, feature) for feature in features] + tree)


def _feature(root: str, scores: FamilyScores, features: list[int]) -> int:
    if scores.place(root) not in features:
        raise DataError(f"root={root!r} is the class; give a feature")
    return features.index(scores.place(root))
