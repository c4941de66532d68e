import warnings

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.significance.friedman import ranks
from gnomon.assessment.significance.rank_differences import critical_difference, nemenyi_test, normal_p
from gnomon.errors import ParameterError

table = np.random.default_rng(0).normal(size=(12, 5)) + np.arange(5) / 3
first, second = np.triu_indices(5, 1)
mean_ranks = ranks(table).mean(axis=0)
differences = mean_ranks[first] - mean_ranks[second]


def test_nemenyi_and_the_normal_p_agree_with_scikit_posthocs():
    expected = scikit_posthocs.posthoc_nemenyi_friedman(table).to_numpy()[first, second]
    assert nemenyi_test(differences, 5, 12) == pytest.approx(expected, abs=1e-9)
    expected = scikit_posthocs.posthoc_siegel_friedman(table).to_numpy()[first, second]
    assert normal_p(differences, 5, 12) == pytest.approx(expected, abs=1e-9)


def test_the_critical_difference_agrees_with_autorank():
    import autorank

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = autorank.autorank(pd.DataFrame(np.exp(3 * table)), alpha=0.05, verbose=False)
    assert critical_difference(5, 12) == pytest.approx(result.cd, rel=0.002)


@pytest.mark.parametrize(
    ("k", "nemenyi_q", "dunn_q"),
    [(2, 1.960, 1.960), (3, 2.343, 2.241), (5, 2.728, 2.498), (10, 3.164, 2.773)],
)
def test_the_critical_values_are_those_of_demsar_2006_table_5(k, nemenyi_q, dunn_q):
    error = np.sqrt(k * (k + 1) / (6 * 20))
    # The table prints 2.394 + 0.000 and such, to three digits, from tables of the range.
    assert critical_difference(k, 20) / error == pytest.approx(nemenyi_q, abs=2e-3)
    assert critical_difference(k, 20, control=True) / error == pytest.approx(dunn_q, abs=2e-3)


@settings(max_examples=15)
@given(st.integers(2, 12), st.integers(2, 40), st.sampled_from([0.9, 0.95]))
def test_a_difference_is_refused_just_when_it_is_beyond_the_critical_one(k, n, level):
    critical = critical_difference(k, n, level)
    below, above = nemenyi_test([0.999 * critical, 1.001 * critical], k, n)
    assert above < 1 - level < below


def test_two_learners_need_no_correction():
    assert nemenyi_test([0.4], 2, 10) == pytest.approx(normal_p([0.4], 2, 10), abs=1e-8)


def test_one_learner_is_refused():
    with pytest.raises(ParameterError, match="n_learners=1, n_sets=3"):
        critical_difference(1, 3, control=False)
