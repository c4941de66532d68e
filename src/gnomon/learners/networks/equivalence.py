"""Markov equivalence: compelled edges, and whether two graphs have the same conditional independences.

Two graphs are Markov equivalent if they have the same skeleton and the same v-structures a -> c <- b with a
and b not adjacent (Verma & Pearl 1990); likelihood, BIC and BDeu score them equally.
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.learners.networks.graph import DirectedGraph, GraphLike, graph_of


def compelled_edges(graph: GraphLike) -> tuple[tuple[str, str], ...]:
    """Compelled edges: those with the same direction in every Markov equivalent graph (the CPDAG's arrows).

    >>> compelled_edges("[A][B][C|A:B][D|C]")
    (('A', 'C'), ('B', 'C'), ('C', 'D'))
    >>> compelled_edges("[A][B|A][C|B]")
    ()
    """
    graph = graph_of(graph)
    pairs = np.argwhere(_compelled(_matrix(graph)))
    return tuple((graph.nodes[tail], graph.nodes[head]) for tail, head in pairs)


def markov_equivalent(a: GraphLike, b: GraphLike) -> bool:
    """Whether two graphs are Markov equivalent (imply the same conditional independences).

    >>> markov_equivalent("[A][B|A]", "[A|B][B]")
    True
    """
    a, b = graph_of(a), graph_of(b)
    if set(a.nodes) != set(b.nodes):
        return False
    reordered = DirectedGraph.of_edges(b.edges, nodes=a.nodes)
    return bool(np.array_equal(edge_directions(a), edge_directions(reordered)))


def edge_directions(graph: DirectedGraph) -> Floats:
    """Matrix of edge directions: 1 at [tail, head] of a compelled edge, 0.5 both ways of a reversible one.

    >>> edge_directions(DirectedGraph.of_formula("[A][B|A]"))
    array([[0. , 0.5],
           [0.5, 0. ]])
    """
    edges = _matrix(graph)
    compelled = _compelled(edges)
    reversible = edges & ~compelled
    return compelled + (reversible | reversible.T) / 2


def _matrix(graph: DirectedGraph) -> Flags:
    edges = np.zeros((len(graph.nodes), len(graph.nodes)), dtype=bool)
    for node, parents in enumerate(graph.parents):
        edges[list(parents), node] = True
    return edges


def _compelled(edges: Flags) -> Flags:
    """Edges of v-structures, and those that follow from them by the rules of Meek (1995)."""
    skeleton = edges | edges.T
    nonadjacent = ~skeleton & ~np.eye(len(edges), dtype=bool)
    compelled = edges & _linked(nonadjacent, edges)
    while True:
        more = edges & ~compelled & _implied(compelled, skeleton & ~compelled & ~compelled.T, nonadjacent)
        if not more.any():
            return compelled
        compelled = compelled | more


def _implied(compelled: Flags, undirected: Flags, nonadjacent: Flags) -> Flags:
    """Where a - b must become a -> b, else a new v-structure or a cycle would arise."""
    collider = _linked(nonadjacent, compelled).T
    cycle = _linked(compelled, compelled)
    return undirected & (collider | cycle | _kite(compelled, undirected, nonadjacent))


def _kite(compelled: Flags, undirected: Flags, nonadjacent: Flags) -> Flags:
    """a - c -> b and a - d -> b with c and d not adjacent."""
    is_kite = np.zeros_like(undirected)
    for a, b in np.argwhere(undirected):
        between = np.flatnonzero(undirected[a] & compelled[:, b])
        is_kite[a, b] = nonadjacent[np.ix_(between, between)].any()
    return is_kite


def _linked(a: Flags, b: Flags) -> Flags:
    """Whether some middle node has a[u, middle] and b[middle, v]."""
    return np.asarray((a.astype(np.float32) @ b.astype(np.float32)) > 0)
