import copy
import math

import numpy as np

from gnomon.learners.networks.examples import asia, burglary, monty_hall
from gnomon.learners.networks.factorization import Factorization
from gnomon.learners.networks.factors import marginal, product


def test_the_product_of_the_factors_is_a_distribution():
    network = asia()
    joint = marginal(product(network.factors), range(len(network.sizes)))
    assert joint.shape == tuple(network.sizes)
    assert math.isclose(joint.sum(), 1, abs_tol=1e-12)
    assert (joint >= 0).all()


def test_junction_trees_are_kept_by_their_root_and_left_out_of_copies():
    network = burglary()
    tree = network.junction_tree(("Alarm",))
    assert network.junction_tree(["Alarm"]) is tree
    again = copy.deepcopy(network)
    assert again.junction_tree(("Alarm",)) is not tree
    np.testing.assert_array_equal(
        again.posteriors("Alarm", {"JohnCalls": [True]}), network.posteriors("Alarm", {"JohnCalls": [True]})
    )


def test_free_numbers_are_counted_and_fractions_noticed():
    assert burglary().n_parameters == 10
    assert not burglary().is_exact
    assert monty_hall().is_exact


def test_it_prints_its_factors_and_how_many_numbers_they_have():
    assert (
        repr(Factorization("[A][B|A]", [0.5, [0.5, 0.5]]))
        == "Factorization('p(A) p(B | A)', 3 free parameters)"
    )
