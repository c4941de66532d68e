import numpy as np

from gnomon import threads
from gnomon.learners.networks.examples import asia, random_network
from gnomon.learners.networks.network import BayesianNetwork


def test_asia_has_its_well_known_cliques():
    frame = asia().junction_tree().frame()
    assert {frozenset(each.split(", ")) for each in frame["clique"]} == {
        frozenset(each)
        for each in (
            ("Asia", "Tuberculosis"),
            ("Tuberculosis", "LungCancer", "Either"),
            ("Either", "XRay"),
            ("Either", "Bronchitis", "Dyspnoea"),
            ("LungCancer", "Either", "Bronchitis"),
            ("Smoking", "LungCancer", "Bronchitis"),
        )
    }
    assert frame["entries"].tolist().count(8) == 4
    assert frame["parent"].tolist()[-1] == ""


def test_the_root_holds_the_nodes_asked_for_together():
    network = random_network(random_state=5)
    tree = network.junction_tree(["x0", "x36", "x18"])
    assert {0, 18, 36} <= set(tree.cliques[-1])
    assert network.junction_tree(["x36", "x0", "x18"]) is tree, "built once"


def test_other_tables_in_the_same_tree_answer_as_a_tree_of_their_own():
    one, two = random_network(15, 18, random_state=1), random_network(15, 18, random_state=1)
    tables = {name: np.flip(table, axis=-1) for name, table in two.tables.items()}
    two = BayesianNetwork(two.graph, tables)
    codes = one.codes(one.sample(9, random_state=0))
    codes[:, ::2] = -1
    wanted = two.junction_tree().marginals(codes)
    result = one.junction_tree().with_factors(two.factors).marginals(codes)
    np.testing.assert_array_equal(result[1], wanted[1])
    np.testing.assert_array_equal(np.hstack(result[0]), np.hstack(wanted[0]))


def test_threads_and_neighboring_rows_change_no_bit():
    network = random_network(random_state=2)
    data = network.codes(network.sample(700, random_state=0))
    data[np.random.default_rng(1).random(data.shape) < 0.6] = -1
    tree = network.junction_tree()
    with threads.limited(1):
        one = tree.marginals(data), tree.family_counts(data, None), tree.explain(data)
    with threads.limited(3):
        three = tree.marginals(data), tree.family_counts(data, None), tree.explain(data)
    for a, b in zip(one, three, strict=True):
        np.testing.assert_array_equal(a[1], b[1])
    for a, b in zip(one[0][0], three[0][0], strict=True):
        np.testing.assert_array_equal(a, b)
    for a, b in zip(one[1][0], three[1][0], strict=True):
        np.testing.assert_array_equal(a.values, b.values)
    np.testing.assert_array_equal(one[2][0], three[2][0])
    np.testing.assert_array_equal(tree.marginals(data[13:14])[0][7], one[0][0][7][13:14])


def test_expected_counts_of_complete_rows_are_counts():
    network = random_network(12, 14, random_state=0)
    codes = network.codes(network.sample(100, random_state=3))
    weight = np.random.default_rng(0).integers(0, 4, size=100).astype(float)
    counts, _ = network.junction_tree().family_counts(codes, weight)
    for factor in counts:
        wanted = np.zeros(factor.values.shape)
        np.add.at(wanted, tuple(codes[:, factor.nodes].T), weight)
        np.testing.assert_allclose(factor.values, wanted, atol=1e-12)


def test_parts_that_do_not_touch_and_nodes_of_one_level_are_no_obstacle():
    network = BayesianNetwork("[A][B][C|B]", {"A": [0.3, 0.7], "B": [1.0], "C": [[0.25, 0.75]]})
    assert network.log_likelihood({"A": [1], "C": [0]})[0] == np.log(0.7 * 0.25)
    np.testing.assert_allclose(network.marginals({"A": [1]})["C"], [[0.25, 0.75]])


def test_no_rows_give_no_answers():
    network = asia()
    assert network.posteriors("Asia", {"XRay": []}).shape == (0, 2)
    assert network.log_likelihood({"XRay": []}).shape == (0,)
