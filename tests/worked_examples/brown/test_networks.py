"""Bayesian networks of the guide: table 8.3 with too many links, and the burglar alarm."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.networks.examples import burglary
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork

# Columns X1, X2, X3, Y.
TABLE_8_3 = [(1, 1, 0, 1), (1, 0, 0, 1), (0, 0, 1, 1), (0, 0, 0, 1), (1, 0, 1, 0), (0, 1, 0, 0)]
ROWS = dict(zip(("x1", "x2", "x3", "y"), zip(*TABLE_8_3, strict=True), strict=True))
AUGMENTED = "p(y)p(x1|y,x2)p(x2|y,x3)p(x3|y)"
NAIVE = "p(y)p(x1|y)p(x2|y)p(x3|y)"
ALL_ONE = {"x1": 1, "x2": 1, "x3": 1}


def test_a_factorization_draws_the_graph_and_the_graph_writes_it_back():
    """Brown 2018, section 8.4 Bayesian Networks."""
    graph = DirectedGraph.of_formula(AUGMENTED)
    assert set(graph.edges) == {("y", "x1"), ("x2", "x1"), ("y", "x2"), ("x3", "x2"), ("y", "x3")}
    assert str(graph) == "p(y) p(x3 | y) p(x2 | y, x3) p(x1 | y, x2)"
    assert str(DirectedGraph.of_formula(NAIVE)) == "p(y) p(x1 | y) p(x2 | y) p(x3 | y)"


def test_the_joint_is_the_product_of_the_tables_and_cycles_are_refused():
    """Brown 2018, section 8.4 Bayesian Networks."""
    network = BayesianNetwork.learn(NAIVE, ROWS, exact=True)
    wanted = Fraction(4, 6) * Fraction(2, 4) * Fraction(1, 4) * Fraction(1, 4)
    assert network.joint({**ALL_ONE, "y": 1}) == wanted == Fraction(4, 192)
    with pytest.raises(DataError, match="form a cycle"):
        DirectedGraph.of_formula("p(a|b)p(b|a)")


def test_naive_bayes_is_a_network():
    """Brown 2018, section 8.3 Naive Bayes Models."""
    network = BayesianNetwork.learn(NAIVE, ROWS, exact=True)
    assert network.query("y", ALL_ONE)[1] == Fraction(1, 3)
    assert network.query("y", {"x1": 0, "x2": 0, "x3": 0})[1] == Fraction(9, 11)
    assert network.query("y", {"x1": 1, "x2": 1, "x3": 0})[1] == Fraction(3, 5)
    smooth = BayesianNetwork.learn(NAIVE, ROWS, prior=1, exact=True)
    assert smooth.query("y", ALL_ONE)[1] == Fraction(20, 47)


def test_too_many_links_for_six_rows_leave_the_posterior_undefined():
    """Brown 2018, section 8.4 Bayesian Networks."""
    network = BayesianNetwork.learn(AUGMENTED, ROWS, exact=True)
    assert network.tables["y"].tolist() == [Fraction(2, 6), Fraction(4, 6)]
    assert network.tables["x1"][1, 1, 1] == 1
    assert network.tables["x2"][1, 1, 1] == 0
    assert network.tables["x3"][1, 1] == Fraction(1, 4)
    assert [network.joint({**ALL_ONE, "y": y}) for y in (0, 1)] == [0, 0]
    for method in ("elimination", "enumeration", "junction tree"):
        with pytest.raises(DataError, match=r"x1=1, x2=1, x3=1 has probability 0.*prior=1"):
            network.query("y", ALL_ONE, method=method)
    with pytest.raises(DataError, match="row 0: x1=1, x2=1, x3=1 has probability 0"):
        network.posteriors("y", {name: [1] for name in ALL_ONE})


def test_with_laplaces_rule_the_posterior_is_20_29():
    """Brown 2018, section 8.4 Bayesian Networks."""
    network = BayesianNetwork.learn(AUGMENTED, ROWS, prior=1, exact=True)
    assert network.joint({**ALL_ONE, "y": 0}) == Fraction(1, 48)
    assert network.joint({**ALL_ONE, "y": 1}) == Fraction(5, 108)
    assert network.query("y", ALL_ONE)[1] == Fraction(20, 29)


def test_zeros_are_in_the_tables_for_all_to_see():
    """Brown 2018, section 8.4 Bayesian Networks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        network = BayesianNetwork.learn(AUGMENTED, ROWS)
    assert network.frame("x2").query("y == 1 and x3 == 1 and x2 == 1")["probability"].tolist() == [0.0]


def test_the_burglary_network_has_the_texts_numbers():
    """Brown 2018, section 8.4 Bayesian Networks."""
    network = burglary()
    assert network.query("Earthquake")[True] == 0.002
    assert network.query("Burglary")[True] == 0.001
    assert network.tables["Alarm"][1, 0, 1] == 0.94
    wanted = DirectedGraph.of_formula("p(J|A)p(M|A)p(A|B,E)p(B)p(E)")
    short = {"Burglary": "B", "Earthquake": "E", "Alarm": "A", "JohnCalls": "J", "MaryCalls": "M"}
    assert {(short[a], short[b]) for a, b in network.graph.edges} == set(wanted.edges)


ANSWERS = [
    ("Burglary", ["MaryCalls"], 0.056117),
    ("Earthquake", ["JohnCalls"], 0.011395),
    ("Burglary", ["MaryCalls", "JohnCalls", "Earthquake"], 0.003262),
    ("Burglary", ["JohnCalls"], 0.016284),
    ("Burglary", ["MaryCalls", "JohnCalls"], 0.284172),
    ("Earthquake", ["MaryCalls", "JohnCalls"], 0.176067),
    ("Alarm", [], 0.002516),
    ("JohnCalls", [], 0.052139),
    ("MaryCalls", [], 0.011736),
    ("Alarm", ["JohnCalls"], 0.043438),
    ("Alarm", ["MaryCalls"], 0.150090),
]


@pytest.mark.parametrize(("target", "given", "wanted"), ANSWERS)
@pytest.mark.parametrize(
    "method", ["enumeration", "elimination", "junction tree", "belief propagation", "batch"]
)
def test_every_method_of_inference_gives_every_posterior(target, given, wanted, method):
    """Brown 2018, section 8.4 Bayesian Networks."""
    network = burglary()
    evidence = dict.fromkeys(given, True)
    if method == "belief propagation":
        found = network.messages(evidence)[target][1]
    elif method == "batch":
        rows = {name: [evidence.get(name)] for name in network.graph.nodes if name != target}
        found = network.posteriors(target, rows)[0, 1]
    else:
        found = network.query(target, evidence, method=method)[True]
    assert found == pytest.approx(wanted, abs=5e-7)


def test_elimination_needs_far_smaller_tables_than_enumeration():
    """Brown 2018, section 8.4 Bayesian Networks: A chain of 16 nodes: 2^16 entries against 4 at a time."""
    chain = BayesianNetwork(
        [(f"x{i}", f"x{i + 1}") for i in range(15)],
        {"x0": 0.3, **{f"x{i}": {0: 0.2, 1: 0.9} for i in range(1, 16)}},
    )
    steps = chain.elimination("x15", {"x0": 1}).frame()
    assert steps["entries"].max() == 4
    assert len(steps) == 14
    slow = chain.query("x15", {"x0": 1}, method="enumeration").values
    np.testing.assert_allclose(chain.query("x15", {"x0": 1}).values, slow, rtol=1e-12)
