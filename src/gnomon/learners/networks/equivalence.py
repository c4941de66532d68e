"""Which edges of a graph the data can direct: those that all graphs with the same independences share.

Two graphs are equivalent if they join the same nodes and have the same colliders a -> c <- b with a and b not
joined (Verma & Pearl 1990); likelihood, BIC and BDeu cannot tell them apart.
"""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.learners.networks.graph import DirectedGraph, Drawn, graph_of


def compelled_edges(graph: Drawn) -> tuple[tuple[str, str], ...]:
    """The edges that go the same way in every equivalent graph.

    >>> compelled_edges("[A][B][C|A:B][D|C]")
    (('A', 'C'), ('B', 'C'), ('C', 'D'))
    >>> compelled_edges("[A][B|A][C|B]")
    ()
    """
    graph = graph_of(graph)
    found = np.argwhere(_compelled(_matrix(graph)))
    return tuple((graph.nodes[tail], graph.nodes[head]) for tail, head in found)


def markov_equivalent(a: Drawn, b: Drawn) -> bool:
    """Whether two graphs say the same of what is independent of what.

    >>> markov_equivalent("[A][B|A]", "[A|B][B]")
    True
    """
    a, b = graph_of(a), graph_of(b)
    if set(a.nodes) != set(b.nodes):
        return False
    again = DirectedGraph.of_edges(b.edges, nodes=a.nodes)
    return bool(np.array_equal(edges_told(a), edges_told(again)))


def edges_told(graph: DirectedGraph) -> Floats:
    """1 at [tail, head] of a compelled edge, a half at both places of one that can be turned.

    >>> edges_told(DirectedGraph.of_formula("[A][B|A]"))
    array([[0. , 0.5],
           [0.5, 0. ]])
    """
    edges = _matrix(graph)
    told = _compelled(edges)
    turnable = edges & ~told
    return told + (turnable | turnable.T) / 2


def _matrix(graph: DirectedGraph) -> Flags:
    edges = np.zeros((len(graph.nodes), len(graph.nodes)), dtype=bool)
    for node, parents in enumerate(graph.parents):
        edges[list(parents), node] = True
    return edges


def _compelled(edges: Flags) -> Flags:
    """Colliders, and all that follows from them by the rules of Meek (1995) until nothing does."""
    joined = edges | edges.T
    apart = ~joined & ~np.eye(len(edges), dtype=bool)
    told = edges & _linked(apart, edges)
    while True:
        more = edges & ~told & _follows(told, joined & ~told & ~told.T, apart)
        if not more.any():
            return told
        told = told | more


def _follows(told: Flags, free: Flags, apart: Flags) -> Flags:
    """Where a - b must become a -> b: else a new collider or a cycle would arise."""
    collider = _linked(apart, told).T
    cycle = _linked(told, told)
    return free & (collider | cycle | _kite(told, free, apart))


def _kite(told: Flags, free: Flags, apart: Flags) -> Flags:
    """a - c -> b and a - d -> b with c and d apart."""
    found = np.zeros_like(free)
    for a, b in np.argwhere(free):
        between = np.flatnonzero(free[a] & told[:, b])
        found[a, b] = apart[np.ix_(between, between)].any()
    return found


def _linked(a: Flags, b: Flags) -> Flags:
    """Whether some middle node has a[u, middle] and b[middle, v]."""
    return np.asarray((a.astype(np.float32) @ b.astype(np.float32)) > 0)
