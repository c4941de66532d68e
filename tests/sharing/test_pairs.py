import numpy as np
import pytest

from gnomon.sharing import pairs
from gnomon.sharing.pairs import Pairs


def test_a_small_matrix_is_found_once_and_looked_up_after():
    calls = []
    X = np.random.default_rng(0).normal(size=(20, 3))
    gram = Pairs(X, lambda A, B: calls.append(len(A)) or A @ B.T)
    for rows, columns in (([1, 2], [3]), ([5], [0, 19])):
        np.testing.assert_allclose(gram.between(np.array(rows), np.array(columns)), X[rows] @ X[columns].T)
    assert calls == [20]


def test_a_large_one_is_found_block_by_block(monkeypatch):
    monkeypatch.setattr(pairs, "MOST_BYTES_KEPT", 100)
    calls = []
    X = np.random.default_rng(0).normal(size=(20, 3))
    gram = Pairs(X, lambda A, B: calls.append(len(A)) or A @ B.T)
    assert gram.between(np.array([4, 5]), np.arange(20)) == pytest.approx(X[[4, 5]] @ X.T)
    assert calls == [2]
