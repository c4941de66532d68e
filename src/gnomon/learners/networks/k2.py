"""K2 (Cooper & Herskovits 1992): with the order of the nodes known, each takes its parents greedily."""

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
    """The graph in which every node added, of the nodes before it, the best parent as long as the score rose.

    data: discrete columns, or FamilyScores of them. order: names, causes before effects; the columns' own if
    None. score: see `FamilyScores`. max_parents: of one node; None for any number.

    >>> rows = {"A": [0, 0, 1, 1] * 5, "B": [0, 0, 1, 1] * 5, "C": [0, 1, 0, 1] * 5}
    >>> print(k2_search(rows, ["C", "B", "A"]).graph)
    p(B) p(A | B) p(C)
    """
    scores = scores_of(data, score, equivalent_sample_size, sample_weight, levels)
    rules = EdgeRules.of(scores.names, max_parents=max_parents)
    places = _places(order, scores)
    steps: list[Step] = []
    total = sum(scores.of_places(node, frozenset()) for node in places)
    parents: dict[int, list[int]] = {}
    for at, node in enumerate(places):
        parents[node] = []
        for parent, gain in _chosen(scores, node, np.array(places[:at], dtype=np.int64), rules.most):
            parents[node].append(parent)
            total += gain
            steps.append(Step("add", scores.names[parent], scores.names[node], gain, total))
    graph = DirectedGraph(
        tuple(scores.names), tuple(tuple(sorted(parents[node])) for node in range(len(places)))
    )
    return LearnedStructure(graph, total, scores.score, True, tuple(steps))


def _chosen(scores: FamilyScores, node: int, before: Any, most: int) -> list[tuple[int, float]]:
    """The parents of a node in the order in which they were taken, with their gains; of equals the first."""
    taken: list[tuple[int, float]] = []
    while len(taken) < min(most, len(before)):
        parents = frozenset(parent for parent, _ in taken)
        left = np.array([place for place in sorted(before) if place not in parents], dtype=np.int64)
        row = scores.adding(node, parents, left)
        gains = row[left] - row[node]
        best = int(np.argmax(gains >= gains.max() - 1e-9 * (1 + abs(gains.max()))))
        if gains[best] <= 1e-9 + 1e-12 * abs(row[node]):
            break
        taken.append((int(left[best]), float(gains[best])))
    return taken


def _places(order: Sequence[str] | None, scores: FamilyScores) -> list[int]:
    names = scores.names if order is None else list(order)
    if sorted(names) != sorted(scores.names):
        raise DataError(f"order is {names[:12]}; it must name each column once: {scores.names[:12]}")
    return [scores.place(name) for name in names]
