import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.learners.networks.class_posterior import log_posterior
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork


def random_network(seed, n_nodes=5):
    random = np.random.default_rng(seed)
    names = tuple("ABCDE"[:n_nodes])
    parents = tuple(tuple(np.flatnonzero(random.random(node) < 0.5).tolist()) for node in range(n_nodes))
    sizes = random.integers(1, 4, size=n_nodes)
    tables = {
        name: random.dirichlet(np.ones(sizes[node]), size=tuple(sizes[list(parents[node])]))
        for node, name in enumerate(names)
    }
    return BayesianNetwork(DirectedGraph(names, parents), tables), sizes, random


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 9999))
def test_it_is_the_posterior_of_enumeration_whatever_is_missing(seed):
    network, sizes, random = random_network(seed)
    codes = np.stack([random.integers(-1, size, size=12) for size in sizes], axis=1).astype(np.int32)
    target = "ABCDE"[seed % 5]
    result = np.exp(log_posterior(network, target, codes))
    for row, shares in zip(codes, result, strict=True):
        observed = zip(network.graph.nodes, row.tolist(), strict=True)
        evidence = {name: code for name, code in observed if code >= 0 and name != target}
        expected = network.query(target, evidence, method="enumeration")
        np.testing.assert_allclose(shares, expected.values, rtol=1e-10, atol=1e-13)


def test_an_impossible_row_is_marked():
    network = BayesianNetwork("[A][B|A][C|B]", {"A": 0.5, "B": {0: 0.0, 1: 0.0}, "C": {0: 0.0, 1: 0.5}})
    rows = np.array([[-1, 1, 0], [-1, -1, 1], [-1, 0, 0]], dtype=np.int32)
    assert np.isnan(log_posterior(network, "A", rows)).all(axis=1).tolist() == [True, True, False]
    assert np.exp(log_posterior(network, "A", rows))[2] == pytest.approx([0.5, 0.5])
