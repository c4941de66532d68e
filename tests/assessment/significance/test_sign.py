import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.significance.sign import median_interval, sign_test


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=40))
def test_the_sign_test_is_the_binomial_test_of_what_is_not_0(values):
    plus, minus = sum(v > 0 for v in values), sum(v < 0 for v in values)
    expected = stats.binomtest(plus, plus + minus).pvalue if plus + minus else 1
    assert sign_test(values).p == pytest.approx(expected)
    assert sign_test([-v for v in values]).p == pytest.approx(expected)


@given(st.lists(st.integers(-9, 30).filter(bool), min_size=1, max_size=30))
def test_the_interval_of_the_median_leaves_out_0_just_when_the_test_refuses_it(values):
    low, high = median_interval(values)
    assert (low > 0 or high < 0) == (sign_test(values).p <= 0.05)


def test_the_interval_of_the_median_has_at_least_nominal_coverage():
    random = np.random.default_rng(0)
    bounds = [median_interval(random.exponential(size=25)) for _ in range(1000)]
    assert 0.94 <= np.mean([low <= np.log(2) <= high for low, high in bounds]) <= 0.98


def test_few_values_have_no_bounds():
    assert median_interval([1.0, 2.0, 3.0, 4.0, 5.0]) == (-np.inf, np.inf)
    assert sign_test([0.0]).p == 1
