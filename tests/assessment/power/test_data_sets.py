import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.power import data_sets_needed, sign_power, wilcoxon_power
from gnomon.assessment.power.needed import first
from gnomon.assessment.significance.sign import sign_test
from gnomon.assessment.significance.signed_rank import wilcoxon_test
from gnomon.errors import ParameterError


@pytest.mark.parametrize("ratio", [1.2, 0.7, 0.45])
def test_the_data_sets_needed_give_the_power_by_simulation(ratio):
    needed = data_sets_needed(ratio, 1.0).number
    values = np.random.default_rng(0).normal(ratio, 1, size=(800, needed))
    assert np.mean([wilcoxon_test(each).p < 0.05 for each in values]) == pytest.approx(0.8, abs=0.07)
    needed = data_sets_needed(ratio, 1.0, test="sign").number
    values = np.random.default_rng(0).normal(ratio, 1, size=(800, needed))
    assert np.mean([sign_test(each).p < 0.05 for each in values]) >= 0.77


def test_the_sign_power_is_exact_and_stays_enough_beyond_the_number_needed():
    seen = np.arange(21)
    refused = np.array([stats.binomtest(int(k), 20).pvalue <= 0.05 for k in seen])
    assert sign_power(0.8, 20) == pytest.approx(stats.binom.pmf(seen, 20, 0.8) @ refused)
    needed = data_sets_needed(0.7, 1.0, test="sign").number
    wins = stats.norm.cdf(0.7)
    assert min(sign_power(wins, n) for n in range(needed, needed + 60)) >= 0.8
    assert sign_power(wins, needed - 1) < 0.8


def test_fewer_than_six_data_sets_can_show_nothing():
    assert wilcoxon_power(100, 1.0, 5) == 0
    assert sign_power(1.0, 5) == 0
    assert data_sets_needed(100, 1.0).number == 6
    assert data_sets_needed(100, 1.0, test="sign").number == 6


def test_the_sign_test_needs_more_data_sets_than_wilcoxon():
    assert data_sets_needed(0.5, 1.0, test="sign").number > data_sets_needed(0.5, 1.0).number


def test_what_cannot_be_had_is_refused():
    with pytest.raises(ParameterError, match="'wilcoxon' or 'sign'"):
        data_sets_needed(0.1, 1.0, test="t")
    with pytest.raises(ParameterError, match="more than 2000 data sets"):
        data_sets_needed(1e-4, 1.0, test="sign")
    with pytest.raises(ParameterError, match="more than"):
        first(lambda number: False)
    with pytest.raises(ParameterError, match="wins"):
        sign_power(1.5, 10)
