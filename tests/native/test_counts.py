"""Contingency tables, ranks and the area under the curve against their twins."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata
from sklearn.metrics import roc_auc_score

from gnomon import native
from tests.native import twins


@settings(max_examples=50, deadline=None)
@given(
    n=st.integers(0, 300),
    n_a=st.integers(1, 6),
    n_b=st.integers(1, 5),
    seed=st.integers(0, 99),
    weighted=st.booleans(),
    code=st.sampled_from([np.int32, np.int64]),
)
def test_contingency_is_that_of_the_twin(n, n_a, n_b, seed, weighted, code):
    generator = np.random.default_rng(seed)
    a, b = generator.integers(-1, n_a, n).astype(code), generator.integers(-1, n_b, n).astype(code)
    weight = generator.random(n) if weighted else None
    found = native.contingency(a, b, n_a, n_b, weight, 2)
    np.testing.assert_allclose(found, twins.contingency(a, b, n_a, n_b, weight), rtol=1e-12)


def test_threads_do_not_change_a_bit_of_a_weighted_table():
    generator = np.random.default_rng(0)
    a, b = generator.integers(0, 3, (2, 400_000)).astype(np.int32)
    weight = generator.random(400_000)
    one = native.contingency(a, b, 3, 3, weight, 1)
    assert np.array_equal(one, native.contingency(a, b, 3, 3, weight, 4))


@settings(max_examples=60, deadline=None)
@given(
    values=st.lists(st.floats(allow_nan=False), max_size=200), dtype=st.sampled_from([np.float64, np.float32])
)
def test_midranks_are_those_of_the_twin(values, dtype):
    with np.errstate(over="ignore"):
        array = np.array(values, dtype=np.float64).astype(dtype)
    assert np.array_equal(native.midranks(array), twins.midranks(array))


def test_zero_and_minus_zero_are_tied():
    assert native.midranks(np.array([0.0, -0.0, 1.0, -1.0])).tolist() == [2.5, 2.5, 4.0, 1.0]


def test_midranks_agree_with_scipy_on_many_rows():
    values = np.random.default_rng(0).integers(0, 5000, 50_000) / 7
    assert np.array_equal(native.midranks(values), rankdata(values))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("levels", [3, 100, 10**9])
def test_auc_counts_ties_as_half(dtype, weighted, levels):
    generator = np.random.default_rng(levels)
    score = generator.integers(0, levels, 800).astype(dtype)
    positive = generator.random(800) < 0.3
    weight = generator.random(800) if weighted else None
    found = native.auc(score, positive, weight)
    assert found == pytest.approx(twins.auc(score, positive, weight), rel=1e-12)
    assert found == pytest.approx(roc_auc_score(positive, score, sample_weight=weight), rel=1e-10)
    assert native.auc(score, positive.astype(np.uint8), weight) == found


def test_auc_without_one_of_the_classes_is_no_number():
    for flags in (np.zeros(3, dtype=bool), np.ones(3, dtype=bool), np.zeros(0, dtype=bool)):
        score = np.arange(len(flags), dtype=float)
        assert np.isnan(native.auc(score, flags, None))
        assert np.isnan(native.auc(score, flags, np.ones(len(flags))))


def test_infinite_scores_are_the_ends_of_the_scale():
    assert native.auc(np.array([-np.inf, 0.0, np.inf]), np.array([0, 0, 1], dtype=np.uint8), None) == 1


def test_bad_arguments_raise():
    codes, score, flags = np.zeros(3, dtype=np.int32), np.zeros(3), np.zeros(3, dtype=bool)
    for call in (
        lambda: native.contingency(codes, codes[:2], 1, 1, None, 1),
        lambda: native.contingency(codes + 1, codes, 1, 1, None, 1),
        lambda: native.contingency(codes, codes, 1, 0, None, 1),
        lambda: native.contingency(codes, codes, -1, 1, None, 1),
        lambda: native.contingency(codes, codes, 2**40, 2**40, None, 1),
        lambda: native.contingency(codes, codes, 1, 1, np.ones(2), 1),
        lambda: native.contingency(codes, codes, 1, 1, None, -3),
        lambda: native.midranks(np.array([1.0, np.nan])),
        lambda: native.auc(np.array([0.0, np.nan, 1.0]), flags, None),
        lambda: native.auc(score, flags[:2], None),
        lambda: native.auc(score, flags, np.ones(2)),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: native.contingency(codes, codes.astype(np.int64), 1, 1, None, 1),
        lambda: native.midranks(np.zeros((2, 2))),
        lambda: native.midranks(np.zeros(6)[::2]),
        lambda: native.auc(score, codes, None),
    ):
        with pytest.raises(TypeError):
            call()


@given(
    n=st.integers(0, 400),
    d=st.integers(1, 5),
    places=st.lists(st.integers(0, 1999), max_size=3),
    bad=st.sampled_from([np.nan, np.inf, -np.inf]),
    dtype=st.sampled_from([np.float64, np.float32]),
    threads=st.integers(1, 3),
)
def test_the_first_value_that_is_not_finite_is_found(n, d, places, bad, dtype, threads):
    X = np.random.default_rng(n).normal(scale=1e30, size=(n, d)).astype(dtype)
    for place in places:
        if place < X.size:
            X.flat[place] = bad
    assert native.first_not_finite(X, threads) == twins.first_not_finite(X)


def test_the_first_of_several_blocks_is_named_whatever_the_threads():
    X = np.zeros((300_000, 2))
    X[[120_000, 250_000], 1] = np.nan
    assert [native.first_not_finite(X, threads) for threads in (1, 2, 7)] == [240_001] * 3
