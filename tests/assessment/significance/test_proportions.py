import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from gnomon.assessment.significance.proportions import (
    two_means_test,
    two_proportions_interval,
    two_proportions_test,
)
from gnomon.errors import ParameterError

shares = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(shares, shares)
def test_z_and_interval_agree_with_statsmodels(first, second):
    result = two_proportions_test(*first, *second)
    if 0 < first[0] + second[0] < first[1] + second[1]:
        statistic, p = proportions_ztest([first[0], second[0]], [first[1], second[1]])
        assert result.statistic == pytest.approx(statistic, abs=1e-9)
        assert result.p == pytest.approx(p)
    else:
        assert result.p == 1
    expected = confint_proportions_2indep(*first, *second, method="newcomb")
    assert two_proportions_interval(*first, *second) == pytest.approx(expected, abs=1e-9)


@given(
    st.lists(st.floats(-5, 5), min_size=2, max_size=20), st.lists(st.floats(-5, 5), min_size=2, max_size=20)
)
def test_welchs_t_agrees_with_scipy(first, second):
    if min(np.std(first), np.std(second)) > 1e-3:
        expected = stats.ttest_ind(first, second, equal_var=False)
        result = two_means_test(first, second)
        assert result.statistic == pytest.approx(expected.statistic)
        assert result.p == pytest.approx(expected.pvalue)


def test_pairing_finds_what_two_samples_do_not():
    random = np.random.default_rng(0)
    hard = random.normal(size=100)
    a, b = hard + random.normal(0.15, 0.2, 100), hard + random.normal(0, 0.2, 100)
    assert two_means_test(a, b).p > 0.1
    assert stats.ttest_rel(a, b).pvalue < 0.001


def test_constant_samples_differ_without_certainty():
    assert two_means_test([1.0, 1.0], [1.0, 1.0]).p == 1
    assert 0 < two_means_test([1.0, 1.0], [2.0, 2.0]).p < 1


def test_what_is_no_share_is_refused():
    for bad in ((5, 3), (-1, 3), (0, 0)):
        with pytest.raises(ParameterError, match="0 <= count <= n"):
            two_proportions_test(*bad, 1, 2)
