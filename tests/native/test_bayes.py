"""The kernels of naive Bayes against their twins, and at the door."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_bayes as twins

TYPES = [np.float64, np.float32, np.int64, np.int32, np.uint8]


@settings(max_examples=60)
@given(
    n=st.integers(0, 200),
    d=st.integers(1, 6),
    K=st.integers(1, 5),
    levels=st.integers(1, 9),
    kind=st.sampled_from(TYPES),
    weighted=st.booleans(),
    missing=st.booleans(),
    seed=st.integers(0, 999),
)
def test_levels_are_counted_and_scored_as_by_the_twin(n, d, K, levels, kind, weighted, missing, seed):
    random = np.random.default_rng(seed)
    X = random.integers(0, levels, (n, d)).astype(kind)
    if missing and X.dtype.kind == "f":
        X[random.random((n, d)) < 0.2] = np.nan
    codes = random.integers(0, K, n)
    weight = random.integers(0, 3, n).astype(float) if weighted else None
    begin, count = native.level_counts(X, codes, K, 128, weight, 2)
    expected = twins.level_counts(X, codes, K, 128, weight)
    assert np.array_equal(begin, expected[0])
    assert np.array_equal(count, expected[1])
    values, constant = random.normal(size=count.shape), random.normal(size=K)
    more = random.integers(0, levels + 2, (n, d)).astype(kind)
    found = native.level_scores(more, begin, values, constant, 2)
    np.testing.assert_allclose(
        found, twins.level_scores(more, begin, values, constant), rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("X", [[[0.5]], [[-1.0]], [[128.0]], [[np.inf]], [[-np.inf]], [[1e300]]])
def test_what_is_no_code_is_not_counted(X):
    X = np.array(X)
    assert native.level_counts(X, np.array([0]), 1, 128, None, 1) is None
    assert native.level_scores(X, np.array([0, 3]), np.ones((3, 1)), np.zeros(1), 1).tolist() == [[0]]


@pytest.mark.parametrize("value", [-1, 128, 2**62, -(2**63)])
def test_integers_out_of_range_are_not_counted(value):
    X = np.array([[3], [value]])
    assert native.level_counts(X, np.array([0, 0]), 1, 128, None, 1) is None
    assert native.level_scores(X, np.array([0, 5]), np.ones((5, 1)), np.zeros(1), 1).tolist() == [[1], [0]]


def test_a_table_that_would_not_fit_is_refused_before_it_is_made():
    X = np.full((3, 40), 60_000)
    assert native.level_counts(X, np.array([0, 1, 2]), 3, 65_536, None, 1) is None


def test_threads_do_not_change_a_bit():
    random = np.random.default_rng(0)
    X, codes, weight = (
        random.integers(0, 7, (200_000, 3)),
        random.integers(0, 2, 200_000),
        random.random(200_000),
    )
    one, four = (native.level_counts(X, codes, 2, 128, weight, t)[1] for t in (1, 4))
    assert np.array_equal(one, four)
    rows = random.random((200_000, 3))
    one, four = (native.feature_sums(rows, codes, 2, weight, None, t)[0] for t in (1, 4))
    assert np.array_equal(one, four)


@settings(max_examples=60)
@given(
    n=st.integers(0, 120),
    d=st.integers(1, 9),
    K=st.integers(1, 4),
    weighted=st.booleans(),
    threshold=st.sampled_from([None, 0.0, 0.5]),
    seed=st.integers(0, 999),
)
def test_features_are_summed_as_by_the_twin(n, d, K, weighted, threshold, seed):
    random = np.random.default_rng(seed)
    X = np.where(random.random((n, d)) < 0.4, random.normal(size=(n, d)), 0.0)
    if threshold is not None and n:
        X[random.integers(n), random.integers(d)] = np.nan
    codes, weight = random.integers(0, K, n), random.integers(0, 3, n).astype(float) if weighted else None
    expected = twins.feature_sums(X, codes, K, weight, threshold)
    sums, mark = native.feature_sums(X, codes, K, weight, threshold, 2)
    np.testing.assert_allclose(sums, expected[0].reshape(K, d), rtol=1e-12, atol=1e-12)
    np.testing.assert_equal(mark, expected[1])
    S = scipy.sparse.csr_matrix(X)
    sums, mark = native.sparse_feature_sums(
        S.data, S.indices.astype(np.int32), S.indptr.astype(np.int32), d, codes, K, weight, threshold, 2
    )
    np.testing.assert_allclose(sums, expected[0].reshape(K, d), rtol=1e-12, atol=1e-12)
    np.testing.assert_equal(mark, expected[1])


@settings(max_examples=30)
@given(st.integers(0, 60), st.integers(1, 5), st.integers(1, 6), st.integers(0, 99))
def test_switches_are_scored_as_by_the_twin(n, d, K, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    X[random.random((n, d)) < 0.1] = np.nan
    values, constant = random.normal(size=(2 * d, K)), random.normal(size=K)
    found = native.bernoulli_scores(X, 0.3, values, constant, 2)
    np.testing.assert_allclose(
        found, twins.bernoulli_scores(X, 0.3, values, constant), rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("K", [1, 2, 3, 4, 7])
def test_counts_are_scored_as_by_a_product(K):
    random = np.random.default_rng(K)
    X, weights, constant = random.normal(size=(1100, 5)), random.normal(size=(5, K)), random.normal(size=K)
    scores, smallest = native.count_scores(X, weights, constant, 2)
    np.testing.assert_allclose(scores, X @ weights + constant, rtol=1e-12, atol=1e-12)
    assert smallest == X.min()
    assert native.count_scores(abs(X), weights, constant, 2)[1] == 0
    assert native.count_scores(X[:0], weights, constant, 2)[0].shape == (0, K)


def test_wrong_shapes_and_codes_are_refused_at_the_door():
    X, codes = np.zeros((2, 2)), np.array([0, 1])
    with pytest.raises(ValueError, match="codes"):
        native.level_counts(X, np.array([0, 2]), 2, 16, None, 1)
    with pytest.raises(ValueError, match="power of 2"):
        native.level_counts(X, codes, 2, 100, None, 1)
    with pytest.raises(ValueError, match="codes"):
        native.feature_sums(X, codes[:1], 2, None, None, 1)
    with pytest.raises(ValueError, match="begin"):
        native.level_scores(X, np.array([0, 2, 1]), np.zeros((1, 2)), np.zeros(2), 1)
    with pytest.raises(ValueError, match="begin"):
        native.level_scores(X, np.array([0, 1, 3]), np.zeros((2, 2)), np.zeros(2), 1)
    with pytest.raises(ValueError, match="values"):
        native.bernoulli_scores(X, 0.0, np.zeros((3, 2)), np.zeros(2), 1)
    indices, begin = np.array([5], dtype=np.int32), np.array([0, 1, 1], dtype=np.int32)
    with pytest.raises(ValueError, match="columns"):
        native.sparse_feature_sums(np.ones(1), indices, begin, 2, codes, 2, None, None, 1)
    with pytest.raises(ValueError, match="begin"):
        native.sparse_feature_sums(np.ones(1), indices, begin[::-1].copy(), 2, codes, 2, None, None, 1)
