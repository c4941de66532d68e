from fractions import Fraction

import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.networks.examples import asia, burglary, monty_hall, random_network, sprinkler


def test_asia_answers_as_its_authors_printed():
    """Lauritzen & Spiegelhalter (1988): marginals of the chest-clinic network."""
    network = asia()
    wanted = {
        "Tuberculosis": 0.0104,
        "LungCancer": 0.055,
        "Bronchitis": 0.45,
        "XRay": 0.11029,
        "Either": 0.0648,
    }
    for name, value in wanted.items():
        assert network.query(name)[True] == pytest.approx(value, abs=5e-5)
    assert network.query("LungCancer", {"XRay": True})[True] == pytest.approx(0.4887, abs=5e-5)


def test_changing_the_door_wins_two_times_out_of_three():
    assert monty_hall().query("Car", {"Guess": "C", "Host": "A"})["B"] == Fraction(2, 3)


def test_explaining_away():
    """Sprinkler and rain compete for the wet grass."""
    network = sprinkler()
    alone = network.query("Sprinkler", {"WetGrass": True})[True]
    assert network.query("Sprinkler", {"WetGrass": True, "Rain": True})[True] < alone
    assert alone == pytest.approx(0.4298, abs=5e-5)


def test_the_burglary_network_needs_ten_numbers_instead_of_thirty_one():
    assert burglary().n_parameters == 10


def test_random_networks_keep_to_what_was_asked():
    network = random_network(random_state=7)
    assert len(network.graph.nodes) == 37
    assert len(network.graph.edges) == 46
    assert max(map(len, network.graph.parents)) <= 4
    assert set(network.sizes) <= {2, 3, 4}
    same = random_network(random_state=7)
    assert all(np.array_equal(same.tables[name], network.tables[name]) for name in network.tables)
    with pytest.raises(ParameterError, match="n_edges=99"):
        random_network(4, 99)


@pytest.mark.parametrize(
    "wrong", [{"n_nodes": 0}, {"n_nodes": 3.0}, {"n_edges": -1}, {"levels": (4, 2)}, {"max_parents": True}]
)
def test_a_random_network_of_no_size_is_refused(wrong):
    with pytest.raises(ParameterError, match=f"{next(iter(wrong))}="):
        random_network(**wrong)
