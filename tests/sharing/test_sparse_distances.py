import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from gnomon.sharing import sparse_distances
from gnomon.sharing.sparse_distances import nearest_sparse
from gnomon.ties import rank_of


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 9999),
    st.integers(2, 40),
    st.integers(1, 8),
    st.sampled_from(["euclidean", "manhattan"]),
    st.booleans(),
    st.sampled_from([0.0, 1e8]),
)
def test_neighbors_are_those_of_a_sort_of_all_distances(seed, n_rows, n_columns, metric, coarse, offset):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns)) * (random.random((n_rows, n_columns)) < 0.6)
    X = np.round(X) if coarse else X
    X = X + offset * (X != 0)
    queries = X[: min(5, n_rows)]
    exclude = np.arange(len(queries)) if seed % 2 else None
    k = n_rows - 1
    distance, index = nearest_sparse(
        scipy.sparse.csr_array(X), scipy.sparse.csr_array(queries), k, metric, exclude
    )
    table = cdist(queries, X, "cityblock" if metric == "manhattan" else metric)
    if exclude is not None:
        table[exclude, exclude] = np.inf
    order = np.argsort(rank_of(table), axis=1, kind="stable")[:, :k]
    expected = np.take_along_axis(table, order, axis=1)
    np.testing.assert_allclose(distance, expected, rtol=1e-12)
    np.testing.assert_allclose(np.take_along_axis(table, index, axis=1), expected, rtol=1e-12)
    if coarse and offset == 0:
        assert np.array_equal(index, np.argsort(table, axis=1, kind="stable")[:, :k])


@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_parts_give_what_the_whole_gives(metric, monkeypatch):
    X = scipy.sparse.random(60, 10, 0.4, format="csr", random_state=0)
    whole = nearest_sparse(X, X, 4, metric)
    monkeypatch.setattr(sparse_distances, "DISTANCES_PER_BLOCK", 130)
    monkeypatch.setattr(sparse_distances, "PAIRS_PER_BLOCK", 3)
    parts = nearest_sparse(X, X, 4, metric)
    assert np.array_equal(whole[0], parts[0])
    assert np.array_equal(whole[1], parts[1])
