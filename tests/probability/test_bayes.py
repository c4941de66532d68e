from fractions import Fraction
from math import inf

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from gnomon.assessment.decisions.diagnosis import DiagnosticTest
from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.probability.bayes import bayes_table, normalize, sequential_bayes
from gnomon.probability.frequencies import VennDiagram, natural_frequencies

weights = st.lists(st.integers(1, 20), min_size=3, max_size=3)


@given(weights, weights, weights)
def test_evidence_may_come_at_once_or_in_any_order(prior, one, two):
    before = {k: Fraction(w, sum(prior)) for k, w in enumerate(prior)}
    first, second = ({k: Fraction(w, 20) for k, w in enumerate(likelihood)} for likelihood in (one, two))
    at_once = bayes_table(before, first, second)
    assert at_once.posterior == bayes_table(before, first).update(second).posterior
    assert at_once.posterior == bayes_table(before, second).update(first).posterior
    assert sum(at_once.posterior.values()) == 1
    assert at_once.posterior == normalize(at_once.product)


@given(weights, weights)
def test_odds_multiply(prior, likelihood):
    table = bayes_table(
        {k: Fraction(w, sum(prior)) for k, w in enumerate(prior)},
        {k: Fraction(w, 20) for k, w in enumerate(likelihood)},
    )
    assert table.posterior_odds(0, 1) == table.likelihood_ratio(0, 1) * table.prior_odds(0, 1)
    lengths = table.code_lengths()
    assert lengths["total"].idxmin() == table.map_hypothesis or lengths["total"].min() == pytest.approx(
        lengths["total"][table.map_hypothesis]
    )
    np.testing.assert_allclose(lengths["hypothesis"] + lengths["evidence"], lengths["total"])


def test_steps_follow_the_evidence_one_piece_at_a_time():
    prior, heads = {"fair": "1/2", "two-headed": "1/2"}, {"fair": "1/2", "two-headed": 1}
    assert sequential_bayes(prior, heads, heads, heads)["fair"].tolist() == pytest.approx(
        [1 / 2, 1 / 3, 1 / 5, 1 / 9]
    )
    assert len(sequential_bayes(prior)) == 1


def test_floats_stay_floats_and_fractions_fractions():
    assert isinstance(bayes_table({"a": 0.5, "b": 0.5}, {"a": "1/3", "b": "2/3"}).posterior["a"], float)
    assert bayes_table({"a": "1/2", "b": "1/2"}, {"a": "1/3", "b": "2/3"}).posterior["a"] == Fraction(1, 3)


def test_thousands_of_small_factors_do_not_vanish():
    pieces = [{"a": 1e-5, "b": 1.1e-5}] * 1000
    table = bayes_table({"a": 0.5, "b": 0.5}, *pieces)
    logs = 1000 * np.log([1e-5, 1.1e-5])
    assert table.posterior["a"] == pytest.approx(softmax(logs)[0], rel=1e-9)
    assert table.map_hypothesis == table.ml_hypothesis == "b"
    assert table.likelihood["a"] == 0.0
    assert table.likelihood_ratio("b", "a") == pytest.approx(np.exp(logs[1] - logs[0]), rel=1e-9)
    assert table.code_lengths()["evidence"]["a"] == pytest.approx(-logs[0] / np.log(2))


def test_densities_may_exceed_1_but_have_no_counts():
    table = bayes_table({"a": 0.5, "b": 0.5}, {"a": 3.0, "b": 1.0})
    assert table.posterior["a"] == 0.75
    with pytest.raises(DataError, match="density"):
        natural_frequencies(table)


def test_lists_and_series_name_the_hypotheses_too():
    listed = bayes_table([0.2, 0.8], [0.5, 0.25])
    assert listed.posterior == pytest.approx({0: 1 / 3, 1: 2 / 3})
    named = bayes_table(pd.Series({"a": 0.2, "b": 0.8}), {"b": 0.25, "a": 0.5})
    assert list(named.posterior.values()) == list(listed.posterior.values())
    with pytest.raises(ParameterError, match="mapping of names"):
        bayes_table(None)


