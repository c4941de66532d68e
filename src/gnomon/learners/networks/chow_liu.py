"""The best tree (Chow & Liu 1968): of all trees, the one under which the rows are most likely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.learners.networks.family_scores import scores_of
from gnomon.learners.networks.learned_structure import LearnedStructure, built
from gnomon.learners.networks.spanning_tree import maximum_spanning_tree


def chow_liu(
    data: Any,
    *,
    root: str | None = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """The tree of greatest likelihood: the spanning tree of greatest total mutual information.

    The direction of its edges, away from the root (the first column if None), changes no probability. Missing
    values are left out pair by pair.

    data: discrete columns, or FamilyScores of them.

    >>> rows = {"A": [0, 0, 1, 1], "C": [0, 1, 1, 0], "B": [0, 0, 1, 1]}
    >>> print(chow_liu(rows).graph)
    p(A) p(C | A) p(B | A)
    """
    scores = scores_of(data, "likelihood", 1.0, sample_weight, levels)
    begin = 0 if root is None else scores.place(root)
    return built(scores, maximum_spanning_tree(scores.information(), begin))
