"""Bootstrap replicates against their twins, and against what chance must give."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon import native
from tests.native import twins

seeds = st.integers(0, 2**64 - 1)


@settings(max_examples=30)
@given(units=st.integers(0, 60), first=st.integers(0, 5), times=st.integers(0, 4), seed=seeds)
def test_counts_are_those_of_the_twin(units, first, times, seed):
    found = native.bootstrap_counts(units, first, times, seed, 2)
    assert found.shape == (times, units)
    if times and units:
        assert np.array_equal(found, twins.bootstrap_counts(units, first, times, seed))
        assert (found.sum(axis=1) == units).all()


@settings(max_examples=40)
@given(
    n=st.integers(1, 40),
    levels=st.sampled_from([2, 5, 10**9]),
    dtype=st.sampled_from([np.float64, np.float32]),
    weighted=st.booleans(),
    grouped=st.booleans(),
    seed=seeds,
)
def test_areas_are_those_of_the_twin(n, levels, dtype, weighted, grouped, seed):
    generator = np.random.default_rng(seed)
    score = generator.integers(0, levels, n).astype(dtype)
    positive = generator.random(n) < 0.4
    weight = generator.random(n) if weighted else None
    units = max(1, n // 3) if grouped else n
    unit = generator.integers(0, units, n).astype(np.int32) if grouped else None
    found = native.bootstrap_auc(score, positive, weight, unit, units, 5, seed, 2)
    expected = twins.bootstrap_auc(score, positive, weight, unit, units, 5, seed)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    flags = positive.astype(np.uint8)
    again = native.bootstrap_auc(score, flags, weight, unit, units, 5, seed, 1)
    assert np.array_equal(found, again, equal_nan=True)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_sums_are_those_of_the_twin(dtype):
    values = np.random.default_rng(0).normal(size=(50, 3)).astype(dtype)
    counts = twins.bootstrap_counts(50, 0, 6, 11)
    np.testing.assert_allclose(
        native.bootstrap_sums(values, 6, 11, 2), counts @ values.astype(float), rtol=1e-12, atol=1e-12
    )


def test_threads_do_not_change_a_bit():
    generator = np.random.default_rng(0)
    score, positive = generator.normal(size=3000), generator.random(3000) < 0.3
    weight, values = generator.random(3000), generator.random((3000, 2))
    for call in (
        lambda threads: native.bootstrap_counts(3000, 0, 40, 5, threads),
        lambda threads: native.bootstrap_auc(score, positive, None, None, 3000, 40, 5, threads),
        lambda threads: native.bootstrap_auc(score, positive, weight, None, 3000, 40, 5, threads),
        lambda threads: native.bootstrap_sums(values, 40, 5, threads),
    ):
        assert np.array_equal(call(1), call(3))


def test_a_replicate_does_not_depend_on_how_many_there_are():
    whole = native.bootstrap_counts(100, 0, 10, 3, 1)
    assert np.array_equal(whole[7:], native.bootstrap_counts(100, 7, 3, 3, 1))


def test_every_unit_is_as_likely_as_every_other_and_draws_are_independent():
    counts = native.bootstrap_counts(50, 0, 4000, 0, 2)
    assert stats.chisquare(counts.sum(axis=0)).pvalue > 1e-4
    assert counts.var() == pytest.approx(1 - 1 / 50, rel=0.02)
    # Multinomial counts of two units have correlation -1 / (units - 1).
    between = np.corrcoef(counts[:, 0], counts[:, 1])[0, 1]
    assert between == pytest.approx(-1 / 49, abs=0.05)
    across = np.corrcoef(counts[:-1].ravel(), counts[1:].ravel())[0, 1]
    assert across == pytest.approx(0, abs=0.01)


def test_seeds_next_to_each_other_give_other_draws():
    one, two = (native.bootstrap_counts(1000, 0, 50, seed, 1) for seed in (0, 1))
    assert abs(np.corrcoef(one.ravel(), two.ravel())[0, 1]) < 0.02


def test_bad_arguments_raise():
    score, flags = np.zeros(3), np.zeros(3, dtype=bool)
    unit = np.zeros(3, dtype=np.int32)
    for call in (
        lambda: native.bootstrap_auc(score, flags[:2], None, None, 3, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, np.ones(2), None, 3, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, None, None, 4, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, None, unit + 2, 2, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, None, unit - 1, 2, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, None, None, 3, -1, 0, 1),
        lambda: native.bootstrap_auc(np.array([0.0, np.nan, 1.0]), flags, None, None, 3, 1, 0, 1),
        lambda: native.bootstrap_auc(score, flags, None, None, 3, 1, 0, 0),
        lambda: native.bootstrap_counts(-1, 0, 1, 0, 1),
        lambda: native.bootstrap_counts(2**31, 0, 1, 0, 1),
        lambda: native.bootstrap_counts(10, -1, 1, 0, 1),
        lambda: native.bootstrap_counts(2**30, 0, 2**20, 0, 1),
        lambda: native.bootstrap_sums(np.zeros((2, 2)), -1, 0, 1),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: native.bootstrap_auc(score, flags, None, unit.astype(np.int64), 3, 1, 0, 1),
        lambda: native.bootstrap_counts(10, 0, 1, -1, 1),
        lambda: native.bootstrap_sums(np.zeros((4, 4))[:, ::2], 1, 0, 1),
    ):
        with pytest.raises(TypeError):
            call()
