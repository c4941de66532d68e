import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import NameUnknown, ParameterError
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.separation import d_separated_nodes, d_separation
from tests.learners.networks import enumeration
from tests.learners.networks.enumeration import random_case


def separated_in_the_moral_graph(graph, a, b, given):
    """Lauritzen's criterion: cut off by the given nodes in the moral graph of their common ancestors."""
    ancestors = graph.ancestors([a, b, *given])
    near = {node: set() for node in ancestors}
    for node in ancestors:
        for one, two in itertools.permutations({node, *graph.parents[node]}, 2):
            near[one].add(two)
    met, waiting = {a}, [a]
    while waiting:
        for friend in near[waiting.pop()] - met - set(given):
            met.add(friend)
            waiting.append(friend)
    return b not in met


def is_open(graph, path, given):
    """The definition, word by word, on one path."""
    for left, node, right in zip(path, path[1:], path[2:], strict=False):
        parents = graph.parents[node]
        if left in parents and right in parents:
            if not any(node in graph.ancestors([each]) for each in given):
                return False
        elif node in given:
            return False
    return all(a in graph.parents[b] or b in graph.parents[a] for a, b in itertools.pairwise(path))


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 7))
def test_separation_is_that_of_the_moral_graph_and_the_path_shown_is_open(seed, n):
    network, random = random_case(seed, n_nodes=n)
    graph = network.graph
    a, b, *rest = random.permutation(n).tolist()
    given = [node for node in rest if random.random() < 0.5]
    names = [graph.nodes[node] for node in given]
    answer = d_separation(graph, graph.nodes[a], graph.nodes[b], names)
    assert bool(answer) == separated_in_the_moral_graph(graph, a, b, given)
    assert (graph.nodes[b] in d_separated_nodes(graph, graph.nodes[a], names)) == answer.separated
    if not answer:
        path = [graph.index(name) for name in answer.path]
        assert path[0] == a
        assert path[-1] == b
        assert len(set(path)) == len(path)
        assert is_open(graph, path, given)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_separated_nodes_are_independent_in_every_table(seed):
    network, random = random_case(seed, n_nodes=4, zeros=0.0)
    names = network.graph.nodes
    for a, b in itertools.combinations(names, 2):
        given = [name for name in names if name not in (a, b) and random.random() < 0.5]
        if d_separation(network.graph, a, b, given):
            evidence = dict.fromkeys(given, 0)
            joint = enumeration.posterior(network, [a, b], evidence)
            np.testing.assert_allclose(joint, np.outer(joint.sum(axis=1), joint.sum(axis=0)), atol=1e-12)


def test_the_reason_names_an_observed_collider():
    graph = DirectedGraph.of_formula("[A][B][C|A:B]")
    assert str(d_separation(graph, "A", "B", "C")).endswith("A -> C <- B is open (collider C is observed)")
    assert (
        str(d_separation(DirectedGraph.of_formula("[A][B|A]"), "A", "B"))
        == "A and B are connected: A -> B is open"
    )


def test_a_node_cannot_be_asked_about_and_given():
    graph = DirectedGraph.of_formula("[A][B|A]")
    with pytest.raises(ParameterError, match="must all be different"):
        d_separation(graph, "A", "B", ["A"])
    with pytest.raises(NameUnknown, match="no node 'C'"):
        d_separation(graph, "A", "C")


def test_a_formula_or_edges_will_do():
    assert d_separation("[A][B|A][C|B]", "A", "C", observed=["B"])
    assert d_separated_nodes([("A", "B"), ("B", "C")], "A", observed="B") == ("C",)
