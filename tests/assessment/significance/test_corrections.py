from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from gnomon.assessment.significance.corrections import METHODS, adjust_p_values, numbers_of_true
from gnomon.errors import DataError, ParameterError

several = st.lists(st.floats(0, 1), min_size=1, max_size=12)
of_pairs = st.integers(2, 7).flatmap(
    lambda k: st.lists(st.floats(0, 1), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2)
)


@settings(max_examples=25)
@given(several)
def test_all_but_shaffers_correction_agree_with_statsmodels(p):
    for ours, theirs in (
        ("holm", "holm"),
        ("hochberg", "simes-hochberg"),
        ("bonferroni", "bonferroni"),
        ("benjamini-hochberg", "fdr_bh"),
        ("benjamini-yekutieli", "fdr_by"),
    ):
        assert np.allclose(adjust_p_values(p, ours), multipletests(p, method=theirs)[1])
        assert np.array_equal(adjust_p_values(p, theirs), adjust_p_values(p, ours))


@given(of_pairs)
def test_the_corrections_stand_in_order(p):
    adjusted = {method: adjust_p_values(p, method) for method in METHODS}
    close = 1e-12
    assert (adjusted["none"] == np.array(p)).all()
    assert (adjusted["shaffer"] >= np.array(p) - close).all()
    assert (adjusted["holm"] >= adjusted["shaffer"] - close).all()
    assert (adjusted["holm"] >= adjusted["hochberg"] - close).all()
    assert (adjusted["bonferroni"] >= adjusted["holm"] - close).all()
    assert (adjusted["hochberg"] >= adjusted["benjamini-hochberg"] - close).all()
    assert (adjusted["benjamini-yekutieli"] >= adjusted["benjamini-hochberg"] - close).all()


@given(several, st.randoms())
def test_the_order_of_hypotheses_does_not_matter(p, shuffler):
    order = list(range(len(p)))
    shuffler.shuffle(order)
    for method in set(METHODS) - {"shaffer"}:
        assert np.allclose(adjust_p_values(np.array(p)[order], method), adjust_p_values(p, method)[order])


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_the_numbers_of_true_pairs_are_those_that_equal_things_allow(k):
    # Every way to call k things by names: the pairs with the same name are the true hypotheses.
    possible = set()
    for names in np.ndindex(*(k,) * k):
        possible.add(sum(a == b for a, b in combinations(names, 2)))
    assert numbers_of_true(k) == possible


def test_shaffers_steps_for_four_and_five_learners_are_those_of_garcia_and_herrera_2008():
    tiny = np.full(6, 1e-6) * (1 + np.arange(6))
    steps = np.array([6, 3, 3, 3, 2, 1])
    assert np.allclose(adjust_p_values(tiny, "shaffer"), np.maximum.accumulate(steps * tiny))
    assert [max(t for t in numbers_of_true(4) if t <= left) for left in range(6, 0, -1)] == [6, 3, 3, 3, 2, 1]
    steps = [max(t for t in numbers_of_true(5) if t <= left) for left in range(10, 0, -1)]
    assert steps == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]


def test_holm_keeps_the_chance_of_any_false_find_at_the_level():
    p = np.random.default_rng(0).random((2000, 10))
    result = np.mean([adjust_p_values(each).min() <= 0.05 for each in p])
    assert result == pytest.approx(0.05, abs=0.015)
    assert np.mean(p.min(axis=1) <= 0.05) > 0.35


def test_benjamini_hochberg_keeps_the_false_discovery_rate_and_finds_more_than_holm():
    random = np.random.default_rng(0)
    z = random.normal(size=(1000, 20)) + np.array([3.0] * 10 + [0.0] * 10)
    p = 2 * stats.norm.sf(np.abs(z))
    found = np.array([adjust_p_values(each, "benjamini-hochberg") for each in p]) <= 0.05
    by_holm = np.array([adjust_p_values(each) for each in p]) <= 0.05
    false = found[:, 10:].sum(axis=1) / np.maximum(found.sum(axis=1), 1)
    # Independent tests, half of them of true hypotheses: the rate is 0.05 / 2.
    assert false.mean() == pytest.approx(0.025, abs=0.005)
    assert found[:, :10].mean() > 1.3 * by_holm[:, :10].mean()


def test_shaffer_keeps_the_level_for_pairs_of_which_some_differ():
    # Of four learners three are equal; a false find is one among their three pairs.
    random = np.random.default_rng(0)
    false = 0
    for _ in range(1000):
        means = random.normal(size=4) + np.array([0, 0, 0, 6.0])
        gaps = np.array([abs(means[a] - means[b]) for a, b in combinations(range(4), 2)])
        adjusted = adjust_p_values(2 * stats.norm.sf(gaps / np.sqrt(2)), "shaffer")
        false += (adjusted[[0, 1, 3]] <= 0.05).any()
    assert false / 1000 <= 0.065


def test_what_cannot_be_adjusted_is_refused():
    with pytest.raises(ParameterError, match="not all pairwise"):
        adjust_p_values([0.1, 0.2], "shaffer")
    with pytest.raises(ParameterError, match="'holm'"):
        adjust_p_values([0.1], "fdr")
    for bad in ([0.1, np.nan], [1.1], [[0.1]]):
        with pytest.raises(DataError, match="from 0 to 1"):
            adjust_p_values(bad)
    assert len(adjust_p_values([])) == 0
