import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, NameUnknown
from gnomon.learners.networks.graph import DirectedGraph
from tests.learners.networks.enumeration import random_case


def test_a_cycle_is_refused_and_named():
    with pytest.raises(DataError, match="form a cycle: A -> B -> C -> A"):
        DirectedGraph.of_edges([("S", "A"), ("A", "B"), ("B", "C"), ("C", "A"), ("C", "D")])


@pytest.mark.parametrize("edge", [1, "AB", ("A",), ("A", "B", "C"), None])
def test_an_edge_has_two_ends(edge):
    with pytest.raises(DataError, match="pass the two names"):
        DirectedGraph.of_edges([edge])


def test_a_loop_at_one_node_is_a_cycle():
    with pytest.raises(DataError, match="A -> A"):
        DirectedGraph.of_edges([("A", "A")])


def test_an_edge_given_twice_is_refused():
    with pytest.raises(DataError, match="'A' to 'B' occurs twice"):
        DirectedGraph.of_edges([("A", "B"), ("A", "B")])


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("[A][B|A", "has an error at"),
        ("[A][B|C]", "'C', which has no term"),
        ("[A][A]", "occurs twice"),
        ("[A][|A]", "has no name"),
        ("[A][B|]", "has no name"),
        ("A, B", "has an error at 'A, B'"),
    ],
)
def test_a_formula_that_cannot_be_read_is_refused(formula, message):
    with pytest.raises(DataError, match=message):
        DirectedGraph.of_formula(formula)


def test_names_must_be_text_and_differ():
    with pytest.raises(DataError, match="a node is called 3"):
        DirectedGraph.of_edges([(3, "A")])
    with pytest.raises(DataError, match="two nodes are called 'A'"):
        DirectedGraph(("A", "A"), ((), ()))
    with pytest.raises(DataError, match="an edge is 'AB'"):
        DirectedGraph.of_edges(["AB"])


def test_parents_must_be_indices_of_nodes():
    with pytest.raises(DataError, match="has the parent 7"):
        DirectedGraph(("A",), ((7,),))
    with pytest.raises(DataError, match="parents for 1"):
        DirectedGraph(("A", "B"), ((),))


def test_an_unknown_node_is_answered_with_the_nearest_name():
    with pytest.raises(NameUnknown, match="did you mean 'alarm'"):
        DirectedGraph.of_formula("[alarm]").index("alam")
    with pytest.raises(NameUnknown, match="no node 'C'"):
        DirectedGraph.of_edges([("A", "C")], nodes=["A", "B"])


def test_both_ways_to_write_a_formula_give_one_graph():
    brackets = DirectedGraph.of_formula("[y][x1|y:x2][x2|y:x3][x3|y]")
    assert brackets == DirectedGraph.of_formula("p(y) p(x1 | y, x2) · P(x2|y,x3) * p(x3|y)")
    assert str(brackets) == "p(y) p(x3 | y) p(x2 | y, x3) p(x1 | y, x2)"


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1))
def test_formula_and_edges_give_the_graph_back(seed):
    graph = random_case(seed)[0].graph
    assert DirectedGraph.of_formula(graph.formula) == graph
    assert DirectedGraph.of_edges(graph.edges, graph.nodes) == graph
    assert sorted(graph.order) == list(range(len(graph.nodes)))
    for tail, head in graph.edges:
        assert graph.order.index(graph.index(tail)) < graph.order.index(graph.index(head))
        assert graph.index(head) in graph.children[graph.index(tail)]
        assert graph.index(head) in graph.moral()[graph.index(tail)]


def test_parameters_are_counted_by_number_or_by_levels_of_each_node():
    graph = DirectedGraph.of_formula("[B][E][A|B:E][J|A][M|A]")
    assert graph.n_parameters([2] * 5) == 10
    assert graph.n_parameters({"B": "ny", "E": "ny", "A": "abc", "J": (0, 1), "M": 2}) == 1 + 1 + 8 + 3 + 3


def test_the_blanket_holds_parents_children_and_their_other_parents():
    graph = DirectedGraph.of_formula("[G][A|G][B][C|A:B][D|C]")
    assert graph.markov_blanket("A") == ("G", "B", "C")


def test_the_frame_lists_parents_and_children():
    frame = DirectedGraph.of_formula("[A][B|A]").frame()
    assert frame["parents"].tolist() == [(), ("A",)]
    assert frame["children"].tolist() == [("B",), ()]


@settings(max_examples=100, deadline=None)
@given(formula=st.text("[]()|:,pAB *", max_size=14))
@example(formula="p([)")
def test_any_text_is_a_graph_or_a_clear_error(formula):
    try:
        graph = DirectedGraph.of_formula(formula)
    except DataError:
        return
    assert DirectedGraph.of_formula(graph.formula) == graph
