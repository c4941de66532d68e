import numpy as np
import pytest
from baycomp import CorrelatedTTest, SignedRankTest, SignTest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.significance.bayesian import (
    bayesian_correlated_t_test,
    bayesian_sign_test,
    bayesian_signed_rank_test,
    student_posterior,
)
from gnomon.assessment.significance.differences import corrected_t_test
from gnomon.errors import ParameterError

values = st.lists(st.floats(-1, 1), min_size=10, max_size=10).filter(lambda each: np.std(each) > 1e-3)


@given(values, st.floats(0.001, 0.3))
def test_the_correlated_t_agrees_with_baycomp(differences, rope):
    worse, equal, better = CorrelatedTTest.probs(np.zeros(10), np.array(differences), rope=rope, runs=1)
    result = bayesian_correlated_t_test(differences, rope, 1 / 9)
    assert (result.worse, result.equal, result.better) == pytest.approx((worse, equal, better), abs=1e-9)


@given(values)
def test_without_a_region_the_posterior_is_the_corrected_t_tests_tail(differences):
    result = bayesian_correlated_t_test(differences, 0.0, 1 / 9)
    p = corrected_t_test(differences, 1 / 9).p
    assert 2 * min(result.worse, result.better) == pytest.approx(p)
    assert result.worse + result.better == pytest.approx(1)


@given(values, st.floats(0, 0.5))
def test_turning_the_learners_round_turns_the_posterior(differences, rope):
    there, back = (
        bayesian_correlated_t_test(differences, rope, 0.25),
        bayesian_correlated_t_test(-np.array(differences), rope, 0.25),
    )
    assert there.better == pytest.approx(back.worse, abs=1e-12)
    assert there.equal == pytest.approx(back.equal, abs=1e-12)
    assert there.worse + there.equal + there.better == pytest.approx(1)


@pytest.mark.parametrize("shift", [-0.02, 0.0, 0.015, 0.05])
def test_sign_and_signed_rank_agree_with_baycomp_up_to_the_draws(shift):
    differences = np.random.default_rng(0).normal(shift, 0.04, 30)
    zeros = np.zeros(30)
    expected = SignTest.probs(zeros, differences, rope=0.01, random_state=1)
    result = bayesian_sign_test(differences, 0.01)
    assert (result.worse, result.equal, result.better) == pytest.approx(expected, abs=0.012)
    expected = SignedRankTest.probs(zeros, differences, rope=0.01, random_state=1)
    result = bayesian_signed_rank_test(differences, 0.01)
    assert (result.worse, result.equal, result.better) == pytest.approx(expected, abs=0.015)


def test_data_sets_without_a_difference_are_practically_equal():
    for posterior in (bayesian_sign_test, bayesian_signed_rank_test):
        assert posterior(np.zeros(10), 0.01).verdict() == "practically equal"
        assert posterior(np.full(10, 0.2), 0.01).verdict() == "better"
        assert posterior(np.full(10, -0.2), 0.01).verdict() == "worse"
        assert posterior([0.2, -0.2], 0.01).verdict() == "undecided"


def test_the_same_seed_gives_the_same_posterior():
    differences = np.random.default_rng(0).normal(size=12)
    assert bayesian_sign_test(differences, 0.1) == bayesian_sign_test(differences, 0.1)
    assert bayesian_signed_rank_test(differences, 0.1) == bayesian_signed_rank_test(differences, 0.1)


def test_no_spread_is_no_certainty_over_folds():
    result = bayesian_correlated_t_test(np.full(5, 0.1), 0.01, 0.25)
    assert 0.5 < result.better < 0.95
    assert bayesian_correlated_t_test(np.zeros(5), 0.01, 0.25).equal == 1
    assert student_posterior(0.5, 0.0, 3, 0.01).better == 1


def test_what_is_no_size_is_refused():
    for rope in (-0.1, np.inf):
        with pytest.raises(ParameterError, match="rope"):
            bayesian_sign_test([0.1], rope)
    with pytest.raises(ParameterError, match="prior"):
        bayesian_signed_rank_test([0.1], 0.01, prior=-1)
    with pytest.raises(ParameterError, match="times=0"):
        bayesian_sign_test([0.1], 0.01, times=0)
