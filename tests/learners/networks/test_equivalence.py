from collections import defaultdict

from gnomon.learners.networks.equivalence import compelled_edges, markov_equivalent
from gnomon.learners.networks.graph import DirectedGraph
from tests.learners.networks.all_graphs import all_graphs


def signature(graph):
    """Joined pairs and colliders, which are the same for equivalent graphs and for no others."""
    joined = frozenset(frozenset(edge) for edge in graph.edges)
    colliders = frozenset(
        (frozenset((a, b)), name)
        for name in graph.nodes
        for a in graph.parents_of(name)
        for b in graph.parents_of(name)
        if a < b and frozenset((a, b)) not in joined
    )
    return joined, colliders


def test_compelled_edges_are_those_that_all_equivalent_graphs_share():
    classes = defaultdict(list)
    for graph in all_graphs("ABCD"):
        classes[signature(graph)].append(graph)
    assert len(classes) == 185
    for members in classes.values():
        shared = set.intersection(*(set(member.edges) for member in members))
        for member in members:
            assert set(compelled_edges(member)) == shared
            assert markov_equivalent(member, members[0])


def test_graphs_of_different_classes_are_not_equivalent():
    graphs = list(all_graphs("ABC"))
    for a in graphs:
        for b in graphs:
            assert markov_equivalent(a, b) == (signature(a) == signature(b))
    assert not markov_equivalent(graphs[0], DirectedGraph.of_formula("[A][B]"))
