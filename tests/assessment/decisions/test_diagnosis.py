from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.decisions.diagnosis import (
    DiagnosticTest,
    FrequencyTree,
    false_alarm_rate_needed,
    sensitivity_needed,
)
from gnomon.errors import DataError, ParameterError

shares = st.floats(0.01, 0.99)


@given(shares, shares, shares)
@settings(max_examples=60)
def test_posterior_odds_are_prior_odds_times_the_likelihood_ratio(prior, sensitivity, false_alarm):
    test = DiagnosticTest(sensitivity, false_alarm)
    for positive in (True, False):
        posterior = test.posterior(prior, positive)
        expected = prior / (1 - prior) * test.likelihood_ratio(positive)
        assert posterior / (1 - posterior) == pytest.approx(expected)


@given(shares, shares, shares)
@settings(max_examples=60)
def test_both_results_together_give_the_prior_back(prior, sensitivity, false_alarm):
    test = DiagnosticTest(sensitivity, false_alarm)
    mean = sum(test.chance(prior, each) * test.posterior(prior, each) for each in (True, False))
    assert mean == pytest.approx(prior)


@given(shares, shares, shares, st.floats(1, 1e6))
@settings(max_examples=60)
def test_the_tree_says_the_same_for_any_number_of_people(prior, sensitivity, false_alarm, n):
    test = DiagnosticTest(sensitivity, false_alarm)
    tree = test.frequency_tree(prior, n)
    assert tree.posterior == pytest.approx(test.posterior(prior))
    assert tree.frame().loc["all", "all"] == pytest.approx(n)


@given(shares, shares, shares)
@settings(max_examples=60)
def test_inverse_questions_undo_the_direct_one(prior, sensitivity, false_alarm):
    test = DiagnosticTest(sensitivity, false_alarm)
    posterior = test.posterior(prior)
    assert test.prior_for(posterior) == pytest.approx(prior)
    assert test.prior_for(test.posterior(prior, False), False) == pytest.approx(prior)
    result = sensitivity_needed(min(posterior, 1 - 1e-12), prior=prior, false_alarm=false_alarm)
    assert result == pytest.approx(sensitivity)
    assert false_alarm_rate_needed(posterior, prior=prior, sensitivity=sensitivity) == pytest.approx(
        false_alarm
    )


@given(shares, st.floats(0.5, 0.95), st.floats(0.05, 0.4), shares)
@settings(max_examples=60)
def test_repeats_are_just_enough(prior, sensitivity, false_alarm, posterior):
    test = DiagnosticTest(sensitivity, false_alarm)
    times = test.repeats_for(prior, posterior)
    assert test.posterior_after(prior, [True] * times) >= posterior - 1e-6
    if times:
        assert test.posterior_after(prior, [True] * (times - 1)) < posterior


def test_the_order_of_results_does_not_matter():
    test = DiagnosticTest(0.9, 0.2)
    assert test.posterior_after(0.1, [True, False]) == pytest.approx(test.posterior_after(0.1, [False, True]))


def test_certain_priors_and_faultless_tests():
    perfect = DiagnosticTest(1.0, 0.0)
    assert perfect.posterior(0.3) == 1
    assert perfect.posterior(0.3, positive=False) == 0
    assert perfect.likelihood_ratio() == inf
    assert perfect.repeats_for(0.3, 1.0) == 1
    useless = DiagnosticTest(0.4, 0.4)
    assert useless.posterior(0.3) == pytest.approx(0.3)
    assert DiagnosticTest(0.9, 0.1).posterior(0.0) == 0
    assert DiagnosticTest(0.9, 0.1).posterior(1.0) == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: DiagnosticTest(95, 0.01), ParameterError, "sensitivity=95"),
        (lambda: DiagnosticTest(0.95, float("nan")), ParameterError, "false_alarm=nan"),
        (lambda: DiagnosticTest(0.9, 0.1).posterior(2.8), ParameterError, "prior=2.8"),
        (lambda: DiagnosticTest(0.0, 0.0).posterior(0.5), DataError, "positive result has probability 0"),
        (
            lambda: DiagnosticTest(1.0, 1.0).likelihood_ratio(False),
            DataError,
            "negative result has probability 0",
        ),
        (lambda: DiagnosticTest(0.0, 0.0).frequency_tree(0.5).posterior, DataError, "has probability 0"),
        (lambda: DiagnosticTest(0.9, 0.1).frequency_tree(0.5, 0), ParameterError, "n=0"),
        (lambda: DiagnosticTest(1.0, 0.0).prior_for(0.5), ParameterError, "does not determine the prior"),
        (lambda: DiagnosticTest(0.4, 0.5).repeats_for(0.1, 0.5), ParameterError, "cannot be reached"),
        (lambda: DiagnosticTest(0.9, 0.1).repeats_for(0.1, 1.0), ParameterError, "cannot be reached"),
        (lambda: sensitivity_needed(0.9, prior=0.1, false_alarm=0.5), ParameterError, "above 1"),
        (lambda: false_alarm_rate_needed(1.0, prior=0.1, sensitivity=0.5), ParameterError, "posterior=1.0"),
    ],
)
def test_what_has_no_meaning_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_tree_without_a_positive_result_prints():
    assert "No one has a positive result" in str(FrequencyTree(10, 0, 4, 0, 6))
