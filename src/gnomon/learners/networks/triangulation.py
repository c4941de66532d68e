"""Triangulation: the min-fill elimination order of a graph, and its cliques."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import prod

from gnomon.learners.networks.graph import Neighbors

Clique = frozenset[int]


def min_fill(adjacency: Neighbors, hidden: Iterable[int], sizes: Sequence[int]) -> dict[int, Clique]:
    """Min-fill elimination order of the hidden nodes, each with its neighbors when it is eliminated.

    The next node has the fewest fill-in edges; ties go to the smaller table, then the lower index. adjacency:
    the neighbors of each node of an undirected graph.

    >>> min_fill((frozenset({1}), frozenset({0, 2}), frozenset({1})), [0, 1, 2], [2, 2, 2])
    {0: frozenset({1}), 1: frozenset({2}), 2: frozenset()}
    """
    remaining = [set(each) for each in adjacency]
    costs = {node: _cost(node, remaining, sizes) for node in hidden}
    heap = [(*cost, node) for node, cost in costs.items()]
    heapify(heap)
    eliminated: dict[int, Clique] = {}
    while heap:
        *cost, node = heappop(heap)
        if costs.get(node) == tuple(cost):
            eliminated[node] = frozenset(remaining[node])
            for each in _eliminate(node, remaining, costs, sizes):
                heappush(heap, (*costs[each], each))
    return eliminated


def clique_tree(adjacency: Neighbors, sizes: Sequence[int]) -> tuple[list[Clique], list[int]]:
    """Maximal cliques of the triangulated graph, and the index of each clique's parent, -1 for the root.

    The parent of a node's clique is that of its neighbor eliminated next; a clique contained in another is
    merged with it. Connected components are joined by empty separators.

    >>> clique_tree((frozenset({1}), frozenset({0, 2}), frozenset({1})), [2, 2, 2])
    ([frozenset({0, 1}), frozenset({1, 2})], [1, -1])
    """
    eliminated = min_fill(adjacency, range(len(adjacency)), sizes)
    position = {node: i for i, node in enumerate(eliminated)}
    group: dict[int, int] = {}
    cliques: list[Clique] = []
    last_eliminated: list[int] = []
    for node, neighbors in eliminated.items():
        if node not in group:
            group[node] = len(cliques)
            cliques.append(neighbors | {node})
            last_eliminated.append(node)
        last_eliminated[group[node]] = node
        successor = min(neighbors, key=position.__getitem__, default=-1)
        if successor >= 0 and successor not in group and len(eliminated[successor]) == len(neighbors) - 1:
            group[successor] = group[node]
    root = group[next(reversed(eliminated))]
    parents = [
        group[min(eliminated[node], key=position.__getitem__)] if eliminated[node] else root
        for node in last_eliminated
    ]
    parents[root] = -1
    return cliques, parents


def _eliminate(
    node: int, remaining: list[set[int]], costs: dict[int, tuple[int, int]], sizes: Sequence[int]
) -> Iterable[int]:
    """Eliminate a node, connect its neighbors (fill-in), and return the nodes whose cost has changed."""
    neighbors, (missing, _) = remaining[node], costs.pop(node)
    for neighbor in neighbors:
        remaining[neighbor].discard(node)
        if missing:
            remaining[neighbor] |= neighbors - {neighbor}
    if missing:
        changed = neighbors.union(*(remaining[neighbor] for neighbor in neighbors)) & costs.keys()
        costs.update({each: _cost(each, remaining, sizes) for each in changed})
        return changed
    changed = neighbors & costs.keys()
    for neighbor in changed:
        # It loses the pairs of the eliminated node with the neighbors that the two do not share.
        not_shared = len(remaining[neighbor]) - len(remaining[neighbor] & neighbors)
        costs[neighbor] = (costs[neighbor][0] - not_shared, costs[neighbor][1] // sizes[node])
    return changed


def _cost(node: int, remaining: Sequence[set[int]], sizes: Sequence[int]) -> tuple[int, int]:
    """Cost of eliminating a node: the number of fill-in edges, and the entries of the resulting table."""
    neighbors = remaining[node]
    present = sum(len(remaining[neighbor] & neighbors) for neighbor in neighbors)
    missing = (len(neighbors) * (len(neighbors) - 1) - present) // 2
    return missing, prod(sizes[neighbor] for neighbor in neighbors) * sizes[node]
