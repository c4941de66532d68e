import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DesignError
from gnomon.learners.networks.examples import burglary, sprinkler
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks import enumeration
from tests.learners.networks.enumeration import random_evidence


def random_polytree(seed):
    """A forest with its edges turned at random."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 8))
    edges = []
    for node in range(1, n):
        if random.random() < 0.85:
            other = int(random.integers(node))
            edges.append((node, other) if random.random() < 0.5 else (other, node))
    sizes = random.integers(1, 4, size=n)
    parents = tuple(tuple(a for a, b in edges if b == node) for node in range(n))
    graph = DirectedGraph(tuple(f"n{i}" for i in range(n)), parents)
    tables = [random.dirichlet(np.ones(sizes[i]), size=[sizes[p] for p in parents[i]]) for i in range(n)]
    return BayesianNetwork(graph, tables), random


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_on_trees_the_beliefs_are_the_posteriors(seed):
    network, random = random_polytree(seed)
    evidence = random_evidence(network, random)
    beliefs = network.messages(evidence)
    for name in network.graph.nodes:
        wanted = enumeration.posterior(network, [name], evidence)
        np.testing.assert_allclose(beliefs[name], wanted, atol=1e-13)


def test_each_edge_between_node_and_table_carries_two_messages():
    beliefs = burglary().messages({"JohnCalls": True})
    edges = 5 + 4
    assert len(beliefs.messages) == 2 * edges
    frame = beliefs.frame()
    assert frame["step"].nunique() == 2 * edges
    values_sent = frame[(frame["from"] == "JohnCalls") & frame["level"]]["value"]
    assert set(values_sent) == {1.0}, "the message of an observed node is certain"


def test_a_loop_is_refused_with_a_way_out():
    with pytest.raises(DesignError, match=r"loop through.*junction tree"):
        sprinkler().messages()


def test_a_node_with_many_children_keeps_its_belief():
    """200 messages of 1/64 for each level have a product below every float."""
    n, levels = 200, 64
    tables = {"y": np.full(levels, 1 / levels), **{f"x{i}": np.full((levels, 2), 0.5) for i in range(n)}}
    network = BayesianNetwork([("y", f"x{i}") for i in range(n)], tables)
    np.testing.assert_allclose(network.messages({f"x{i}": 1 for i in range(n)})["y"], tables["y"])
