"""Every graph without a cycle on a few nodes, for searches by brute force."""

from __future__ import annotations

from itertools import combinations, product

from gnomon.errors import DataError
from gnomon.learners.networks.graph import DirectedGraph


def all_graphs(nodes):
    """All of them: 25 on three nodes, 543 on four."""
    pairs = list(combinations(nodes, 2))
    for ways in product((0, 1, 2), repeat=len(pairs)):
        chosen = zip(pairs, ways, strict=True)
        edges = [pair if way == 1 else pair[::-1] for pair, way in chosen if way]
        try:
            yield DirectedGraph.of_edges(edges, nodes=nodes)
        except DataError:
            continue


def one_move_away(graph, graphs):
    """The graphs that adding, deleting or turning one edge makes of this one."""
    edges = set(graph.edges)
    for other in graphs:
        new, old = set(other.edges) - edges, edges - set(other.edges)
        turned = len(new) == len(old) == 1 and next(iter(new)) == next(iter(old))[::-1]
        if len(new) + len(old) == 1 or turned:
            yield other
