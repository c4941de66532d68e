import numpy as np
import pytest

from gnomon.sharing import pairs
from gnomon.sharing.pairs import PairedRows, Pairs


def dots(calls):
    def of(A, B=None):
        calls.append(len(A))
        return A @ (A if B is None else B).T

    return of


@pytest.fixture
def X():
    return np.random.default_rng(0).normal(size=(20, 3))


def test_a_small_matrix_is_computed_once_and_cached(X):
    calls = []
    gram = Pairs(X, dots(calls))
    for rows, columns in (([1, 2], [3]), ([5], [0, 19])):
        np.testing.assert_allclose(gram.between(np.array(rows), np.array(columns)), X[rows] @ X[columns].T)
    assert calls == [20]


def test_a_large_one_is_found_block_by_block(monkeypatch, X):
    monkeypatch.setattr(pairs, "MAX_CACHED_BYTES", 100)
    calls = []
    gram = Pairs(X, dots(calls))
    assert gram.between(np.array([4, 5]), np.arange(20)) == pytest.approx(X[[4, 5]] @ X.T)
    assert calls == [2]


def test_a_matrix_that_is_precomputed_is_looked_up_however_large(monkeypatch, X):
    monkeypatch.setattr(pairs, "MAX_CACHED_BYTES", 100)
    gram = Pairs(X @ X.T, lambda A, B=None: A, is_precomputed=True)
    for rows, columns in (([4, 5], [4, 5]), ([4, 5], [0, 1, 2])):
        found = gram.between(np.array(rows), np.array(columns))
        np.testing.assert_allclose(found, X[rows] @ X[columns].T)


def test_included_rows_have_their_submatrix(X):
    calls = []
    whole = PairedRows(Pairs(X, dots(calls)), np.arange(20), np.ones(20), np.arange(20))
    some = whole.rows(np.arange(10, 20)).rows(np.array([3, 1]))
    assert some.y.tolist() == [13, 11]
    assert some.values() == pytest.approx(X[[13, 11]] @ X[[13, 11]].T)
    assert np.array_equal(some.X, X[[13, 11]])
    held_out = whole.examples(np.array([0, 7]))
    assert held_out.pairs.between(held_out.index, some.index) == pytest.approx(X[[0, 7]] @ X[[13, 11]].T)
    assert held_out.shape == (2, 3)
    assert calls == [20]


def test_a_copy_for_another_process_leaves_the_matrix_behind(X):
    gram = Pairs(X, dots([]))
    gram.between(np.arange(20), np.arange(20))
    assert gram.__getstate__()["_all"] is None
