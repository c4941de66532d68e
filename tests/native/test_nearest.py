"""The k nearest rows: every method against the twin, to the last bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins


def draw(n, d, seed=0, dtype=np.float64):
    return np.random.default_rng(seed).standard_normal((n, d)).astype(dtype)


def assert_same(found, wanted):
    assert np.array_equal(found[1], wanted[1])
    assert np.array_equal(found[0], wanted[0])


@settings(max_examples=80, deadline=None)
@given(
    n=st.integers(2, 900),
    q=st.integers(1, 40),
    d=st.integers(1, 20),
    k=st.integers(1, 60),
    seed=st.integers(0, 999),
    levels=st.sampled_from([0, 2, 5]),
    method=st.sampled_from(["brute", "tree"]),
    metric=st.sampled_from(["euclidean", "manhattan"]),
    dtype=st.sampled_from([np.float64, np.float32]),
)
def test_neighbors_are_exactly_those_of_the_twin(n, q, d, k, seed, levels, method, metric, dtype):
    generator = np.random.default_rng(seed)
    pick = (lambda size: generator.integers(0, levels, size)) if levels else generator.standard_normal
    data, queries = pick((n, d)).astype(dtype), pick((q, d)).astype(dtype)
    k = min(k, n - 1)
    exclude = generator.integers(-1, n, q)
    found = native.nearest(data, queries, k, metric, exclude, 2, method=method, leaf_size=32)
    assert_same(found, twins.nearest(data, queries, k, metric, exclude))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("d", [1, 3, 17, 100, 300])
def test_the_screened_search_is_exact(d, dtype):
    data, queries = draw(1500, d, 1, dtype), draw(53, d, 2, dtype)
    assert_same(
        native.nearest(data, queries, 10, "euclidean", None, 2), twins.nearest(data, queries, 10, "euclidean")
    )


AWKWARD = {
    "offset 1e8": lambda X: X + 1e8,
    "all rows equal": lambda X: np.ones_like(X),
    "rows repeated": lambda X: np.repeat(X[: len(X) // 5 + 1], 5, axis=0)[: len(X)],
    "huge values": lambda X: X * 1e150,
    "overflowing squares": lambda X: X * 1e200,
    "tiny values": lambda X: X * 1e-170,
    "one outlier": lambda X: np.vstack([X[:-1], np.full((1, X.shape[1]), 1e12)]),
    "two clusters far apart": lambda X: X + 1e7 * (np.arange(len(X)) % 2)[:, None],
    "columns of different scale": lambda X: X * 10.0 ** np.arange(-6, X.shape[1] - 6),
    "nearly equal distances": lambda X: X / np.linalg.norm(X, axis=1, keepdims=True),
}


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("method", ["brute", "tree"])
def test_awkward_data_keep_the_exact_order(name, method):
    data = AWKWARD[name](draw(1000, 6, 3))
    near = data[::47] + np.abs(data).max() * 1e-4
    queries = np.vstack([data[::31], near, data[:3] * 0])
    with np.errstate(over="ignore"):
        wanted = twins.nearest(data, queries, 12, "euclidean")
    assert_same(native.nearest(data, queries, 12, "euclidean", None, 2, method=method), wanted)


@pytest.mark.parametrize("k", [1, 99, 700])
def test_many_ties_go_by_the_lower_row(k):
    data = np.random.default_rng(0).integers(0, 2, (700, 4)).astype(float)
    assert_same(
        native.nearest(data, data[:50], k, "euclidean", None, 2),
        twins.nearest(data, data[:50], k, "euclidean"),
    )


def test_hamming_counts_the_columns_that_differ():
    data = np.random.default_rng(0).integers(0, 3, (300, 9)).astype(float)
    assert_same(
        native.nearest(data, data[:40], 7, "hamming", None, 2), twins.nearest(data, data[:40], 7, "hamming")
    )


def test_mixed_kinds_add_squares_and_weighted_differences():
    data = np.random.default_rng(0).integers(0, 4, (400, 5)).astype(float)
    data[:, :2] += draw(400, 2)
    weight, categorical = np.array([1, 0.5, 2, 0, 0.3]), np.array([0, 0, 1, 1, 1], dtype=np.uint8)
    found = native.nearest(
        data, data[:60], 9, "mixed", np.arange(60), 2, weight=weight, categorical=categorical
    )
    assert_same(found, twins.nearest(data, data[:60], 9, "mixed", np.arange(60), weight, categorical))


@pytest.mark.parametrize("method", ["brute", "tree"])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_threads_do_not_change_the_neighbors(method, metric):
    data = draw(2000, 5)
    one = native.nearest(data, data, 8, metric, np.arange(2000), 1, method=method)
    for threads in (2, 7):
        assert_same(native.nearest(data, data, 8, metric, np.arange(2000), threads, method=method), one)


def test_a_tree_is_built_once_and_asked_often():
    data = draw(3000, 4)
    tree = native.KdTree(data, 64, 2)
    for seed, metric in ((1, "euclidean"), (2, "manhattan")):
        queries = draw(100, 4, seed)
        assert_same(tree.query(queries, 6, metric, None, 2), twins.nearest(data, queries, 6, metric))


def test_one_row_and_no_query():
    distance, index = native.nearest(np.ones((1, 2)), np.zeros((1, 2)), 1, "euclidean", None, 2)
    assert index.tolist() == [[0]]
    assert distance[0, 0] == np.sqrt(2)
    for method in ("brute", "tree"):
        assert native.nearest(draw(500, 3), draw(0, 3), 2, "euclidean", None, 2, method=method)[1].shape == (
            0,
            2,
        )


def test_bad_arguments_raise():
    data, queries = draw(20, 3), draw(4, 3)
    bad = data.copy()
    bad[7, 1] = np.nan
    ones, flags = np.ones(3), np.zeros(3, dtype=np.uint8)
    for call in (
        lambda: native.nearest(bad, queries, 2, "euclidean", None, 1),
        lambda: native.nearest(data, bad, 2, "euclidean", None, 1),
        lambda: native.nearest(data, draw(4, 2), 2, "euclidean", None, 1),
        lambda: native.nearest(data, queries, 0, "euclidean", None, 1),
        lambda: native.nearest(data, queries, 21, "euclidean", None, 1),
        lambda: native.nearest(data, queries, 20, "euclidean", np.zeros(4, dtype=np.int64), 1),
        lambda: native.nearest(data, queries, 2, "euclidean", np.full(4, 20), 1),
        lambda: native.nearest(data, queries, 2, "euclidean", np.zeros(3, dtype=np.int64), 1),
        lambda: native.nearest(data, queries, 2, "euclid", None, 1),
        lambda: native.nearest(data, queries, 2, "hamming", None, 1, method="tree"),
        lambda: native.nearest(data, queries, 2, "euclidean", None, 1, method="ball"),
        lambda: native.nearest(data, queries, 2, "mixed", None, 1),
        lambda: native.nearest(data, queries, 2, "mixed", None, 1, weight=-ones, categorical=flags),
        lambda: native.nearest(data, queries, 2, "euclidean", None, 1, weight=ones, categorical=flags),
        lambda: native.nearest(data, queries, 2, "euclidean", None, 0),
        lambda: native.KdTree(bad, 32, 1),
        lambda: native.KdTree(data[:0].copy(), 32, 1).query(queries, 1, "euclidean", None, 1),
        lambda: native.KdTree(data, 32, 1).query(draw(4, 2), 1, "euclidean", None, 1),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        native.nearest(data, queries.astype(np.float32), 2, "euclidean", None, 1)
    with pytest.raises(TypeError):
        native.nearest(data, queries, 2, "euclidean", np.zeros(4, dtype=np.int32), 1)


@pytest.mark.parametrize("method", ["brute", "tree"])
def test_without_columns_every_row_is_at_distance_zero(method):
    distance, index = native.nearest(
        np.zeros((300, 0)), np.zeros((2, 0)), 3, "euclidean", None, 2, method=method
    )
    assert not distance.any()
    assert index.tolist() == [[0, 1, 2], [0, 1, 2]]


def test_numbers_at_the_edge_of_what_a_double_holds_are_searched_directly():
    X = np.full((300, 2), 1.79e308)
    X[:, 1] = np.random.default_rng(0).normal(size=300)
    X[0, 0], X[-1, 0] = 0.9e308, -1e308
    index = native.nearest(X, X[:5].copy(), 3, "euclidean", None, 1)[1]
    assert ((index >= 0) & (index < 300)).all()
