import numpy as np
import pytest

from gnomon import native
from gnomon.data.sets import load
from gnomon.sharing.distances import Space


def near_a_plane(n_rows, n_columns, rank, seed=0):
    random = np.random.default_rng(seed)
    plane = random.normal(size=(n_rows, rank)) @ random.normal(size=(rank, n_columns))
    return plane + 0.01 * random.normal(size=(n_rows, n_columns))


@pytest.mark.parametrize(
    ("X", "by_tree"),
    [
        (near_a_plane(12_000, 20, 3), True),
        (near_a_plane(12_000, 20, 9), False),
        (near_a_plane(900, 20, 3), False),
        (np.random.default_rng(0).normal(size=(12_000, 5)), True),
        (np.random.default_rng(0).normal(size=(12_000, 12)), False),
        (np.random.default_rng(0).normal(size=(12_000, 12)) * np.r_[10, np.ones(11)], False),
    ],
)
def test_the_tree_is_taken_where_it_is_faster_and_predictions_are_the_same(X, by_tree, monkeypatch):
    built = []
    tree = native.KdTree
    monkeypatch.setattr(native, "KdTree", lambda *args: built.append(1) or tree(*args))
    queries = X[:50] + 0.001
    found = Space(X).nearest(queries, 4)
    assert bool(built) == by_tree
    for method in ("brute", "kd_tree"):
        distance, index = Space(X, method=method).nearest(queries, 4)
        assert np.array_equal(distance, found[0])
        assert np.array_equal(index, found[1])


def test_neighbors_of_decimals_are_those_of_exact_arithmetic():
    """Iris has one decimal: many distances are equal, but not their floating sums."""
    X = np.asarray(load("iris").X)
    tenths = np.rint(10 * X).astype(np.int64)
    squares = ((tenths[:, None] - tenths[None]) ** 2).sum(axis=2)
    rows = np.broadcast_to(np.arange(150), squares.shape)
    exact = np.lexsort((rows, squares), axis=1)[:, :40]
    for method in ("brute", "kd_tree"):
        assert np.array_equal(Space(X, method=method).nearest(X, 40)[1], exact)
