from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.significance.signed_rank import pseudo_median, pseudo_median_interval, wilcoxon_test


@given(st.lists(st.integers(-1000, 1000).filter(bool), min_size=1, max_size=40, unique_by=abs))
def test_without_ties_the_exact_test_agrees_with_scipy(values):
    assert wilcoxon_test(values).p == pytest.approx(stats.wilcoxon(values, method="exact").pvalue)


@settings(max_examples=30)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9))
def test_with_ties_the_exact_test_counts_all_signs(values):
    nonzero = np.array([each for each in values if each])
    if not len(nonzero):
        assert wilcoxon_test(values).p == 1
        return
    ranks = stats.rankdata(np.abs(nonzero))
    sums = np.array([ranks @ np.array(signs) for signs in product([0, 1], repeat=len(ranks))])
    seen = ranks @ (nonzero > 0)
    expected = min(1, 2 * min(np.mean(sums <= seen + 1e-9), np.mean(sums >= seen - 1e-9)))
    assert wilcoxon_test(values).p == pytest.approx(expected)


def test_many_differences_agree_with_scipys_normal_form_ties_and_zeros_too():
    random = np.random.default_rng(0)
    for values in (random.normal(0.2, 1, 80), random.integers(-3, 5, 200).astype(float)):
        expected = stats.wilcoxon(values, method="asymptotic", correction=False).pvalue
        assert wilcoxon_test(values).p == pytest.approx(expected)


def test_the_exact_and_the_normal_form_meet():
    values = np.random.default_rng(1).normal(0.3, 1, 50)
    assert wilcoxon_test(values).p == pytest.approx(
        stats.wilcoxon(values, method="asymptotic", correction=False).pvalue, abs=0.005
    )


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=15))
def test_the_center_is_the_median_of_the_means_of_pairs(values):
    means = [(a + b) / 2 for a, b in combinations_with_replacement(values, 2)]
    assert pseudo_median(values) == pytest.approx(np.median(means), abs=1e-12)


@given(st.lists(st.floats(0.001, 5), min_size=6, max_size=15, unique=True), st.floats(-1, 1))
def test_the_interval_moves_with_the_values_and_holds_the_center(values, shift):
    low, high = pseudo_median_interval(values)
    assert low <= pseudo_median(values) <= high
    moved = pseudo_median_interval(np.array(values) + shift)
    assert moved == pytest.approx((low + shift, high + shift), abs=1e-9)


@settings(max_examples=50)
@given(st.lists(st.integers(-50, 80), min_size=6, max_size=20, unique_by=abs).filter(lambda v: 0 not in v))
def test_the_interval_leaves_out_0_just_when_the_test_refuses_it(values):
    # Means of pairs that are 0 itself sit on the edge of the test, so they are left out here.
    values = np.array(values) + np.sqrt(2) * 1e-3
    low, high = pseudo_median_interval(values)
    assert (low > 0 or high < 0) == (wilcoxon_test(values).p < 0.05)


def test_the_interval_of_many_values_covers_at_its_level():
    random = np.random.default_rng(0)
    bounds = [pseudo_median_interval(random.normal(size=60)) for _ in range(300)]
    assert 0.92 <= np.mean([low <= 0 <= high for low, high in bounds]) <= 0.98


def test_too_few_values_make_the_interval_infinite():
    assert pseudo_median_interval([1.0, 2.0, 3.0]) == (-np.inf, np.inf)
    assert pseudo_median_interval([0.0] * 20) == (0, 0)
