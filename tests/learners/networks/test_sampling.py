import numpy as np
import pandas as pd
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.examples import burglary, random_network, sprinkler
from gnomon.learners.networks.learning import family_counts
from gnomon.learners.networks.network import BayesianNetwork


def test_samples_have_the_frequencies_of_the_network():
    network = random_network(10, 12, random_state=4)
    n = 40_000
    frame = network.sample(n, random_state=0)
    for name in network.graph.nodes:
        wanted = network.query(name).values
        result = np.bincount(frame[name], minlength=len(wanted)) / n
        assert (np.abs(result - wanted) < 5 * np.sqrt(wanted * (1 - wanted) / n) + 1e-12).all()


def test_learning_from_a_sample_gives_the_tables_back():
    network = random_network(8, 9, levels=(2, 3), random_state=1)
    rows = network.sample(60_000, random_state=2)
    again = BayesianNetwork.learn(network.graph, rows)
    counts = family_counts(network.graph, network.codes(rows), network.sizes, None)
    for name, count in zip(network.graph.nodes, counts, strict=True):
        p, n = network.tables[name], count.sum(axis=-1, keepdims=True)
        assert (np.abs(again.tables[name] - p) < 5 * np.sqrt(p * (1 - p) / n)).all()


def test_one_seed_gives_one_sample():
    pd.testing.assert_frame_equal(
        burglary().sample(50, random_state=3), burglary().sample(50, random_state=3)
    )


def test_an_impossible_level_is_never_drawn():
    network = BayesianNetwork("[A]", {"A": [0.0, 0.1, 0.2, 0.7, 0.0]})
    assert set(network.sample(5000, random_state=0)["A"]) == {1, 2, 3}


def test_weighted_rows_estimate_the_posterior_within_their_standard_error():
    network = sprinkler()
    evidence = {"WetGrass": True, "Cloudy": True}
    sample = network.weighted_sample(20_000, evidence, random_state=0)
    gap = np.abs(sample.query("Rain").values - network.query("Rain", evidence).values)
    assert (gap < 4 * sample.standard_error("Rain")).all()
    assert sample.standard_error("Rain").max() < 0.01
    assert sample.probability == pytest.approx(network.probability(evidence), rel=0.02)
    assert 1 < sample.effective_size <= 20_000
    assert sample.frame()["WetGrass"].all()
    assert "weight" in sample.frame()


def test_standard_errors_cover_as_they_should():
    network, evidence = burglary(), {"JohnCalls": True}
    truth = network.query("Alarm", evidence)[True]
    inside = 0
    for seed in range(200):
        sample = network.weighted_sample(4000, evidence, random_state=seed)
        inside += abs(sample.query("Alarm")[True] - truth) < 1.96 * sample.standard_error("Alarm")[1]
    assert 0.85 < inside / 200 <= 1.0, "ten rows tell of the alarm, so coverage is a little low"


def test_weights_too_small_for_a_float_still_tell_the_rows_apart():
    n = 400
    network = BayesianNetwork(
        [("y", f"x{i}") for i in range(n)], {"y": 0.5, **{f"x{i}": {0: 0.1, 1: 0.101} for i in range(n)}}
    )
    evidence = {f"x{i}": 1 for i in range(n)}
    sample = network.weighted_sample(20_000, evidence, random_state=0)
    assert sample.query("y")[1] == pytest.approx(network.query("y", evidence)[1], abs=0.01)


def test_evidence_that_no_row_meets_is_refused():
    network = BayesianNetwork("[A][B|A]", {"A": [1.0, 0.0], "B": [0.0, 1.0]})
    with pytest.raises(DataError, match="none of 10 rows agrees"):
        network.weighted_sample(10, {"B": 1}, random_state=0)
    with pytest.raises(ParameterError, match="n=0"):
        network.sample(0)
