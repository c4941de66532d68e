"""Chow-Liu tree (Chow & Liu 1968): the maximum likelihood tree-structured Bayesian network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.learners.networks.family_scores import scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, structure_of_edges
from gnomon.learners.networks.spanning_tree import maximum_spanning_tree


def chow_liu(
    data: Any,
    *,
    root: str | None = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """Chow-Liu tree: the maximum likelihood tree, a maximum spanning tree of pairwise mutual information.

    Edges point away from the root, whose choice does not change the likelihood. Missing values are deleted
    pairwise.

    data: discrete columns, or FamilyScores of them. root: the root column; the first if None. sample_weight:
    sample weights. levels: the levels of some columns.

    >>> rows = {"A": [0, 0, 1, 1], "C": [0, 1, 1, 0], "B": [0, 0, 1, 1]}
    >>> print(chow_liu(rows).graph)
    p(A) p(C | A) p(B | A)
    """
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    root_index = 0 if root is None else scores.index(root)
    return structure_of_edges(scores, maximum_spanning_tree(scores.information(), root_index))
