import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from scipy import stats

from gnomon.assessment.significance.mcnemar import VARIANTS, disagreements, mcnemar_interval, mcnemar_test
from gnomon.errors import DataError, ParameterError

counts = st.integers(0, 60)


@given(counts, counts)
def test_the_exact_p_is_the_binomial_one(first, second):
    if first + second:
        expected = stats.binomtest(first, first + second).pvalue
        assert mcnemar_test(first, second, "exact").p == pytest.approx(expected)


@given(st.integers(1, 60), st.integers(1, 60))
def test_chi_squared_agrees_with_mlxtend_with_and_without_continuity(first, second):
    table = np.array([[5, first], [second, 5]])
    for continuity in (True, False):
        if first == second and continuity:
            # There |b - c| - 1 is squared to 1 by mlxtend; equal counts show no difference at all.
            assert mcnemar_test(first, second, "chi-squared").p == 1
            continue
        statistic, p = mlxtend_mcnemar(table, corrected=continuity, exact=False)
        result = mcnemar_test(first, second, "chi-squared", continuity=continuity)
        assert result.statistic == pytest.approx(statistic)
        assert result.p == pytest.approx(p)


@given(counts, counts)
def test_mid_p_is_below_exact_by_the_chance_of_what_was_seen(first, second):
    exact, mid = mcnemar_test(first, second, "exact").p, mcnemar_test(first, second, "mid-p").p
    assert mid <= exact
    if first != second:
        seen = stats.binom.pmf(min(first, second), first + second, 0.5)
        assert mid == pytest.approx(exact - seen)


@settings(max_examples=40)
@given(counts, counts, st.sampled_from(VARIANTS), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_the_interval_leaves_out_0_just_when_the_test_refuses_it(first, second, variant, level):
    p = mcnemar_test(first, second, variant).p
    low, high = mcnemar_interval(first, second, 150, level, variant)
    if abs(p - (1 - level)) > 1e-9:
        assert (low > 0 or high < 0) == (p < 1 - level)
    assert low - 1e-12 <= (first - second) / 150 <= high + 1e-12
    assert mcnemar_interval(second, first, 150, level, variant) == pytest.approx((-high, -low))


def test_exact_never_refuses_too_often_and_mid_p_comes_closer():
    # The size of the test over all outcomes of 40 rows that tell the two apart.
    seen = np.arange(41)
    chance = stats.binom.pmf(seen, 40, 0.5)
    size = {v: chance @ [mcnemar_test(k, 40 - k, v).p < 0.05 for k in seen.tolist()] for v in VARIANTS}
    assert size["exact"] <= 0.05
    assert size["exact"] <= size["mid-p"] <= 0.055


def test_rows_are_counted_by_who_gets_them_right_and_by_weight():
    first, second = np.array([1, 1, 0, 1, 0]), np.array([1, 0, 1, 0, 0])
    assert disagreements(first, second) == (2, 1)
    weight = np.array([1.0, 2.0, 3.0, 0.0, 1.0])
    assert disagreements(first, second, weight) == (2, 3)
    times = weight.astype(int)
    assert disagreements(first.repeat(times), second.repeat(times)) == (2, 3)
    with pytest.raises(DataError, match="row 1 has a fractional weight"):
        disagreements(first, second, np.array([1.0, 0.5, 1.0, 1.0, 1.0]))


def test_rows_that_never_differ_say_nothing():
    for variant in VARIANTS:
        assert mcnemar_test(0, 0, variant).p == 1
        assert mcnemar_interval(0, 0, 10, variant=variant) == (0, 0)
        assert mcnemar_test(0, 8, variant).p < 0.05


def test_what_is_no_count_is_refused():
    with pytest.raises(ParameterError, match="only_first=-1"):
        mcnemar_test(-1, 2)
    with pytest.raises(ParameterError, match="'mid-p'"):
        mcnemar_test(1, 2, "asymptotic")
