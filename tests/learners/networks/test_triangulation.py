import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.learners.networks.examples import random_network
from gnomon.learners.networks.triangulation import clique_tree, min_fill
from tests.learners.networks.enumeration import random_case


def check_tree(graph, sizes):
    cliques, parents = clique_tree(graph.moral(), sizes)
    assert parents.count(-1) == 1
    assert len(parents) == len(cliques)
    for node, family in enumerate(graph.parents):
        assert any({node, *family} <= clique for clique in cliques), "a family is in no clique"
    for a, b in itertools.permutations(cliques, 2):
        assert not a <= b, "a clique is not maximal"
    for node in range(len(graph.nodes)):
        holding = {place for place, clique in enumerate(cliques) if node in clique}
        tops = [place for place in holding if parents[place] not in holding]
        assert len(tops) == 1, "the cliques that hold a node must hang together"


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_cliques_of_small_graphs_form_a_junction_tree(seed):
    network = random_case(seed)[0]
    check_tree(network.graph, network.sizes)


def test_the_cliques_of_larger_graphs_form_a_junction_tree():
    for seed in range(8):
        network = random_network(40, 60, random_state=seed)
        check_tree(network.graph, network.sizes)


def test_prices_kept_up_to_date_are_those_of_counting_anew():
    network = random_network(40, 70, random_state=1)
    near, sizes = network.graph.moral(), network.sizes
    around = [set(friends) for friends in near]
    for node, friends in min_fill(near, range(40), sizes).items():
        prices = {each: price(each, around, sizes) for each in range(40) if around[each] is not None}
        assert min(prices, key=lambda each: (prices[each], each)) == node
        assert friends == around[node]
        for friend in friends:
            around[friend] = (around[friend] | friends) - {friend, node}
        around[node] = None


def price(node, around, sizes):
    missing = sum(b not in around[a] for a, b in itertools.combinations(around[node], 2))
    table = sizes[node]
    for friend in around[node]:
        table *= sizes[friend]
    return missing, table


def test_a_tree_needs_no_fill_in():
    near = random_case(0)[0].graph.moral()
    line = [frozenset({i - 1, i + 1} & set(range(9))) for i in range(9)]
    assert all(len(friends) <= 1 for friends in min_fill(line, range(9), [2] * 9).values())
    assert set(min_fill(near, [0], [2] * len(near))) == {0}
