from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks.enumeration import random_case

rows = {"A": ["x", "x", "y"], "B": [0, 1, 1]}


def test_plain_frequencies_are_the_maximum_likelihood():
    network = BayesianNetwork.learn("[A][B|A]", rows)
    assert network.levels == {"A": ("x", "y"), "B": (0, 1)}
    np.testing.assert_allclose(network.tables["A"], [2 / 3, 1 / 3])
    np.testing.assert_allclose(network.tables["B"], [[0.5, 0.5], [0.0, 1.0]])
    best = network.log_likelihood(rows).sum()
    for seed in range(20):
        random = np.random.default_rng(seed)
        other = BayesianNetwork(
            "[A][B|A]", [random.dirichlet([1, 1]), random.dirichlet([1, 1], size=2)], network.levels
        )
        assert other.log_likelihood(rows).sum() <= best


def test_priors_add_to_the_counts():
    graph = "[A][B|A]"
    laplace = BayesianNetwork.learn(graph, rows, prior=1)
    np.testing.assert_allclose(laplace.tables["B"], [[2 / 4, 2 / 4], [1 / 3, 2 / 3]])
    bdeu = BayesianNetwork.learn(graph, rows, prior=("bdeu", 4))
    np.testing.assert_allclose(bdeu.tables["A"], [(2 + 2) / 7, (1 + 2) / 7])
    np.testing.assert_allclose(bdeu.tables["B"], [[2 / 4, 2 / 4], [1 / 3, 2 / 3]])
    own = BayesianNetwork.learn(graph, rows, prior={"A": [3, 0]})
    np.testing.assert_allclose(own.tables["A"], [5 / 6, 1 / 6])
    np.testing.assert_allclose(own.tables["B"], [[0.5, 0.5], [0.0, 1.0]])


def test_exact_tables_are_fractions():
    network = BayesianNetwork.learn("[A][B|A]", rows, prior=1, exact=True)
    assert network.tables["A"].tolist() == [Fraction(3, 5), Fraction(2, 5)]
    assert network.query("A", {"B": 1})["y"] == Fraction(4, 15) / (Fraction(4, 15) + Fraction(3, 10))


def test_a_state_never_seen_is_even_and_warned_of():
    with pytest.warns(
        DataWarning, match=r"no row has A='z' \(1 of 3 configurations of the parents of 'B'\).*prior=1"
    ):
        network = BayesianNetwork.learn("[A][B|A]", rows, levels={"A": ("x", "y", "z")})
    np.testing.assert_allclose(network.tables["B"][2], [0.5, 0.5])
    with pytest.warns(DataWarning):
        exact = BayesianNetwork.learn("[A][B|A]", rows, levels={"A": ("x", "y", "z")}, exact=True)
    assert exact.tables["B"][2].tolist() == [Fraction(1, 2)] * 2


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_weights_are_repetitions(seed):
    network, random = random_case(seed)
    frame = network.sample(20, random_state=seed)
    weight = random.integers(0, 4, size=20)
    weight[0] += 1
    repeated = frame.loc[frame.index.repeat(weight)]
    a = BayesianNetwork.learn(network.graph, frame, prior=0.5, levels=network.levels, sample_weight=weight)
    b = BayesianNetwork.learn(network.graph, repeated, prior=0.5, levels=network.levels)
    for name in network.graph.nodes:
        np.testing.assert_allclose(a.tables[name], b.tables[name], atol=1e-14)


@pytest.mark.parametrize(
    "weight", [[1, 1], [1, 1, -1], [0, 0, 0], [1, 1, np.nan]], ids=["short", "negative", "nothing", "nan"]
)
def test_bad_weights_are_refused(weight):
    with pytest.raises(DataError, match="sample_weight"):
        BayesianNetwork.learn("[A][B|A]", rows, sample_weight=weight)


@pytest.mark.parametrize(
    "prior", [-1, "much", np.nan, [1, 2, 3], ("bdeu", -2), {"A": [1, 2, 3]}, {"A": [1, -1]}]
)
def test_bad_priors_are_refused(prior):
    with pytest.raises(ParameterError, match="prior="):
        BayesianNetwork.learn("[A][B|A]", rows, prior=prior)


def test_bad_data_are_refused():
    with pytest.raises(DataError, match="no column for the node 'C'"):
        BayesianNetwork.learn("[A][C|A]", rows)
    with pytest.raises(DataError, match="no rows"):
        BayesianNetwork.learn("[A]", {"A": []}, levels={"A": (0, 1)})
    with pytest.raises(DataError, match="'A' holds 'y' at row 2, which is not among its levels"):
        BayesianNetwork.learn("[A]", rows, levels={"A": ("x",)})
    with pytest.raises(DataError, match="2000 distinct values; discretize it"):
        BayesianNetwork.learn("[A]", {"A": np.arange(2000) / 7})
    with pytest.raises(DataError, match="no column has the name of a node"):
        BayesianNetwork.learn("[Z]", rows)
    with pytest.raises(DataError, match=r"shape \(3,\)"):
        BayesianNetwork.learn("[A]", np.zeros(3))
    with pytest.raises(DataError, match="differ in length"):
        BayesianNetwork.learn("[A][B|A]", {"A": [1, 2], "B": [1]})
    with pytest.raises(DataError, match=r"column 'A' is 1; pass a list"):
        BayesianNetwork.learn("[A]", {"A": 1})
    with pytest.raises(DataError, match="every value of the data is missing"):
        BayesianNetwork.learn("[A]", {"A": [None, None]}, levels={"A": (0, 1)})
    with pytest.raises(DataError, match="'A' has no observed value"):
        BayesianNetwork.learn("[A][B|A]", {"A": [None, None], "B": [0, 1]})


def test_levels_of_frames_are_kept_in_the_users_words():
    frame = pd.DataFrame({"A": pd.Categorical(["lo", "hi"], ["lo", "hi"]), "B": [True, False]})
    network = BayesianNetwork.learn("[A][B|A]", frame)
    assert network.levels == {"A": ("lo", "hi"), "B": (False, True)}
    assert network.query("B", {"A": "lo"})[True] == 1.0
