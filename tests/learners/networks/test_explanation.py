import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.networks.examples import burglary, monty_hall, random_network
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks import enumeration
from tests.learners.networks.enumeration import random_case, random_evidence


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_row_that_agrees_with_the_evidence_is_more_probable(seed):
    network, random = random_case(seed)
    evidence = random_evidence(network, random)
    best = max(p for _, p in enumeration.agreeing(network, evidence))
    if best == 0:
        with pytest.raises(DataError, match="has probability 0"):
            network.most_probable(evidence)
        return
    result = network.most_probable(evidence)
    assert result.joint == pytest.approx(best, rel=1e-12)
    assert result.probability == pytest.approx(best / enumeration.probability(network, evidence), rel=1e-12)
    assert {name: result[name] for name in evidence} == evidence


def test_when_both_call_the_best_single_story_is_an_alarm_for_no_reason():
    result = burglary().most_probable({"JohnCalls": True, "MaryCalls": True})
    assert result.joint == pytest.approx(0.999 * 0.998 * 0.001 * 0.9 * 0.7)
    assert str(result).startswith("Burglary=False, Earthquake=False, Alarm=True, JohnCalls=True")
    assert result.frame()["observed"].tolist() == [False, False, False, True, True]


def test_an_explanation_too_improbable_for_a_float_still_has_its_share():
    n = 700
    tables = {"y": 0.5, **{f"x{i}": {0: 0.001, 1: 0.002} for i in range(n)}}
    network = BayesianNetwork([("y", f"x{i}") for i in range(n)], tables)
    result = network.most_probable({f"x{i}": 1 for i in range(n - 1)})
    assert result["y"] == 1
    assert result.joint == 0.0
    assert result.probability == pytest.approx(0.998)


def test_fractions_give_an_exact_probability():
    result = monty_hall().most_probable({"Guess": "A", "Host": "B"})
    assert result["Car"] == "C"
    assert str(result.probability) == "2/3"


def test_completing_a_table_fills_only_its_gaps():
    network = random_network(12, 14, random_state=1)
    frame = network.sample(50, random_state=0).astype(object)
    is_missing = np.random.default_rng(0).random(frame.shape) < 0.4
    filled = network.complete(frame.mask(is_missing))
    assert not filled.isna().any().any()
    pd.testing.assert_frame_equal(filled.mask(is_missing, -1), frame.mask(is_missing, -1), check_dtype=False)
    assert (network.log_likelihood(filled) >= network.log_likelihood(frame) - 1e-12).all()
