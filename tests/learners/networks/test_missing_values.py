import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import NumericsWarning, ParameterError
from gnomon.learners.networks.examples import random_network
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks import enumeration
from tests.learners.networks.enumeration import random_case


def with_missing_values(network, n, share, seed):
    frame = network.sample(n, random_state=seed).astype(object)
    return frame.mask(np.random.default_rng(seed).random(frame.shape) < share, None)


def test_two_coins_one_step_by_hand():
    """A -> B, rows (0, 0), (1, 1), (?, 1): the start is Laplace's, then the hidden A is shared out."""
    rows = {"A": [0, 1, None], "B": [0, 1, 1]}
    with pytest.warns(NumericsWarning, match="max_iter=1 steps"):
        network = BayesianNetwork.learn("[A][B|A]", rows, max_iter=1)
    share = (1 / 2 * 2 / 3) / (1 / 2 * 2 / 3 + 1 / 2 * 1 / 3)
    np.testing.assert_allclose(network.tables["A"], [(2 - share) / 3, (1 + share) / 3])
    np.testing.assert_allclose(network.tables["B"], [[1 / (2 - share), (1 - share) / (2 - share)], [0, 1]])
    assert network.learned.n_iter == 1
    assert not network.learned.converged


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), prior=st.sampled_from([0.0, 0.5]))
def test_the_objective_never_falls_and_the_end_is_a_fixed_point(seed, prior):
    network = random_case(seed, n_nodes=4)[0]
    frame = with_missing_values(network, 25, 0.3, seed)
    result = BayesianNetwork.learn(
        network.graph, frame, prior=prior, levels=network.levels, tol=1e-13, max_iter=20_000
    )
    if result.learned is None:
        return
    history = result.learned.history
    assert (np.diff(history) >= -1e-9 * np.abs(history[:-1])).all()
    assert result.learned.converged
    assert len(result.learned.frame()) == len(history)
    wanted = result.log_likelihood(frame).sum()
    if prior:
        wanted += prior * sum(np.log(table).sum() for table in result.tables.values())
    assert history[-1] == pytest.approx(wanted, rel=1e-9)
    for name, table in result.tables.items():
        counts = expected_counts(result, frame, name, prior)
        # A state with hardly any weight may still move, but then moves next to nothing.
        np.testing.assert_allclose(table * counts.sum(axis=-1, keepdims=True), counts, atol=1e-4)


def expected_counts(network, frame, name, prior):
    """The next step's counts, by listing the joint distribution."""
    family = (*network.graph.parents_of(name), name)
    total = np.full([len(network.levels[each]) for each in family], prior)
    for row in frame.to_dict("records"):
        shown = {key: value for key, value in row.items() if value is not None and value == value}
        agreeing = enumeration.agreeing(network, shown)
        whole = sum(p for _, p in agreeing)
        for full, p in agreeing:
            total[tuple(network.levels[each].index(full[each]) for each in family)] += p / whole
    return total


def test_more_rows_bring_the_tables_nearer_in_spite_of_holes():
    network = random_network(6, 7, levels=(2, 2), random_state=0)
    gaps = []
    for n in (200, 20_000):
        result = BayesianNetwork.learn(network.graph, with_missing_values(network, n, 0.25, 1), prior=1)
        gaps.append(max(np.abs(result.tables[name] - network.tables[name]).max() for name in network.tables))
    assert gaps[1] < 0.06
    assert gaps[1] < gaps[0]


def test_weights_are_repetitions_with_holes_too():
    network = random_network(5, 5, levels=(2, 3), random_state=2)
    frame = with_missing_values(network, 40, 0.3, 0)
    weight = np.random.default_rng(0).integers(0, 3, size=40)
    a = BayesianNetwork.learn(network.graph, frame, prior=1, levels=network.levels, sample_weight=weight)
    b = BayesianNetwork.learn(
        network.graph, frame.loc[frame.index.repeat(weight)], prior=1, levels=network.levels
    )
    for name in network.tables:
        np.testing.assert_allclose(a.tables[name], b.tables[name], atol=1e-12)


def test_a_hidden_cause_is_found_from_its_effects():
    truth = BayesianNetwork(
        [("h", f"x{i}") for i in range(5)], {"h": 0.4, **{f"x{i}": {0: 0.1, 1: 0.85} for i in range(5)}}
    )
    frame = truth.sample(5000, random_state=0)
    result = BayesianNetwork.learn(truth.graph, frame.drop(columns="h"), levels={"h": (0, 1)})
    guess = result.predict("h", frame.drop(columns="h"))
    assert max(np.mean(guess == frame["h"]), np.mean(guess != frame["h"])) > 0.95
    assert result.log_likelihood(frame.drop(columns="h")).sum() >= (
        truth.log_likelihood(frame.drop(columns="h")).sum()
    )


def test_a_value_absent_from_complete_families_is_no_obstacle():
    """C=1 is never seen together with its parent, so plain counts would call the third row impossible."""
    result = BayesianNetwork.learn("[B][C|B]", {"B": [0, 1, None], "C": [0, 0, 1]})
    assert result.learned.converged
    assert np.isfinite(result.learned.history).all()
    assert result.query("C")[1] == pytest.approx(1 / 3, abs=1e-3)


def test_bad_settings_are_refused():
    rows = {"A": [0, None]}
    with pytest.raises(ParameterError, match="tol=0"):
        BayesianNetwork.learn("[A]", rows, tol=0)
    with pytest.raises(ParameterError, match="exact=True"):
        BayesianNetwork.learn("[A]", rows, exact=True)
