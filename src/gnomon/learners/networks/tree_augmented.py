"""Tree-augmented naive Bayes, TAN (Friedman, Geiger & Goldszmidt 1997)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.networks.family_scores import FamilyScores, scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, structure_of_edges
from gnomon.learners.networks.spanning_tree import maximum_spanning_tree


def tree_augmented_structure(
    data: Any,
    target: str,
    *,
    root: str | None = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """Structure of tree-augmented naive Bayes (TAN): the class and one feature are the parents of a feature.

    The tree of features has maximum likelihood: it is the maximum spanning tree of conditional mutual
    information given the class. target: the class column. root: the root feature, whose only parent is the
    class; None for the first.

    >>> rows = {"y": [0, 0, 0, 0, 1, 1, 1, 1], "a": [0, 0, 1, 1, 0, 0, 1, 1], "b": [0, 0, 1, 1, 1, 1, 0, 0]}
    >>> print(tree_augmented_structure(rows, "y").graph)
    p(y) p(a | y) p(b | y, a)
    """
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    class_index = scores.index(target)
    features = [index for index in range(len(scores.names)) if index != class_index]
    if not features:
        raise DataError(f"there is no column besides {target!r}; pass at least one feature")
    information = scores.information([target])[np.ix_(features, features)]
    root_position = 0 if root is None else _feature(root, scores, features)
    tree = [
        (features[tail], features[head]) for tail, head in maximum_spanning_tree(information, root_position)
    ]
    return structure_of_edges(scores, [(class_index, feature) for feature in features] + tree)


def _feature(root: str, scores: FamilyScores, features: list[int]) -> int:
    if scores.index(root) not in features:
        raise DataError(f"root={root!r} is the class; pass a feature")
    return features.index(scores.index(root))
