import copy
import pickle
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import skops.io
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.learners.networks.examples import burglary, monty_hall, random_network
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks import enumeration
from tests.learners.networks.enumeration import random_case, random_evidence
from tests.learners.networks.pgmpy_peer import VariableElimination, pgmpy_network

seeds = st.integers(0, 2**32 - 1)
rain = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.0, 1: 0.9}})


@settings(max_examples=120, deadline=None)
@given(seed=seeds, method=st.sampled_from(["elimination", "junction tree", "enumeration"]))
def test_every_method_answers_as_listing_the_joint_distribution_does(seed, method):
    network, random = random_case(seed)
    evidence = random_evidence(network, random)
    free = [name for name in network.graph.nodes if name not in evidence]
    if not free:
        return
    targets = list(random.permutation(free)[: random.integers(1, 4)])
    wanted = enumeration.posterior(network, targets, evidence)
    if wanted is None:
        with pytest.raises(DataError, match="has probability 0"):
            network.query(targets, evidence, method=method)
    else:
        answer = network.query(targets, evidence, method=method)
        np.testing.assert_allclose(answer.values, wanted, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(
        network.probability(evidence), enumeration.probability(network, evidence), rtol=1e-12, atol=1e-300
    )


@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_many_rows_at_once_are_answered_as_one_by_one(seed):
    network, random = random_case(seed, zeros=0.0)
    codes = network.codes(network.sample(19, random_state=seed))
    codes[random.random(codes.shape) < 0.5] = -1
    rows = [
        {
            name: network.levels[name][code]
            for name, code in zip(network.graph.nodes, row, strict=True)
            if code >= 0
        }
        for row in codes
    ]
    frame = pd.DataFrame(rows, columns=list(network.graph.nodes), index=range(len(rows)), dtype=object)
    marginals = network.marginals(frame)
    np.testing.assert_allclose(
        network.log_likelihood(frame),
        [np.log(enumeration.probability(network, row)) for row in rows],
        atol=1e-12,
    )
    for name in network.graph.nodes:
        left_out = [{k: v for k, v in row.items() if k != name} for row in rows]
        wanted = [enumeration.posterior(network, [name], row) for row in left_out]
        np.testing.assert_allclose(network.posteriors(name, frame), wanted, atol=1e-13)
        wanted = [enumeration.posterior(network, [name], row) for row in rows]
        np.testing.assert_allclose(marginals[name], wanted, atol=1e-13)


def test_a_network_of_alarm_size_agrees_with_pgmpy():
    network = random_network(random_state=3)
    codes = network.codes(network.sample(6, random_state=0))
    codes[np.random.default_rng(0).random(codes.shape) < 0.7] = -1
    answers = network.posteriors("x20", network_rows(network, codes))
    asked = VariableElimination(pgmpy_network(network))
    for row, answer in zip(codes, answers, strict=True):
        evidence = {f"x{i}": int(code) for i, code in enumerate(row) if code >= 0 and i != 20}
        theirs = asked.query(["x20"], evidence=evidence, show_progress=False).values
        np.testing.assert_allclose(answer, theirs, atol=1e-12)


def network_rows(network, codes):
    names = network.graph.nodes
    return {name: [int(c) if c >= 0 else None for c in codes[:, i]] for i, name in enumerate(names)}


def test_the_joint_probability_is_the_product_of_the_tables():
    network = burglary()
    row = {"Burglary": False, "Earthquake": False, "Alarm": True, "JohnCalls": True, "MaryCalls": True}
    assert network.joint(row) == pytest.approx(0.9 * 0.7 * 0.001 * 0.999 * 0.998, rel=1e-14)
    with pytest.raises(DataError, match="no value for 'MaryCalls'"):
        network.joint({key: row[key] for key in list(row)[:-1]})


def test_probabilities_too_small_for_a_float_do_not_vanish():
    n = 1500
    network = BayesianNetwork(
        [("y", f"x{i}") for i in range(n)], {"y": 0.5} | {f"x{i}": {0: 0.01, 1: 0.02} for i in range(n)}
    )
    evidence = {f"x{i}": 1 for i in range(600)}
    wanted = 1 / (1 + 0.5**600)
    assert network.query("y", evidence)[1] == pytest.approx(wanted)
    assert network.posteriors("y", {k: [v] for k, v in evidence.items()})[0, 1] == pytest.approx(wanted)
    log_p = network.log_likelihood({k: [v] for k, v in evidence.items()})[0]
    assert log_p == pytest.approx(np.log(0.5) + np.logaddexp(600 * np.log(0.01), 600 * np.log(0.02)))


@settings(max_examples=30, deadline=None)
@given(seed=seeds)
def test_setting_nodes_by_hand_is_the_truncated_product(seed):
    network, random = random_case(seed, zeros=0.0)
    actions = random_evidence(network, random, share=0.3)
    after = network.do(actions)
    before = {
        tuple(row.values()): np.prod(
            [enumeration.entry(network, name, row) for name in row if name not in actions]
        )
        for row, _ in enumeration.agreeing(network, actions)
    }
    for row, p in enumeration.rows(after):
        assert p == pytest.approx(before.get(tuple(row.values()), 0.0), rel=1e-12)


def test_setting_the_sprinkler_says_nothing_of_the_clouds_but_seeing_it_does():
    from gnomon.learners.networks.examples import sprinkler

    network = sprinkler()
    assert network.query("Cloudy", {"Sprinkler": True})[True] == pytest.approx(0.05 / 0.3)
    assert network.do({"Sprinkler": True}).query("Cloudy")[True] == pytest.approx(0.5)


def test_fractions_stay_exact_through_elimination_and_do():
    network = BayesianNetwork("[A][B|A]", {"A": Fraction(1, 3), "B": {0: Fraction(1, 7), 1: Fraction(2, 5)}})
    assert network.query("A", {"B": 1})[1] == Fraction(2, 15) / (Fraction(2, 15) + Fraction(2, 21))
    assert network.probability({"B": 1}) == Fraction(24, 105)
    assert network.do({"B": 0}).query("A")[1] == Fraction(1, 3)
    assert network.query("A", {"B": 1}, method="enumeration")[1] == network.query("A", {"B": 1})[1]
    assert network.messages({"B": 1})["A"][1] == network.query("A", {"B": 1})[1]


def test_impossible_evidence_is_refused_with_a_way_out():
    calls = [
        lambda: rain.query("rain", {"wet": 1, "rain": 0}),
        lambda: BayesianNetwork("[A][B|A]", {"A": [1.0, 0.0], "B": [0.0, 1.0]}).query("A", {"B": 1}),
        lambda: BayesianNetwork("[A][B|A]", {"A": [1.0, 0.0], "B": [0.0, 1.0]}).most_probable({"B": 1}),
        lambda: BayesianNetwork("[A][B|A]", {"A": [1.0, 0.0], "B": [0.0, 1.0]}).messages({"B": 1}),
    ]
    with pytest.raises(ParameterError, match="both a target and observed"):
        calls[0]()
    for call in calls[1:]:
        with pytest.raises(DataError, match=r"B=1 has probability 0 in this network.*prior=1"):
            call()


def test_an_impossible_row_is_named_or_gets_the_prior_if_asked():
    network = BayesianNetwork("[y][a|y][b|y]", {"y": 0.25, "a": [0.0, 1.0], "b": [0.0, 1.0]})
    data = {"a": [1, 1], "b": [1, 0]}
    with pytest.raises(DataError, match="row 1: a=1, b=0 has probability 0"):
        network.posteriors("y", data)
    np.testing.assert_allclose(network.posteriors("y", data, if_impossible="prior"), [[0, 1], [0.75, 0.25]])
    assert network.log_likelihood(data).tolist() == [pytest.approx(np.log(0.25)), -np.inf]
    with pytest.raises(DataError, match=r"row 1: .*a=1, b=0 has probability 0"):
        network.marginals(data)
    with pytest.raises(DataError, match=r"row 1: .*a=1, b=0 has probability 0"):
        network.complete({"y": [1, None], **data})


def test_bad_questions_are_refused():
    with pytest.raises(NameUnknown, match="no node 'snow'"):
        rain.query("snow")
    with pytest.raises(NameUnknown, match="no node 'snow'"):
        rain.query("rain", {"snow": 1})
    with pytest.raises(DataError, match=r"'wet' has no level 'yes'; its levels are \(0, 1\)"):
        rain.query("rain", {"wet": "yes"})
    with pytest.raises(ParameterError, match="each once"):
        rain.query(["rain", "rain"])
    with pytest.raises(ParameterError, match="at least one node"):
        rain.query([])
    with pytest.raises(DataError, match=r"evidence is \['wet'\]; pass the level of each observed node"):
        rain.query("rain", ["wet"])
    with pytest.raises(DataError, match="'rain' has no level 2"):
        rain.query("rain")[2]
    with pytest.raises(ParameterError, match="n=True"):
        rain.sample(True)
    with pytest.raises(ParameterError, match="method='guess'"):
        rain.query("rain", method="guess")
    with pytest.raises(ParameterError, match="if_impossible='nan'"):
        rain.posteriors("rain", {"wet": [1]}, if_impossible="nan")


def test_predictions_are_levels_in_the_users_own_words():
    network = BayesianNetwork(
        "[sky][wet|sky]",
        {"sky": {"blue": 0.7, "grey": 0.3}, "wet": {"blue": {"no": 0.9, "yes": 0.1}, "grey": [0.2, 0.8]}},
    )
    assert network.predict("sky", {"wet": ["yes", "no", None]}).tolist() == ["grey", "blue", "blue"]


def test_data_may_come_as_table_frame_dict_records_or_array():
    wanted = rain.posteriors("rain", {"wet": [1, 0]})
    for data in (
        pd.DataFrame({"wet": [1, 0]}),
        pd.DataFrame({"wet": pd.Categorical([1, 0]), "other": ["x", "y"]}),
        pd.DataFrame({"wet": ["1", "0"]}),
        [{"wet": 1}, {"wet": 0}],
        np.array([[np.nan, 1.0], [np.nan, 0.0]]),
        Table.of({"wet": [True, False]}),
        Table.of({"wet": [1, 0]}),
        Task({"wet": [1, 0]}, kind="clustering"),
    ):
        np.testing.assert_array_equal(rain.posteriors("rain", data), wanted)


def test_an_unseen_level_is_named_with_its_row():
    with pytest.raises(DataError, match=r"'wet' holds 2 at row 1, which is not among its levels \(0, 1\)"):
        rain.posteriors("rain", {"wet": [1, 2]})


def test_the_tree_of_a_dense_graph_is_refused_with_a_way_out():
    n = 30
    edges = [(f"x{i}", f"y{i}_{j}") for i in range(n) for j in range(i)]
    edges += [(f"x{j}", f"y{i}_{j}") for i in range(n) for j in range(i)]
    tables = {f"x{i}": 0.5 for i in range(n)}
    tables |= {f"y{i}_{j}": [[0.5, 0.5], [0.5, 0.5]] for i in range(n) for j in range(i)}
    network = BayesianNetwork(edges, tables)
    with pytest.raises(DataError, match="weighted_sample"):
        network.log_likelihood({"x0": [1]})


def test_a_network_can_be_copied_sent_to_another_process_and_kept_in_a_model_file():
    network = burglary()
    wanted = network.posteriors("Alarm", {"JohnCalls": [True]})
    file = skops.io.dumps(network)
    loaded = skops.io.loads(file, trusted=skops.io.get_untrusted_types(data=file))
    for twin in (copy.deepcopy(network), pickle.loads(pickle.dumps(network)), loaded):
        np.testing.assert_array_equal(twin.posteriors("Alarm", {"JohnCalls": [True]}), wanted)
        assert twin.query("Alarm")[True] == network.query("Alarm")[True]


def test_natural_frequencies_count_heads():
    network = burglary()
    frame = network.natural_frequencies("Burglary", {"Alarm": True}, n=1_000_000)
    assert frame["all"].tolist() == pytest.approx([999_000, 1000, 1_000_000])
    assert frame.loc["all", "with"] == pytest.approx(1e6 * network.probability({"Alarm": True}))
    share = frame.loc[True, "with"] / frame.loc["all", "with"]
    assert share == pytest.approx(network.query("Burglary", {"Alarm": True})[True])
    exact = monty_hall().natural_frequencies("Car", {"Guess": "A", "Host": "B"}, n=18)
    assert exact.loc[["A", "B", "C"], "with"].tolist() == pytest.approx([1, 0, 2])


def test_the_answer_prints_and_gives_a_frame():
    answer = rain.query(["rain", "wet"])
    assert answer[1, 1] == pytest.approx(0.18)
    assert answer.most_probable == (0, 0)
    assert answer.frame()["probability"].sum() == pytest.approx(1.0)
    assert str(answer).splitlines()[0] == "p(rain, wet)"
    with pytest.raises(DataError, match="no level 'x'"):
        rain.query("rain")["x"]
    assert repr(rain) == "BayesianNetwork('p(rain) p(wet | rain)', 3 free parameters)"


def test_elimination_shows_its_steps():
    frame = burglary().elimination("Burglary", {"MaryCalls": True}).frame()
    assert set(frame["node"]) == {"Alarm", "Earthquake"}, "John, who was not asked, is never looked at"
    assert frame["entries"].max() == 8


def test_a_full_row_of_a_large_network_does_not_vanish():
    """The probability itself is below every float; what follows from it is not."""
    n = 1200
    tables = {"y": 0.5, "z": {0: 0.25, 1: 0.75}, **{f"x{i}": {0: 0.4, 1: 0.4} for i in range(n)}}
    network = BayesianNetwork([("y", "z"), *(("y", f"x{i}") for i in range(n))], tables)
    evidence = {f"x{i}": 1 for i in range(n)}
    assert network.query("z", evidence)[1] == pytest.approx(0.5)
    assert network.query("y", {**evidence, "z": 1})[1] == pytest.approx(0.75)
    assert network.probability(evidence) == 0.0
    assert network.elimination("z", evidence).exponent < -1500
