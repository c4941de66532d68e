import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from gnomon import native
from tests.native import twins_linkage as twins

METHODS = ("single", "complete", "average", "weighted", "ward", "centroid", "median")


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=10)
@given(n=st.integers(1, 14), d=st.integers(1, 4), seed=st.integers(0, 99))
def test_the_tree_is_that_of_the_twin(method, n, d, seed):
    X = np.random.default_rng(seed).normal(size=(n, d))
    D = squareform(pdist(X)).reshape(n, n)
    expected = twins.linkage(D, method).reshape(n - 1, 4)
    for found in (
        native.linkage_of_rows(X, "euclidean", method, None, 2),
        native.linkage_of_distances(D, method, None, 2),
    ):
        np.testing.assert_array_equal(found[:, [0, 1, 3]], expected[:, [0, 1, 3]])
        np.testing.assert_allclose(found[:, 2], expected[:, 2], rtol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_weights_are_those_of_the_twin(method):
    random = np.random.default_rng(3)
    X, weight = random.normal(size=(12, 2)), random.uniform(0.5, 4.0, size=12)
    D = squareform(pdist(X))
    expected = twins.linkage(D, method, weight)
    for found in (
        native.linkage_of_rows(X, "euclidean", method, weight, 1),
        native.linkage_of_distances(D, method, weight, 1),
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-9)


@pytest.mark.parametrize("method", ["single", "complete", "average", "ward"])
def test_threads_change_no_bit(method):
    X = np.random.default_rng(0).normal(size=(4500, 16))
    one = native.linkage_of_rows(X, "euclidean", method, None, 1)
    assert np.array_equal(native.linkage_of_rows(X, "euclidean", method, None, 3), one)


@pytest.mark.parametrize("method", METHODS)
def test_equal_rows_are_joined_at_height_zero(method):
    X = np.repeat(np.random.default_rng(0).normal(size=(5, 3)), 20, axis=0)
    found = native.linkage_of_rows(X, "euclidean", method, None, 2)
    assert (found[:95, 2] == 0).all()
    assert (found[95:, 2] > 0.1).all()
    assert found[-1, 3] == 100


def test_wrong_arguments_are_refused():
    X = np.zeros((3, 2))
    with pytest.raises(ValueError, match="no linkage is called wards"):
        native.linkage_of_rows(X, "euclidean", "wards", None, 1)
    with pytest.raises(ValueError, match="no metric is called cosine"):
        native.linkage_of_rows(X, "cosine", "single", None, 1)
    with pytest.raises(ValueError, match="ward linkage requires"):
        native.linkage_of_rows(X, "manhattan", "ward", None, 1)
    with pytest.raises(ValueError, match="row 1, column 0"):
        native.linkage_of_rows(np.array([[0.0], [np.nan]]), "euclidean", "single", None, 1)
    with pytest.raises(ValueError, match="a row of D has 2 items where 3"):
        native.linkage_of_distances(X, "single", None, 1)
    with pytest.raises(ValueError, match="size has 2 items where 3"):
        native.linkage_of_rows(X, "euclidean", "single", np.ones(2), 1)
    with pytest.raises(ValueError, match="not above 0"):
        native.linkage_of_rows(X, "euclidean", "single", np.array([1.0, 0.0, 1.0]), 1)
    with pytest.raises(ValueError, match="no rows"):
        native.linkage_of_rows(np.zeros((0, 2)), "euclidean", "single", None, 1)


METHODS = ["single", "complete", "average", "weighted", "ward", "centroid", "median"]


@pytest.mark.parametrize("method", METHODS)
def test_a_table_that_no_chain_can_follow_is_refused(method):
    random = np.random.default_rng(0)
    table = random.random((20, 20))
    with pytest.raises(ValueError, match="not symmetric"):
        native.linkage_of_distances(table, method, None, 2)
    for wrong in (-1.0, 1e200, np.nan):
        table = np.ones((70, 70))
        table[66, 3] = table[3, 66] = wrong
        with pytest.raises(
            ValueError, match="not symmetric" if np.isnan(wrong) else "below 0 or above 1e150"
        ):
            native.linkage_of_distances(table, method, None, 2)


@pytest.mark.parametrize("method", METHODS)
def test_distances_and_weights_beyond_floats_are_answered_or_refused_but_never_read_past_the_end(method):
    random = np.random.default_rng(0)
    for _ in range(30):
        X = random.normal(size=(30, 2))
        for scale, weight in ((1e200, None), (1.0, 10.0 ** random.uniform(-300, 300, 30))):
            nodes, said = list(range(58)), "too large for a float"
            try:
                found = native.linkage_of_rows(X * scale, "euclidean", method, weight, 2)
                nodes = sorted(found[:, :2].ravel().tolist())
            except ValueError as problem:
                said = str(problem)
            assert nodes == list(range(58))
            assert "too large for a float" in said
