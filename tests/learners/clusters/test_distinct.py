import numpy as np
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.learners.clusters.distinct import Distinct


@given(st.integers(0, 1000))
@settings(max_examples=25)
def test_the_kinds_of_rows_and_their_weights_are_those_of_a_sort(seed):
    random = np.random.default_rng(seed)
    X, weight = (
        random.integers(0, 3, size=(40, 2)).astype(float),
        random.integers(0, 3, size=40).astype(float),
    )
    result = Distinct.of(X, weight)
    kinds, code = np.unique(X[weight > 0], axis=0, return_inverse=True)
    total = np.bincount(code.ravel(), weight[weight > 0])
    order = np.lexsort(X[result.index].T[::-1])
    np.testing.assert_array_equal(X[result.index][order], kinds)
    np.testing.assert_array_equal(result.weight[order], total)
    assert np.array_equal(result.code >= 0, weight > 0)
    np.testing.assert_array_equal(X[result.index[result.code[weight > 0]]], X[weight > 0])


def test_distinct_sparse_rows_are_those_of_dense_ones_however_stored():
    X = np.array([[1.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]])
    stored = scipy.sparse.csr_matrix(
        (np.array([2.0, 1.0, 1.0, 2.0, 1.0, 2.0]), np.array([2, 0, 0, 2, 1, 2]), np.array([0, 2, 4, 6])),
        (3, 3),
    )
    assert Distinct.of(stored).weight.tolist() == Distinct.of(X).weight.tolist()


def test_draws_follow_the_weights():
    result = Distinct.of(np.arange(3.0)[:, None], np.array([1.0, 0.0, 3.0]))
    drawn = result.draw(np.random.default_rng(0), size=4000)
    rows = result.index[drawn]
    assert set(rows) == {0, 2}
    assert 0.7 < np.mean(rows == 2) < 0.8
