import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.sharing.distances import Space
from gnomon.sharing.neighborhood import Neighborhood


def looked_up_and_searched(X, metric, train, held_out, k):
    whole = Neighborhood(Space(X, metric), np.arange(len(X)))
    narrow = whole.rows(train)
    alone = Neighborhood(Space(X[train], metric), train)
    return narrow.nearest(whole.examples(held_out), k), alone.nearest(X[held_out], k)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 9999),
    st.integers(4, 120),
    st.integers(1, 5),
    st.floats(0.05, 0.95),
    st.sampled_from(["euclidean", "manhattan", "hamming"]),
    st.booleans(),
)
def test_lists_with_rows_struck_out_are_what_a_search_finds(seed, n_rows, n_columns, share, metric, coarse):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    if coarse:
        X = np.round(X)
    shuffled = random.permutation(n_rows)
    n_train = min(max(2, int(share * n_rows)), n_rows - 1)
    train, held_out = np.sort(shuffled[:n_train]), np.sort(shuffled[n_train:])
    for k in {1, n_train // 2 or 1, n_train}:
        looked_up, searched = looked_up_and_searched(X, metric, train, held_out, k)
        assert np.array_equal(looked_up[1], searched[1])
        np.testing.assert_allclose(looked_up[0], searched[0], rtol=1e-12)


def test_one_search_serves_every_k_and_every_fold(monkeypatch):
    X = np.random.default_rng(0).normal(size=(500, 3))
    searched = []
    original = Space.nearest
    monkeypatch.setattr(
        Space,
        "nearest",
        lambda self, q, k, exclude=None: searched.append(len(q)) or original(self, q, k, exclude),
    )
    whole = Neighborhood(Space(X), np.arange(500))
    for repeat in range(3):
        fold = np.random.default_rng(repeat).permutation(500) % 10
        for number in range(10):
            narrow = whole.rows(np.flatnonzero(fold != number))
            examples = whole.examples(np.flatnonzero(fold == number))
            for k in range(1, 31):
                narrow.nearest(examples, k)
    assert sum(searched) <= 510


def test_included_rows_find_themselves():
    X = np.random.default_rng(0).normal(size=(50, 2))
    whole = Neighborhood(Space(X), np.arange(50))
    assert np.array_equal(whole.nearest(whole.examples(np.arange(50)), 1)[1][:, 0], np.arange(50))


def test_a_repeated_row_counts_as_often_as_it_is_included():
    X = np.array([[0.0], [1.0], [5.0]])
    narrow = Neighborhood(Space(X), np.arange(3)).rows(np.array([2, 2, 0]))
    assert narrow.nearest(np.array([[5.0]]), 3)[1].tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("metric", ["cosine", "angular", "mixed"])
def test_distances_of_pairs_are_those_of_a_search(metric):
    X = np.random.default_rng(0).normal(size=(40, 3)) + 2
    X[:, 2] = np.round(X[:, 2])
    space = Space(X, metric, categorical=np.array([False, False, True]), categorical_weight=0.5)
    distance, near = space.nearest(X[:10], 5, np.arange(10))
    np.testing.assert_allclose(space.between(np.arange(10), near), distance, rtol=1e-9, atol=1e-12)