def test_the_first_of_equals_is_chosen_and_weights_can_turn_it():
    table = bayes_table({"a": 0.5, "b": 0.5}, {"a": 0.3, "b": 0.3})
    assert (table.ml_hypothesis, table.map_hypothesis) == ("a", "a")
    assert table.decide({"a": 1, "b": 1}) == "a"
    assert table.decide({"a": 1, "b": 1.01}) == "b"


def test_an_impossible_rival_is_beaten_without_limit():
    table = bayes_table({"a": "1/2", "b": "1/2"}, {"a": "1/3", "b": 0})
    assert table.likelihood_ratio("a", "b") == inf
    assert table.break_even_prior("a", "b") == 0
    assert table.break_even_prior("b", "a") == 1
    assert table.code_lengths()["total"]["b"] == inf


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_the_table_agrees_with_the_diagnostic_test(prior, sensitivity, false_alarm):
    table = bayes_table({"ill": prior, "well": 1 - prior}, {"ill": sensitivity, "well": false_alarm})
    test = DiagnosticTest(sensitivity, false_alarm)
    assert table.posterior["ill"] == pytest.approx(test.posterior(prior), rel=1e-9)
    tree, counts = test.frequency_tree(prior, 1000), natural_frequencies(table, 1000)
    assert counts.loc["ill", "with"] == pytest.approx(tree.ill_positive)
    assert counts.loc["well", "without"] == pytest.approx(tree.well_negative)
    assert counts.loc["all", "all"] == pytest.approx(1000)


def test_the_diagnostic_test_keeps_fractions_too():
    test = DiagnosticTest(Fraction(95, 100), Fraction(1, 100))
    assert test.posterior(Fraction(28, 1000)) == Fraction(665, 908)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: bayes_table({}), DataError),
        (lambda: bayes_table({"a": 0.5, "b": 0.6}), DataError),
        (lambda: bayes_table({"a": "1/2", "b": "1/2"}, {"a": 0, "b": 0}), DataError),
        (lambda: bayes_table({"a": 1, "b": 0}, {"a": 0, "b": 1}), DataError),
        (lambda: bayes_table({"a": 1}, {"b": 1}), DataError),
        (lambda: bayes_table({"a": 1}, {"a": -1}), ParameterError),
        (lambda: bayes_table({"a": 1}, {"a": np.nan}), ParameterError),
        (lambda: bayes_table({"a": 1.0}).likelihood_ratio("a", "c"), NameUnknown),
        (lambda: bayes_table({"a": 1, "b": 0, "c": 0}).prior_odds("b", "c"), DataError),
        (lambda: bayes_table({"a": 1}).decide({"b": 1}), DataError),
        (lambda: normalize({"a": 0}), DataError),
        (lambda: normalize({"a": -1, "b": 2}), DataError),
        (lambda: natural_frequencies(bayes_table({"a": 1}), 0), ParameterError),
    ],
)
def test_undefined_results_are_refused(call, error):
    with pytest.raises(error):
        call()


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(1, 9))
def test_venn_regions_obey_bayes_rule(both, only_a, only_b, neither):
    sets = VennDiagram(both, only_a, only_b, neither)
    assert sets.p_a + sets.p_b - sets.p_both + Fraction(neither) / sets.everything == 1
    if sets.p_a > 0 and sets.p_b > 0:
        assert sets.a_given_b == sets.b_given_a * sets.p_a / sets.p_b == sets.p_both / sets.p_b
    assert sets.frame()["probability"].sum() == pytest.approx(1)


def test_sets_and_sizes_give_the_same_regions():
    assert VennDiagram.of(range(10), {1, 2, 3}, {3, 4}) == VennDiagram(1, 2, 1, 6)
    assert VennDiagram(0.25, 0.25, 0.25, 0.25).a_given_b == 0.5


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: VennDiagram(0, 0, 0, 0), DataError),
        (lambda: VennDiagram(-1, 1, 1, 1), ParameterError),
        (lambda: VennDiagram(0, 0, 3, 1).b_given_a, DataError),
        (lambda: VennDiagram.of("ab", "c", "a"), DataError),
    ],
)
def test_regions_that_cannot_be_are_refused(call, error):
    with pytest.raises(error):
        call()


def test_frequencies_are_of_a_bayes_table():
    with pytest.raises(DataError, match="pass bayes_table"):
        natural_frequencies({"ill": 0.5, "well": 0.5})
