"""K2 algorithm (Cooper & Herskovits 1992): greedy parent search with a known node order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.learners.networks.edge_rules import EdgeRules
from gnomon.learners.networks.family_scores import FamilyScores, scores_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.learned_structure import LearnedStructure, Step


def k2_search(
    data: Any,
    order: Sequence[str] | None = None,
    *,
    score: str = "k2",
    equivalent_sample_size: float = 10.0,
    max_parents: int | None = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """Learn a structure by the K2 algorithm: each node greedily adds parents from those before it in order.

    data: discrete columns, or FamilyScores of them. order: node names, causes before effects; the column
    order if None. score: see `FamilyScores`. max_parents: maximum number of parents of a node; None for no
    limit.

    >>> rows = {"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5, "C": [0, 1, 0, 1] * 5}
    >>> print(k2_search(rows, ["C", "B", "A"]).graph)
    p(B) p(A | B) p(C)
    """
    scores = scores_of(data, score, equivalent_sample_size, sample_weight, levels)
    rules = EdgeRules.of(scores.names, max_parents=max_parents)
    nodes = _node_order(order, scores)
    steps: list[Step] = []
    total = sum(scores.family_by_index(node, frozenset()) for node in nodes)
    parents: dict[int, list[int]] = {}
    for position, node in enumerate(nodes):
        parents[node] = []
        for parent, gain in _greedy_parents(
            scores, node, np.array(nodes[:position], dtype=np.int64), rules.max_parents
        ):
            parents[node].append(parent)
            total += gain
            steps.append(Step("add", scores.names[parent], scores.names[node], gain, total))
    graph = DirectedGraph(
        tuple(scores.names), tuple(tuple(sorted(parents[node])) for node in range(len(nodes)))
    )
    return LearnedStructure(graph, total, scores.score, True, tuple(steps))


def _greedy_parents(
    scores: FamilyScores, node: int, predecessors: Any, max_parents: int
) -> list[tuple[int, float]]:
    """Parents of a node in the order in which they were added, with their gains; the first on ties."""
    added: list[tuple[int, float]] = []
    while len(added) < min(max_parents, len(predecessors)):
        parents = frozenset(parent for parent, _ in added)
        candidates = np.array(
            [index for index in sorted(predecessors) if index not in parents], dtype=np.int64
        )
        row = scores.adding(node, parents, candidates)
        gains = row[candidates] - row[node]
        best = int(np.argmax(gains >= gains.max() - 1e-9 * (1 + abs(gains.max()))))
        if gains[best] <= 1e-9 + 1e-12 * abs(row[node]):
            break
        added.append((int(candidates[best]), float(gains[best])))
    return added


def _node_order(order: Sequence[str] | None, scores: FamilyScores) -> list[int]:
    names = scores.names if order is None else list(order)
    if sorted(names) != sorted(scores.names):
        raise DataError(f"order is {names[:12]}; it must contain each column once: {scores.names[:12]}")
    return [scores.index(name) for name in names]
