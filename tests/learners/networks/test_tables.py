from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from gnomon.errors import DataError, NameUnknown
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.learners.networks.tables import read_tables

FORK = DirectedGraph.of_formula("[A][B|A]")


def test_every_way_to_write_a_table_gives_the_same_array():
    wanted = [[0.8, 0.2], [0.3, 0.7]]
    ways = [
        [0.2, 0.7],
        wanted,
        np.array(wanted),
        {0: 0.2, 1: 0.7},
        {(0,): [0.8, 0.2], 1: (0.3, 0.7)},
        {0: {0: 0.8, 1: 0.2}, 1: {1: 0.7, 0: 0.3}},
        pd.DataFrame({"A": [0, 0, 1, 1], "B": [0, 1, 0, 1], "probability": [0.8, 0.2, 0.3, 0.7]}),
    ]
    for way in ways:
        np.testing.assert_allclose(read_tables(FORK, {"A": 0.5, "B": way}, None)[1]["B"], wanted, atol=1e-15)


def test_the_frame_of_a_node_can_be_read_back():
    network = BayesianNetwork(
        "[A][B][C|A:B]", {"A": 0.1, "B": {"l": 0.2, "m": 0.3, "h": 0.5}, "C": np.full((2, 3, 4), 0.25)}
    )
    tables = {name: network.frame(name) for name in network.graph.nodes}
    again = BayesianNetwork(network.graph, tables)
    assert again.levels == network.levels
    for name in tables:
        np.testing.assert_array_equal(again.tables[name], network.tables[name])


def test_levels_come_from_the_keys_of_a_root():
    assert BayesianNetwork("[A]", {"A": {"no": 0.9, "yes": 0.1}}).levels["A"] == ("no", "yes")


def test_fractions_are_kept_and_one_float_makes_all_floats():
    exact = {"A": Fraction(1, 3), "B": {0: [0, 1], 1: Fraction(1, 7)}}
    assert BayesianNetwork(FORK, exact).query("B")[1] == Fraction(2, 3) + Fraction(1, 21)
    assert not BayesianNetwork(FORK, {**exact, "A": 0.5}).is_exact


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"A": 0.5}, "'B' has no table"),
        ({"A": 0.5, "B": [[0.5, 0.5], [0.5, 0.4]]}, r"'B', row A=1, sums to 0.9"),
        ({"A": [0.5, 0.6], "B": [0.1, 0.1]}, "'A' sums to 1.1"),
        ({"A": 20, "B": [0.1, 0.1]}, "not to 100|not a probability"),
        ({"A": -0.1, "B": [0.1, 0.1]}, "not a probability"),
        ({"A": float("nan"), "B": [0.1, 0.1]}, "nan, which is not a probability"),
        ({"A": 0.5, "B": {0: 0.2}}, "no row for A=1"),
        (
            {"A": 0.5, "B": {0: 0.2, 1: 0.3, 2: 0.1}},
            "a row for 2, which is not a configuration of its parents",
        ),
        ({"A": 0.5, "B": {0: 0.2, 1: {0: 0.5, 2: 0.5}}}, r"level 2; the levels are \(0, 1\)"),
        ({"A": 0.5, "B": {0: [0.2, 0.3, 0.5], 1: 0.5}}, "pass probabilities of all 3 levels"),
        ({"A": 0.5, "B": {0: [0.2, 0.8], 1: [1.0]}}, "row of 1 numbers for 2 levels"),
        ({"A": 0.5, "B": [[0.5, 0.5]] * 3}, r"shape \(3, 2\); it must be \(2, 2\): the levels of 'A'"),
        ({"A": 0.5, "B": [[0.5, 0.5], [0.5]]}, "unequal length"),
        ({"A": 0.5, "B": [["x", "y"], ["x", "y"]]}, "not a number"),
        ({"A": 0.5, "B": pd.DataFrame({"B": [0, 1]})}, "no column 'A'"),
        ({"A": [Fraction(1, 3), Fraction(1, 3)], "B": [0, 1]}, "sums to 2/3"),
    ],
)
def test_a_bad_table_is_refused_by_name(tables, message):
    with pytest.raises(DataError, match=message):
        BayesianNetwork(FORK, tables)


def test_tables_for_nodes_that_are_not_there_are_refused():
    with pytest.raises(NameUnknown, match="no node 'C'"):
        BayesianNetwork(FORK, {"A": 0.5, "B": [0.5, 0.5], "C": 0.5})
    with pytest.raises(DataError, match="no nodes"):
        BayesianNetwork("", {})
    with pytest.raises(DataError, match="1 tables for 2 nodes"):
        BayesianNetwork(FORK, [0.5])
    with pytest.raises(DataError, match="each once"):
        BayesianNetwork("[A]", {"A": [0.5, 0.5]}, {"A": ("x", "x")})


def test_tables_cannot_be_changed_behind_the_network():
    network = BayesianNetwork(FORK, {"A": 0.5, "B": [0.5, 0.5]})
    with pytest.raises(ValueError, match="read-only"):
        network.tables["A"][0] = 1.0


@pytest.mark.parametrize("table", ["x", None, {0: "x", 1: 0.5}, {0: None, 1: 0.5}, [None, 0.5]])
def test_what_is_no_number_is_refused(table):
    with pytest.raises(DataError, match="'B' has a value that is not a number"):
        read_tables(FORK, {"A": 0.5, "B": table}, None)


@pytest.mark.parametrize("tables", [None, "tables", 0.5])
def test_tables_must_be_a_dict_or_a_list(tables):
    with pytest.raises(DataError, match="pass a dict with a table for each node"):
        read_tables(FORK, tables, None)


def test_a_series_is_a_row_by_level():
    levels, tables = read_tables(
        DirectedGraph.of_formula("[A]"), {"A": pd.Series({"no": 0.25, "yes": 0.75})}, None
    )
    assert levels["A"] == ("no", "yes")
    assert tables["A"].tolist() == [0.25, 0.75]


def test_a_row_given_twice_is_named():
    frame = pd.DataFrame({"A": ["no", "yes", "yes"], "probability": [0.3, 0.5, 0.2]})
    with pytest.raises(DataError, match="two rows for A='yes'"):
        read_tables(DirectedGraph.of_formula("[A]"), {"A": frame}, None)


def test_a_chance_above_1_is_the_one_that_is_shown():
    with pytest.raises(DataError, match=r"has the value 1\.5, which is not a probability"):
        read_tables(DirectedGraph.of_formula("[A]"), {"A": 1.5}, None)


def test_one_number_for_a_node_with_parents_has_the_wrong_shape():
    with pytest.raises(DataError, match=r"'B' has shape \(\); it must be \(2, 2\)"):
        read_tables(FORK, {"A": 0.5, "B": 0.5}, None)
